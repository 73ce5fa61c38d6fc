//! What a declaration of TGDL says of itself: its first line and the comment above it. It does not know what the words
//! of other dialects are.

use base::{SourceMap, Span};

/// What a word means that the rules of a game declare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The beginning of the declaration: `modifier Angry(number n)`.
    pub declared: String,
    /// The comment above it, or above those with which it stands together; empty where there is none.
    pub comment: String,
    /// `std/ccg/keywords.tgdl:12`
    pub place: String,
}

impl Meaning {
    /// Those that have a comment, each comment once; where none has, all.
    pub(crate) fn each(all: impl Iterator<Item = Meaning>) -> Vec<Meaning> {
        let all: Vec<Meaning> = all.collect();
        let mut told: Vec<Meaning> = Vec::new();
        for one in all.iter().filter(|one| !one.comment.is_empty()) {
            if !told.iter().any(|known| known.comment == one.comment) {
                told.push(one.clone());
            }
        }
        if told.is_empty() { all } else { told }
    }

    /// That of the name that stands there.
    pub(crate) fn of(sources: &SourceMap, name: Span) -> Meaning {
        let text = sources.text(name.file);
        let (above, from) = text.split_at_checked(name.start as usize).unwrap_or_default();
        let line = above.rfind('\n').map_or(0, |end| end + 1);
        let (row, _) = sources.line_column(name.file, name.start);
        // One of several cases stands in a row with others.
        let is_case = above[line..].trim_end().ends_with([',', '{']) || above[line..].trim().is_empty();
        let declared = if is_case {
            sources.piece(name).to_owned()
        } else {
            beginning(&format!("{}{}", &above[line..], from.lines().next().unwrap_or_default()))
        };
        Meaning {
            declared,
            comment: comment(&above[..line]),
            place: format!("{}:{row}", sources.path(name.file)),
        }
    }
}

/// A line up to where its body, its parent or its value begins.
fn beginning(line: &str) -> String {
    const ENDS: [&str; 5] = [" {", " extends ", " = ", ";", "  //"];
    let mut depth = 0_usize;
    let ends = |(at, c): &(usize, char)| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            _ => {}
        }
        // In brackets a default stands behind `=`.
        depth == 0 && ENDS.iter().any(|end| line[*at..].starts_with(end))
    };
    let end = line.char_indices().find(ends).map_or(line.len(), |(at, _)| at);
    line[..end].trim().to_owned()
}

/// The last comment above, unless a blank line stands between.
fn comment(above: &str) -> String {
    let paragraph = above.lines().rev().take_while(|line| !line.trim().is_empty());
    let said = |line: &&str| line.trim_start().starts_with("//");
    let mut lines: Vec<&str> = paragraph.skip_while(|line| !said(line)).take_while(said).collect();
    lines.reverse();
    let words = lines.iter().map(|line| line.trim_start().trim_start_matches('/').trim());
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::Meaning;
    use base::{SourceMap, Span};

    fn of(text: &str, name: &str) -> Meaning {
        let mut sources = SourceMap::default();
        let file = sources.add("rules.tgdl", text);
        let start = text.find(name).unwrap() as u32;
        Meaning::of(&sources, Span { file, start, end: start + name.len() as u32 })
    }

    #[test]
    fn a_declaration_is_told_by_its_first_line_and_the_comment_above() {
        let text = "// Other.\n\n// Stronger while\n// wounded.\nmodifier Angry(number n) extends Ability { }\nmodifier Calm { }\n\nconst Def oak = tree(3);";
        let angry = of(text, "Angry");
        assert_eq!(angry.declared, "modifier Angry(number n)");
        assert_eq!(angry.comment, "Stronger while wounded.");
        assert_eq!(angry.place, "rules.tgdl:5");
        assert_eq!(of(text, "Calm").comment, angry.comment);
        assert_eq!(of("enum Kind { Land, Spell }", "Spell").declared, "Spell");
        let given = of("function void draw(player p, number n = 1) { }", "draw");
        assert_eq!(given.declared, "function void draw(player p, number n = 1)");
        let oak = of(text, "oak");
        assert_eq!((oak.declared.as_str(), oak.comment.as_str()), ("const Def oak", ""));
    }
}
