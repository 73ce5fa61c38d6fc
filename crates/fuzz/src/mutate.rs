//! Changes to texts, gentle ones that many programs survive and wild ones that few do. Which of them are chosen is the
//! draw's alone; nothing here knows whether a text is right.

use crate::pool::Pool;
use crate::token::{Sort, Token, cut, join};

/// Signs that stand for one another.
const FAMILIES: [&[&str]; 5] = [
    &["+", "-", "*", "/", "%", "^"],
    &["==", "!=", "<", "<=", ">", ">="],
    &["&&", "||", "&", "|", "^", "??"],
    &["=", "+=", "-=", "*=", "/="],
    &[",", ";", ".", "..", ":", "?", "=>", "!"],
];

const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "31",
    "32",
    "33",
    "64",
    "200",
    "255",
    "256",
    "4095",
    "4097",
    "65535",
    "65536",
    "16777216",
    "2147483647",
    "4294967296",
    "9007199254740993",
    "18446744073709551616",
    "0.5",
    "1.75",
    "99999999999999999999999999999999999999999999999999999999999999999999999999999999",
];

const TEXTS: [&str; 10] = [
    "\"\"",
    "\"a1\"",
    "\"n\"",
    "\"{1}\"",
    "\"\\u{1F0A1}\"",
    "\"\\u{D800}\"",
    "\"a{\"b{2}\"}c\"",
    "\"über\"",
    "\"Main\"",
    "\"a rather long text that is on no tile\"",
];

/// Statements that do what programs rarely do.
const STATEMENTS: [&str; 38] = [
    "} const class Frozen { List<number> all = { 1 }; (number) => number f = n => n; } const Frozen frozen = new Frozen(); const number at = frozen.f(frozen.all[1]); function number thaw() { List<number> q = frozen.all; q.add(2); return at;",
    "} const List<List<number>> rows = { { 1 }, {} }; const Table<number, List<number>> big = wide(); function Table<number, List<number>> wide() { Table<number, List<number>> t = {}; for (number i in 1..99) { t[i] = rows[i % 2]; } return t;",
    "act () a = () => { fail \"no\"; };",
    "act (number) => number a = n => { number m = choose number from 1..2; return m; }; a(1);",
    "while (true) { }",
    "winner none;",
    "winner player.all();",
    "fail \"no\";",
    "fail;",
    "eliminate player.active();",
    "turn.pass();",
    "turns.use(\"Main\");",
    "score player.active() 1;",
    "score 0 0 / 0;",
    "remove this;",
    "return;",
    "return true;",
    "return null;",
    "List<number> q = { 1 }; while (true) { q.append(q); }",
    "List<number> q = { 1 }; for (number z in q) { q.add(z); }",
    "string q = \"ab\"; while (true) { q = q + q; }",
    "string q = \"ab\"; for (number z in 1..12) { q = q + q; }",
    "List<List<number>> q = {}; for (number z in 0..2000) { q.add({ z, z, z }); }",
    "Table<number> q = {}; for (number z = 0; true; z += 1) { q[z] = z; }",
    "number q = 1; while (q > 0) { q *= 2; }",
    "number q = choose number from 1..5;",
    "number q = choose optional number \"Which?\" from 1..5 { return it > 2; };",
    "number q = random.roll(6);",
    "bool q = suppose { score 0 5; } gives player.all().length > 1;",
    "Position q = position();",
    "break;",
    "continue;",
    "number q = perft(2);",
    "play place() by 0;",
    "expect moves() == 1;",
    "raise Moved(null, null, null);",
    "List<player> q = player.all(); q.shuffle(); q.clear();",
    "List<number> q = (0..100000).map(z => z); q.sortBy(z => -z);",
];

/// Pieces of text that are rarely met.
const ODD: [&str; 14] = [
    "\0",
    "\u{FEFF}",
    "\r\n",
    "\t",
    "\u{202E}",
    "\u{1F0A1}",
    "é",
    "\u{0301}",
    "\\",
    "\"",
    "{",
    "}",
    "//",
    "\u{10FFFF}",
];

/// A text that came from `text` by some mutations; `other` lends pieces.
pub fn mutate(text: &str, other: &str, pool: &mut Pool) -> Vec<u8> {
    let rounds = match pool.below(8) {
        0..=4 => 1,
        5 => 2,
        6 => 3 + pool.below(4),
        _ => 4 + pool.below(20),
    };
    let wild = pool.chance(1, 6);
    let mut text = text.to_owned();
    for _ in 0..rounds {
        text = if wild && pool.chance(1, 2) {
            self::wild(&text, other, pool)
        } else {
            gentle(&text, other, pool)
        };
        if text.len() > MAX_BYTES {
            text.truncate(text.floor_char_boundary(MAX_BYTES));
        }
    }
    let mut bytes = text.into_bytes();
    if wild && pool.chance(1, 4) {
        damage(&mut bytes, pool);
    }
    bytes
}

