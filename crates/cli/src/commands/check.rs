//! `tavola check`: every problem of game files.

use super::{Format, counted, print, print_json};
use crate::failure::{CommandResult, Failure};
use crate::{library, problems, write};
use base::{FileId, Fix, Problem};
use project::{GamePath, Loaded, Request};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Tell every problem of game files, with its place, its reason and what to do
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  tavola check games/chess\n  tavola check games\n  tavola check --fix mygame.tgdl\n\n\
    Of a game with options, the ends of each are checked too.\n\
    Of problems with the same code the first hundred are told and the others counted; in JSON an\n\
    object with `more` says so.\n\n\
    Exit code: 0 without errors, 1 with errors, 2 for a wrong call."
)]
pub(crate) struct Arguments {
    /// Game files, folders in which all games are checked, or names of games of the library
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Apply the fixes that keep the meaning, then tell what is left; guesses at names are only told
    #[arg(long)]
    fix: bool,
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let mut all = Vec::new();
    for file in &arguments.files.iter().flat_map(|path| games(path)).collect::<Vec<_>>() {
        if arguments.fix {
            library::writable(file)?;
        }
        let mut loaded = project::open(Request::new(file).with_extremes())?;
        if arguments.fix && apply_fixes(&loaded)? > 0 {
            loaded = project::open(Request::new(file).with_extremes())?;
        }
        all.push(loaded);
    }
    match arguments.format {
        Format::Text => report(&all)?,
        Format::Json => {
            let problems = all.iter().flat_map(|l| problems::to_json(&l.problems, &l.sources));
            print_json(&problems.collect())?;
        }
    }
    if all.iter().any(Loaded::has_errors) { Err(Failure::Problems) } else { Ok(()) }
}

/// The games at or below a path; the path itself where there is none, so that it is said why.
fn games(path: &Path) -> Vec<GamePath> {
    let found = library::below(path);
    if found.is_empty() { vec![GamePath::from(path)] } else { found }
}

fn report(all: &[Loaded]) -> io::Result<()> {
    for loaded in all {
        problems::print(&loaded.problems, &loaded.sources);
    }
    let problems: Vec<Problem> = all.iter().flat_map(|l| l.problems.clone()).collect();
    if problems.is_empty() {
        return print("no problems\n");
    }
    tell!("{}", problems::summary(&problems));
    if let Some(first) = problems.first() {
        tell!("`tavola explain {}` says more", first.code);
    }
    Ok(())
}

/// Applies the fixes that keep the meaning to the files of the project; guesses are for people to judge. Gives how many
/// there were.
fn apply_fixes(loaded: &Loaded) -> Result<usize, Failure> {
    let mut by_file: BTreeMap<FileId, Vec<&Fix>> = BTreeMap::new();
    let fixes = loaded.problems.iter().filter_map(|p| p.fix.as_ref());
    for fix in fixes.filter(|fix| !fix.is_guess) {
        by_file.entry(fix.span.file).or_default().push(fix);
    }
    let mut applied = 0;
    for (file, fixes) in by_file {
        let shown = loaded.sources.path(file);
        // The library's own files, and what changed meanwhile, are left alone.
        let now = project::read_text(Path::new(shown), project::MAX_BYTES);
        if now.ok().as_deref() != Some(loaded.sources.text(file)) {
            continue;
        }
        let (text, count) = fixed(loaded.sources.text(file), fixes);
        write::rewrite(Path::new(shown), &text).map_err(|e| Failure::unwritten(Path::new(shown), &e))?;
        tell!("{shown}: {}", counted(count as u64, "fix", "fixes"));
        applied += count;
    }
    Ok(applied)
}

/// The text with the fixes that do not overlap an earlier one, and how many these are.
fn fixed(text: &str, mut fixes: Vec<&Fix>) -> (String, usize) {
    fixes.sort_by_key(|f| (f.span.start, f.span.end));
    fixes.dedup();
    let (mut out, mut at, mut count) = (String::new(), 0, 0);
    for fix in fixes {
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        let Some(kept) = text.get(at..start).filter(|_| text.is_char_boundary(end) && start <= end) else {
            continue;
        };
        out.push_str(kept);
        out.push_str(&fix.replacement);
        at = end;
        count += 1;
    }
    out.push_str(text.get(at..).unwrap_or(""));
    (out, count)
}

#[cfg(test)]
mod tests {
    use super::fixed;
    use base::{FileId, Fix, Span};

    #[test]
    fn fixes_are_applied_once_and_overlapping_ones_left_for_later() {
        let fix = |start, end, text: &str| Fix {
            span: Span { file: FileId(0), start, end },
            replacement: text.to_owned(),
            is_guess: false,
        };
        let fixes =
            [fix(0, 6, "length"), fix(0, 6, "length"), fix(3, 8, "x"), fix(7, 7, "!"), fix(90, 91, "y")];
        assert_eq!(fixed("lenght == 3", fixes.iter().collect()), ("length !== 3".to_owned(), 2));
    }
}
