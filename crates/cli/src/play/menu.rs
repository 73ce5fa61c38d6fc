//! Which game to play, of those that are found, and with which options.

use super::console::Console;
use crate::draw::styled::dim;
use crate::failure::Failure;
use engine::{Choices, GameOption};
use std::path::{Path, PathBuf};

/// Asks for one of the games here, in `./games`, or beside the program; None when the person leaves.
pub(crate) fn choose(console: &mut Console) -> Result<Option<PathBuf>, Failure> {
    let games = games();
    if games.is_empty() {
        return Err(Failure::usage(
            "there are no games here or in ./games; name a game file, as in `tavola play FILE`",
        ));
    }
    let mut text = String::from("Which game?\n");
    for (i, (title, path)) in games.iter().enumerate() {
        text.push_str(&format!("{:>3} {title}  {}\n", i + 1, dim(&path.display().to_string())));
    }
    console.say(&text)?;
    loop {
        let Some(line) = console.ask("Number or name: ")? else { return Ok(None) };
        if line == "quit" || line == "q" {
            return Ok(None);
        }
        match picked(&games, &line) {
            Some((_, path)) => return Ok(Some(path.clone())),
            None => console.say(&format!("no game fits `{line}`\n"))?,
        }
    }
}

/// Asks for each option of a game, but not for its parameters; None when the person leaves.
pub(crate) fn choose_options(
    options: &[GameOption],
    chosen: &Choices,
    console: &mut Console,
) -> Result<Option<Choices>, Failure> {
    let mut choices = chosen.clone();
    let asked = options.iter().filter(|o| !o.is_param && chosen.get(&o.name).is_none());
    for option in asked {
        let what = option.prompt.as_ref().unwrap_or(&option.name);
        let allowed = option.kind.to_string().replace('`', "");
        let question = format!("{what} ({allowed}) [{}]: ", option.value);
        loop {
            let Some(line) = console.ask(&question)? else { return Ok(None) };
            if line.is_empty() {
                break;
            }
            if let Some(value) = option.kind.read(&line) {
                choices = choices.with(&option.name, value);
                break;
            }
            if line == "quit" || line == "q" {
                return Ok(None);
            }
            console.say(&format!("it is {}, not `{line}`\n", option.kind))?;
        }
    }
    Ok(Some(choices))
}

/// The options of a game with their values on one line; empty where it has none.
pub(crate) fn summary(options: &[GameOption]) -> String {
    let each: Vec<String> = options
        .iter()
        .filter(|o| !o.is_param || o.value != o.default)
        .map(|o| format!("{} {}", o.name, o.value))
        .collect();
    if each.is_empty() { String::new() } else { format!("Options: {}.\n", each.join(", ")) }
}

/// What a folder of games is called.
const LIBRARY: &str = "games";

/// The folders that hold games: here, and beside the program.
pub(crate) fn libraries() -> impl Iterator<Item = PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|p| Some(p.parent()?.join(LIBRARY)));
    [Some(PathBuf::from(LIBRARY)), beside].into_iter().flatten()
}

fn games() -> Vec<(String, PathBuf)> {
    let here =
        project::games_here(LIBRARY).into_iter().filter_map(|path| Some((project::title(&path)?, path)));
    here.chain(library()).collect()
}

/// The games of the first folder that holds any.
fn library() -> Vec<(String, PathBuf)> {
    for folder in libraries() {
        let found = project::games_below(Path::new(&folder)).into_iter();
        let mut games: Vec<_> = found.filter_map(|path| Some((project::title(&path)?, path))).collect();
        if !games.is_empty() {
            games.sort();
            return games;
        }
    }
    Vec::new()
}

/// By number, by whole name, or by the only name that begins or goes on so.
fn picked<'g>(games: &'g [(String, PathBuf)], line: &str) -> Option<&'g (String, PathBuf)> {
    if let Ok(number) = line.parse::<usize>() {
        return games.get(number.checked_sub(1)?);
    }
    let wanted = line.to_lowercase();
    if wanted.is_empty() {
        return None;
    }
    if let Some(exact) = games.iter().find(|(title, _)| title.to_lowercase() == wanted) {
        return Some(exact);
    }
    let one = |fits: &dyn Fn(&str) -> bool| {
        let mut fitting = games.iter().filter(|(title, _)| fits(&title.to_lowercase()));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    one(&|title| title.starts_with(&wanted)).or_else(|| one(&|title| title.contains(&wanted)))
}

#[cfg(test)]
mod tests {
    use super::picked;
    use std::path::PathBuf;

    #[test]
    fn a_game_is_picked_by_number_or_name() {
        let names = ["Chess", "Connect Four", "Crazy Eights"];
        let games: Vec<_> = names.iter().map(|n| ((*n).to_owned(), PathBuf::new())).collect();
        let name = |line: &str| picked(&games, line).map(|g| g.0.as_str());
        assert_eq!(name("2"), Some("Connect Four"));
        assert_eq!(name("0"), None);
        assert_eq!(name("chess"), Some("Chess"));
        assert_eq!(name("cr"), Some("Crazy Eights"));
        assert_eq!(name("c"), None);
        assert_eq!(name("four"), Some("Connect Four"));
    }
}