/// Longer texts are cut off: they would only be slow.
const MAX_BYTES: usize = 200_000;

/// Changes bytes without regard to characters.
pub fn damage(bytes: &mut Vec<u8>, pool: &mut Pool) {
    for _ in 0..=pool.below(4) {
        let at = pool.below(bytes.len().max(1));
        match pool.below(4) {
            0 if at < bytes.len() => bytes[at] ^= 1 << pool.below(8),
            1 if at < bytes.len() => bytes[at] = pool.below(256) as u8,
            2 => bytes.insert(at.min(bytes.len()), pool.below(256) as u8),
            _ => {
                let range = pool.stretch(bytes.len(), 20);
                bytes.drain(range);
            }
        }
    }
}

/// One change that keeps most of what the text means.
pub fn gentle(text: &str, other: &str, pool: &mut Pool) -> String {
    let mut tokens = cut(text);
    match pool.below(20) {
        0..=5 => rename(&mut tokens, other, pool),
        6..=9 => literal(&mut tokens, pool),
        10..=12 => sign(&mut tokens, pool),
        13 => statement(&mut tokens, pool),
        14 => group(&mut tokens, other, pool),
        15 => tokens_about(&mut tokens, other, pool),
        16 => return lines(text, other, pool),
        17 => return indented(text, pool),
        18 => group_within(&mut tokens, pool),
        _ => one(&mut tokens, pool),
    }
    join(&tokens)
}

fn places(tokens: &[Token], sort: Sort) -> Vec<usize> {
    (0..tokens.len()).filter(|i| tokens[*i].sort == sort).collect()
}

/// A word becomes another word of the file, or at times of another one; now and then everywhere. Mostly one that
/// stands in a like place: called or not, after a point or not, with a capital letter or not.
fn rename(tokens: &mut [Token], other: &str, pool: &mut Pool) {
    let words = places(tokens, Sort::Word);
    let Some(at) = pool.pick(&words).copied() else { return };
    let lend = if pool.chance(1, 8) { cut(other) } else { Vec::new() };
    let source = if lend.is_empty() { &*tokens } else { &lend };
    let (like, wanted) = (pool.chance(5, 6), place_of(tokens, at));
    let all = places(source, Sort::Word).into_iter().filter(|i| !like || place_of(source, *i) == wanted);
    let all: Vec<usize> = all.collect();
    let Some(new) = pool.pick(&all).map(|i| source[*i].text.clone()) else { return };
    let old = tokens[at].text.clone();
    let everywhere = pool.chance(1, 10);
    for (i, t) in tokens.iter_mut().enumerate() {
        if i == at || everywhere && t.text == old {
            t.text.clone_from(&new);
        }
    }
}

/// What stands before and behind a word, as far as it tells names of one sort from those of another.
fn place_of(tokens: &[Token], i: usize) -> (bool, bool, bool, bool) {
    let is = |k: Option<usize>, text: &str| k.and_then(|k| tokens.get(k)).is_some_and(|t| t.text == text);
    let typed = tokens.get(i + 2).is_some_and(|t| t.sort == Sort::Word);
    let upper = tokens[i].text.starts_with(char::is_uppercase);
    (is(i.checked_sub(1), "."), is(Some(i + 1), "("), upper, typed && is(Some(i + 1), " "))
}

fn literal(tokens: &mut [Token], pool: &mut Pool) {
    let literal = |t: &Token| {
        matches!(t.sort, Sort::Number | Sort::Text) || ["true", "false", "null"].contains(&t.text.as_str())
    };
    let all: Vec<usize> = (0..tokens.len()).filter(|i| literal(&tokens[*i])).collect();
    let Some(at) = pool.pick(&all).copied() else { return };
    let old = &tokens[at];
    let same: Vec<String> = tokens
        .iter()
        .filter(|t| t.sort == old.sort && t.sort != Sort::Word)
        .map(|t| t.text.clone())
        .collect();
    let pick = |all: &[&str], pool: &mut Pool| pool.pick(all).map_or_else(String::new, |s| (*s).to_owned());
    let new = match (old.sort, pool.below(4)) {
        (Sort::Word, _) => pick(&["true", "false", "null", "0"], pool),
        (_, 0) => pool.pick(&same).cloned().unwrap_or_default(),
        (Sort::Number, 1..=2) => pick(&["0", "1", "2", "3", "4", "5", "-1"], pool),
        (Sort::Number, _) => pick(&NUMBERS, pool),
        (_, 1) => pick(&NUMBERS, pool),
        _ => pick(&TEXTS, pool),
    };
    tokens[at].text = new;
}

