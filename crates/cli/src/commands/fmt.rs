//! `tavola fmt`: gives files their one layout.

use super::{print, print_source};
use crate::failure::{CommandResult, Failure};
use crate::problems;
use crate::write;
use base::{Origins, SourceMap};
use dialects::{Around, Dialect};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Give files one layout: indentation, spaces, blank lines; words, line breaks and comments stay
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  tavola fmt mygame.tgdl\n  tavola fmt --check games\n  \
    tavola fmt - < mygame.tgdl\n\n\
    Of a link that is named, the file behind it is formatted, wherever that is; in a folder, links out of it are\n\
    left alone. A file with several names (hard links) is left as it is.\n\n\
    Exit code: 0 when done, 1 where a file has errors or, with --check, another layout.")]
pub(crate) struct Arguments {
    /// Files, or folders with all files of TGDL in them; `-` reads one text and prints it
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Change nothing, tell which files have another layout
    #[arg(long)]
    check: bool,
}

/// What became of a text.
enum Formatted {
    Same,
    Changed(String),
    /// It has errors, which have been printed.
    Refused,
}

pub(crate) fn run(arguments: &Arguments) -> CommandResult {
    let mut is_fine = true;
    for file in &arguments.files {
        if file.as_os_str() == "-" {
            is_fine &= piped(arguments.check)?;
            continue;
        }
        if !file.exists() {
            return Err(Failure::usage(format!("there is no file or folder `{}`", file.display())));
        }
        if file.is_file() && project::dialect(file).is_some_and(|dialect| dialect.format.is_none()) {
            let names: Vec<&str> =
                dialects::ALL.iter().filter(|d| d.format.is_some()).map(|d| d.name).collect();
            let shown = file.display();
            tell!("{shown} is not formatted: only files of {} have one layout", names.join(", "));
            continue;
        }
        let sources = project::formatted_below(file);
        if sources.is_empty() {
            return Err(Failure::usage(format!("there are no files of TGDL in `{}`", file.display())));
        }
        for path in sources {
            is_fine &= one(&path, arguments.check)?;
        }
    }
    if is_fine { Ok(()) } else { Err(Failure::Problems) }
}

/// Formats a file where it lies; false where something is left to do.
fn one(path: &Path, is_check: bool) -> Result<bool, Failure> {
    let shown = path.display().to_string();
    let text = match project::read_text(path, project::MAX_BYTES) {
        Ok(text) => text,
        Err(error) => {
            tell!("error: {}", error.message(&shown));
            return Ok(false);
        }
    };
    let dialect = project::dialect(path).unwrap_or(dialects::DEFAULT);
    match formatted(dialect, &shown, &text)? {
        Formatted::Same => Ok(true),
        Formatted::Refused => Ok(false),
        Formatted::Changed(_) if is_check => {
            print(&format!("{shown} has another layout\n"))?;
            Ok(false)
        }
        Formatted::Changed(new) => {
            write::rewrite(path, &new).map_err(|e| Failure::unwritten(path, &e))?;
            print(&format!("{shown}\n"))?;
            Ok(true)
        }
    }
}

fn piped(is_check: bool) -> io::Result<bool> {
    let mut text = String::new();
    io::stdin().take(project::MAX_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > project::MAX_BYTES {
        tell!("error: the text is longer than {} bytes", project::MAX_BYTES);
        return Ok(false);
    }
    let formatted = formatted(dialects::DEFAULT, "the text", &text)?;
    if is_check {
        return Ok(matches!(formatted, Formatted::Same));
    }
    match formatted {
        Formatted::Same => print_source(&text).map(|()| true),
        Formatted::Changed(new) => print_source(&new).map(|()| true),
        Formatted::Refused => Ok(false),
    }
}

/// A text with errors is left alone, and its errors are printed.
fn formatted(dialect: &Dialect, shown: &str, text: &str) -> io::Result<Formatted> {
    let mut sources = SourceMap::default();
    let file = sources.add(shown.to_owned(), text);
    let checked = (dialect.parse)(file, text, &Around::default(), &mut Origins::default());
    let errors: Vec<_> = checked.problems.into_iter().filter(base::Problem::is_error).collect();
    // What words mean that stand in other files is not known here; a layout keeps all words, or there is none.
    if dialect.imports.is_none() && !errors.is_empty() {
        problems::print(&errors, &sources);
        tell!("{shown} is left as it is");
        return Ok(Formatted::Refused);
    }
    match dialect.format.and_then(|format| format(text)) {
        Some(new) if new == text => Ok(Formatted::Same),
        Some(new) => Ok(Formatted::Changed(new)),
        None => {
            tell!("{shown} is left as it is: no layout keeps its words");
            Ok(Formatted::Refused)
        }
    }
}
