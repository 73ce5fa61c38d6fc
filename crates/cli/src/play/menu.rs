//! Which game to play, of those that are found, and with which options.

use super::console::Console;
use crate::failure::Failure;
use crate::library;
use bots::BotKind;
use draw::styled::dim;
use engine::{Choices, GameOption};
use project::GamePath;
use unicode_width::UnicodeWidthStr;

/// A game that can be chosen.
struct Listed {
    /// What it is called, in the language of whoever chooses.
    title: String,
    /// All that it may be called.
    names: Vec<String>,
    /// What kind of game it is and how long it takes.
    kind: String,
    path: GamePath,
}

impl Listed {
    fn new(path: GamePath, language: &str) -> Option<Listed> {
        let name = path.title()?;
        let about = project::about(&path);
        let title = about.titles.in_language(language).unwrap_or(&name).to_owned();
        let minutes = about.minutes.map(|minutes| format!("{minutes} min"));
        let kind: Vec<String> = about.genre.map(str::to_owned).into_iter().chain(minutes).collect();
        let names = about.titles.all().map(str::to_owned).chain([name]).collect();
        Some(Listed { title, names, kind: kind.join(", "), path })
    }

    /// `Chess  abstract, 40 min  games/chess/game.tgdl`
    fn line(&self, width: usize) -> String {
        let Listed { title, kind, path, .. } = self;
        let blank = " ".repeat(width.saturating_sub(title.width()));
        let kind = if kind.is_empty() { String::new() } else { format!("{kind}  ") };
        format!("{title}{blank}  {}", dim(&format!("{kind}{path}")))
    }
}

/// Asks for one of the games here and in the library; None when the person leaves.
pub(crate) fn choose(console: &mut Console) -> Result<Option<GamePath>, Failure> {
    let games = games(&language());
    let mut text = String::from("Which game?\n");
    let width = games.iter().map(|game| game.title.width()).max().unwrap_or(0);
    for (i, game) in games.iter().enumerate() {
        text.push_str(&format!("{:>3} {}\n", i + 1, game.line(width)));
    }
    console.say(&text)?;
    loop {
        let Some(line) = console.ask("Number or name: ")? else { return Ok(None) };
        if line == "quit" || line == "q" {
            return Ok(None);
        }
        match picked(&games, &line) {
            Some(game) => return Ok(Some(game.path.clone())),
            None => console.say(&format!("no game fits `{line}`\n"))?,
        }
    }
}

/// The language of whoever sits at the terminal: `it` of `it_IT.UTF-8`. Empty where nothing says so.
pub(crate) fn language() -> String {
    let set = |name| std::env::var(name).ok().filter(|value: &String| !value.is_empty());
    let whole = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set).unwrap_or_default();
    whole.split(['_', '.', '@']).next().unwrap_or_default().to_owned()
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

/// Asks how well the bots are to play; None when the person leaves.
pub(crate) fn choose_bots(console: &mut Console) -> Result<Option<BotKind>, Failure> {
    let names: Vec<String> = bots::ALL.iter().map(BotKind::name).collect();
    let question = format!("How well do the others play ({}) [{USUAL_BOT}]: ", names.join(", "));
    loop {
        let Some(line) = console.ask(&question)? else { return Ok(None) };
        let said = match line.as_str() {
            "" => USUAL_BOT,
            "quit" | "q" => return Ok(None),
            said => said,
        };
        match said.parse() {
            Ok(kind) => return Ok(Some(kind)),
            Err(unknown) => console.say(&format!("{unknown}\n"))?,
        }
    }
}

/// Whom a person plays against who has not said anything.
const USUAL_BOT: &str = "easy";

/// The options of a game with their values on one line; empty where it has none.
pub(crate) fn summary(options: &[GameOption]) -> String {
    let each: Vec<String> = options
        .iter()
        .filter(|o| !o.is_param || o.value != o.default)
        .map(|o| format!("{} {}", o.name, o.value))
        .collect();
    if each.is_empty() { String::new() } else { format!("Options: {}.\n", each.join(", ")) }
}

/// Those here by path, those of the library by title.
fn games(language: &str) -> Vec<Listed> {
    let listed = |path| Listed::new(path, language);
    let mut library: Vec<Listed> = library::usual().games().into_iter().filter_map(listed).collect();
    library.sort_by(|a, b| (&a.title, a.path.shown()).cmp(&(&b.title, b.path.shown())));
    let here = project::games_here(library::FOLDER).into_iter().map(GamePath::Disk);
    here.filter_map(listed).chain(library).collect()
}

/// By number, by a whole name, or by the only game one of whose names begins or goes on so.
fn picked<'g>(games: &'g [Listed], line: &str) -> Option<&'g Listed> {
    if let Ok(number) = line.parse::<usize>() {
        return games.get(number.checked_sub(1)?);
    }
    let wanted = line.to_lowercase();
    if wanted.is_empty() {
        return None;
    }
    let fits = |game: &Listed, fits: fn(&str, &str) -> bool| {
        game.names.iter().any(|name| fits(&name.to_lowercase(), &wanted))
    };
    if let Some(exact) = games.iter().find(|game| fits(game, |name, wanted| name == wanted)) {
        return Some(exact);
    }
    let one = |how: fn(&str, &str) -> bool| {
        let mut fitting = games.iter().filter(|game| fits(game, how));
        fitting.next().filter(|_| fitting.next().is_none())
    };
    one(|name, wanted| name.starts_with(wanted)).or_else(|| one(|name, wanted| name.contains(wanted)))
}

#[cfg(test)]
mod tests {
    use super::{Listed, picked};
    use project::GamePath;
    use std::path::Path;

    #[test]
    fn a_game_is_picked_by_number_or_by_a_name_in_any_language() {
        let names = [&["Chess", "Scacchi"][..], &["Connect Four", "Forza quattro"], &["Crazy Eights"]];
        let listed = |names: &[&str]| Listed {
            title: names[0].to_owned(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            kind: String::new(),
            path: GamePath::from(Path::new("")),
        };
        let games: Vec<_> = names.iter().map(|names| listed(names)).collect();
        let name = |line: &str| picked(&games, line).map(|game| game.title.as_str());
        assert_eq!(name("2"), Some("Connect Four"));
        assert_eq!(name("0"), None);
        assert_eq!(name("chess"), Some("Chess"));
        assert_eq!(name("cr"), Some("Crazy Eights"));
        assert_eq!(name("c"), None);
        assert_eq!(name("four"), Some("Connect Four"));
        assert_eq!(name("scacchi"), Some("Chess"));
        assert_eq!(name("forza"), Some("Connect Four"));
    }
}