fn sign(tokens: &mut [Token], pool: &mut Pool) {
    let signs = places(tokens, Sort::Sign);
    let Some(at) = pool.pick(&signs).copied() else { return };
    let families: Vec<&&[&str]> = FAMILIES.iter().filter(|f| f.contains(&tokens[at].text.as_str())).collect();
    if let Some(new) = pool.pick(&families).and_then(|f| pool.pick(f)) {
        tokens[at].text = (*new).to_owned();
    }
}

/// Puts a statement where one may begin.
fn statement(tokens: &mut Vec<Token>, pool: &mut Pool) {
    let begins = |i: &usize| [";", "{", "}"].contains(&tokens[*i].text.as_str());
    let all: Vec<usize> = (0..tokens.len()).filter(begins).collect();
    let Some(at) = pool.pick(&all).copied() else { return };
    let Some(new) = pool.pick(&STATEMENTS) else { return };
    tokens.insert(at + 1, Token::new(Sort::Text, format!(" {new} ")));
}

/// The stretches from an opening bracket to what closes it, both included.
fn groups(tokens: &[Token]) -> Vec<std::ops::Range<usize>> {
    let (mut open, mut found) = (Vec::new(), Vec::new());
    for (i, t) in tokens.iter().enumerate() {
        match t.sort {
            Sort::Open => open.push(i),
            Sort::Close => found.extend(open.pop().map(|start| start..i + 1)),
            _ => {}
        }
    }
    found
}

/// Replaces, empties or doubles a bracketed group, perhaps by one of another text.
fn group(tokens: &mut Vec<Token>, other: &str, pool: &mut Pool) {
    let own = groups(tokens);
    let Some(range) = pool.pick(&own).cloned() else { return };
    let lend = cut(other);
    let bracket = &tokens[range.start].text;
    let fits = |r: &std::ops::Range<usize>| lend[r.start].text == *bracket;
    let all: Vec<_> = groups(&lend).into_iter().filter(fits).collect();
    let new = pool.pick(&all).map_or_else(Vec::new, |r| lend[r.clone()].to_vec());
    match pool.below(3) {
        0 => drop(tokens.splice(range.start + 1..range.end - 1, [])),
        _ => drop(tokens.splice(range, new)),
    }
}

/// Puts a group where another one of the same text was, or inside of itself several times.
fn group_within(tokens: &mut Vec<Token>, pool: &mut Pool) {
    let own = groups(tokens);
    let (Some(to), Some(from)) = (pool.pick(&own).cloned(), pool.pick(&own).cloned()) else { return };
    if pool.chance(1, 6) {
        let times = pool.pick(&[3, 30, 199, 201, 3000]).copied().unwrap_or(3);
        let (open, close) = (tokens[to.start].clone(), tokens[to.end - 1].clone());
        tokens.splice(to.end..to.end, std::iter::repeat_n(close, times));
        tokens.splice(to.start..to.start, std::iter::repeat_n(open, times));
        return;
    }
    let new = tokens[from].to_vec();
    tokens.splice(to, new);
}

/// Deletes, doubles, moves or borrows a short stretch of pieces.
fn tokens_about(tokens: &mut Vec<Token>, other: &str, pool: &mut Pool) {
    let range = pool.stretch(tokens.len(), 12);
    let to = pool.below(tokens.len());
    let piece: Vec<Token> = match pool.below(4) {
        0 => tokens.drain(range).collect(),
        1 | 2 => tokens[range].to_vec(),
        _ => {
            let lend = cut(other);
            let range = pool.stretch(lend.len(), 12);
            lend[range].to_vec()
        }
    };
    if pool.chance(2, 3) {
        let to = to.min(tokens.len());
        tokens.splice(to..to, piece);
    }
}

/// Deletes, doubles or exchanges one piece.
fn one(tokens: &mut Vec<Token>, pool: &mut Pool) {
    let solid: Vec<usize> = (0..tokens.len()).filter(|i| tokens[*i].sort != Sort::Blank).collect();
    let (Some(a), Some(b)) = (pool.pick(&solid).copied(), pool.pick(&solid).copied()) else { return };
    match pool.below(3) {
        0 => drop(tokens.remove(a)),
        1 => tokens.insert(a, tokens[a].clone()),
        _ => tokens.swap(a, b),
    }
}

/// Deletes, doubles, exchanges or borrows lines.
fn lines(text: &str, other: &str, pool: &mut Pool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (range, to) = (pool.stretch(lines.len(), 4), pool.below(lines.len()));
    match pool.below(5) {
        0 => drop(lines.drain(range)),
        1 => {
            let piece = lines[range].to_vec();
            lines.splice(to..to, piece);
        }
        2 if !lines.is_empty() => {
            let from = range.start;
            lines.swap(from, to);
        }
        3 => {
            let piece: Vec<&str> = lines.drain(range).collect();
            let to = to.min(lines.len());
            lines.splice(to..to, piece);
        }
        _ => {
            let lend: Vec<&str> = other.lines().collect();
            let range = pool.stretch(lend.len(), 10);
            lines.splice(to..to, lend[range].iter().copied());
        }
    }
    lines.join("\n") + "\n"
}

/// Deletes, doubles or exchanges a whole block: a line with all that is indented below it.
fn indented(text: &str, pool: &mut Pool) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    let (a, b) = (block(&lines, pool), block(&lines, pool));
    match pool.below(3) {
        0 => drop(lines.drain(a)),
        1 => {
            let piece = lines[a].to_vec();
            lines.splice(b.start..b.start, piece);
        }
        _ => {
            let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
            if first.end <= second.start {
                let (x, y) = (lines[first.clone()].to_vec(), lines[second.clone()].to_vec());
                lines.splice(second, x);
                lines.splice(first, y);
            }
        }
    }
    lines.join("\n") + "\n"
}

fn block(lines: &[&str], pool: &mut Pool) -> std::ops::Range<usize> {
    let indent = |l: &str| l.len() - l.trim_start().len();
    let start = pool.below(lines.len());
    let Some(first) = lines.get(start) else { return 0..0 };
    let below = lines[start + 1..].iter().take_while(|l| l.trim().is_empty() || indent(l) > indent(first));
    let end = start + 1 + below.count();
    let closed = lines.get(end).is_some_and(|l| l.trim_start().starts_with('}'));
    start..end + usize::from(closed)
}

/// One change without regard to meaning.
fn wild(text: &str, other: &str, pool: &mut Pool) -> String {
    let at = |pool: &mut Pool, text: &str| text.floor_char_boundary(pool.below(text.len() + 1));
    let (a, b) = (at(pool, text), at(pool, text));
    let (low, high) = (a.min(b), a.max(b));
    match pool.below(9) {
        0 => text[..a].to_owned(),
        1 => text[a..].to_owned(),
        2 => format!("{}{}", &text[..low], &text[high..]),
        3 => format!("{}{}{}", &text[..a], pool.pick(&ODD).unwrap_or(&""), &text[a..]),
        4 => {
            let b = at(pool, other);
            format!("{}{}", &text[..a], &other[b..])
        }
        5 => {
            let opens =
                ["(", "[", "{", "((x) => ", "!", "-", "a.b(", "{ {", "if (true) {", "List<", "x = ", "\"{"];
            let open = pool.pick(&opens).unwrap_or(&"(");
            let times = pool.pick(&[5, 100, 201, 5000]).copied().unwrap_or(5);
            format!("{}{}{}", &text[..a], open.repeat(times), &text[a..])
        }
        6 => {
            let end = text.floor_char_boundary((low + 1 + pool.below(200)).min(text.len())).max(low);
            let times = 2 + pool.below(30);
            format!("{}{}{}", &text[..low], text[low..end].repeat(times), &text[end..])
        }
        7 => text.replace('\n', pool.pick(&["", " ", "\r\n", "\r", ";\n"]).unwrap_or(&"")),
        _ => {
            let digits = "9".repeat(pool.pick(&[5, 20, 400, 20_000]).copied().unwrap_or(5));
            format!("{}{digits}{}", &text[..a], &text[a..])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Pool, mutate};

    #[test]
    fn any_text_can_be_mutated_and_the_same_seed_gives_the_same() {
        let texts = ["", "x", "\n", "}{", "é", "game \"A\";\nsetup {\n    players 2;\n}\n", "\"", "((("];
        for seed in 0..3000 {
            let pick = |k: u64| texts[((seed + k) % texts.len() as u64) as usize];
            let one = mutate(pick(0), pick(3), &mut Pool::new(seed));
            assert_eq!(one, mutate(pick(0), pick(3), &mut Pool::new(seed)), "seed {seed}");
        }
    }
}
