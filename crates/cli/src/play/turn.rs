//! One decision of a person: the table, what may be done, and what the person types until something is done.

use super::advice;
use super::choose::{self, Choice, Offer, Titles};
use super::console::Console;
use super::session::Session;
use super::steps;
use draw::styled::{bold, dim};
use draw::{find, table};
use engine::Match;
use engine::question::{Move, Question};
use engine::view::ValueView;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;

/// Of moves with at least three inputs not even so many: they say more one input after the other.
const MAX_LONG_MOVES: usize = 60;

const HELP: &str = "  a move: its number in the list (`3`, or `#3` where moves are numbers themselves),
          its text (`place a1`), or a part of it (`a1`, `e2 e4`)
  a text: where one is asked for, the whole line; in quotation marks also `\"7\"` or `\"undo\"`
  moves   all legal moves          table      the table again (or Enter)
  undo    take back a move (*)     look NAME  a tile, a zone, a card or piece
  hint    what a search would do   evaluate   how everybody stands, as a search sees it
  save    save and go on           save NAME  save as that file, or in that folder
  quit    leave
  (*) the last move of a person and what followed, unless by it chance was used, others chose at the
      same time, others moved who may know more, or something hidden may have come out
";

/// What a person decided.
pub(crate) enum Turn {
    /// A move was made; the match as it was before, and the move.
    Play(Box<(Match, Move)>),
    Undo,
    Quit,
}

/// What is not a move.
enum Typed<'l> {
    Quit,
    Undo,
    Save(Option<&'l str>),
    Help,
    Moves,
    Table,
    Look(&'l str),
    Hint,
    Evaluate,
    Move(&'l str),
}

fn read(line: &str) -> Typed<'_> {
    match line.to_lowercase().as_str() {
        "quit" | "q" | "exit" => Typed::Quit,
        "undo" | "u" => Typed::Undo,
        "save" => Typed::Save(None),
        "help" | "h" => Typed::Help,
        "moves" | "m" | "?" => Typed::Moves,
        "table" | "t" | "" => Typed::Table,
        "hint" => Typed::Hint,
        "evaluate" => Typed::Evaluate,
        _ => match line.split_once(' ') {
            Some((word, rest)) if word.eq_ignore_ascii_case("look") => Typed::Look(rest.trim()),
            Some((word, rest)) if word.eq_ignore_ascii_case("save") => Typed::Save(Some(rest.trim())),
            _ => Typed::Move(line),
        },
    }
}

pub(super) fn take(session: &mut Session, seat: u32, console: &mut Console) -> io::Result<Turn> {
    let question = session.now.questions().into_iter().next();
    let prompt = prompt(session, seat, question.as_ref());
    show(session, seat, console)?;
    let view = session.now.view(Some(seat));
    let offer = Offer::of(&session.now, seat, &view).unwrap_or_else(|| Offer::new(Vec::new(), &view));
    let moves = offer.moves();
    let are_long = moves.len() > MAX_LONG_MOVES && moves.iter().any(|m| m.inputs.len() > 2);
    // What anybody may write cannot be listed.
    let are_free = moves.iter().any(|m| m.inputs.iter().any(|(_, v)| matches!(v, ValueView::Written(_))));
    if moves.is_empty() || are_long || are_free {
        return steps::take(session, seat, &prompt, console);
    }
    let summary = format!("{}{}", offer.summary(&view), prompts(session, seat, moves));
    console.say(&summary)?;
    // Numbers mean moves only where they stand before them.
    let mut numbered = moves.len() <= choose::MAX_LISTED;
    // What was typed when several moves began so.
    let mut begun = String::new();
    loop {
        let Some(line) = console.ask(&prompt)? else { return Ok(Turn::Quit) };
        match read(&line) {
            Typed::Quit => return Ok(Turn::Quit),
            Typed::Undo => return Ok(Turn::Undo),
            Typed::Moves => {
                numbered = true;
                console.say(&offer.list(None))?;
            }
            Typed::Table => {
                show(session, seat, console)?;
                console.say(&summary)?;
            }
            Typed::Move(text) => {
                let before = session.now.clone();
                if let Some(made) = choice(session, seat, (&offer, &mut numbered), text, &mut begun, console)?
                {
                    return Ok(Turn::Play(Box::new((before, made))));
                }
            }
            other => aside(session, seat, &other, console)?,
        }
    }
}

/// What neither moves nor ends the turn.
fn aside(session: &mut Session, seat: u32, typed: &Typed, console: &mut Console) -> io::Result<()> {
    match typed {
        Typed::Save(place) => session.save(place.map(Path::new), console),
        Typed::Help => console.say(HELP),
        Typed::Table => show(session, seat, console),
        Typed::Look(name) => look(session, seat, name, console),
        Typed::Hint => console.say(&advice::hint(session, seat)),
        Typed::Evaluate => console.say(&advice::evaluation(session, seat)),
        _ => Ok(()),
    }
}

/// What a line was, in a turn that is taken part by part.
pub(super) enum Line {
    /// It ends the turn.
    Turn(Turn),
    /// It was a question, which has been answered.
    Answered,
    /// It is meant as a choice.
    Choice,
}

/// As [`aside`], for a turn that is taken part by part.
pub(super) fn command(
    session: &mut Session,
    seat: u32,
    line: &str,
    console: &mut Console,
) -> io::Result<Line> {
    Ok(match read(line) {
        Typed::Quit => Line::Turn(Turn::Quit),
        Typed::Undo => Line::Turn(Turn::Undo),
        Typed::Move(_) | Typed::Moves => Line::Choice,
        other => {
            aside(session, seat, &other, console)?;
            Line::Answered
        }
    })
}

/// What is asked at the first input of each action, where moves of several actions are listed together.
fn prompts(session: &Session, seat: u32, moves: &[Move]) -> String {
    let actions: BTreeSet<&str> = moves.iter().filter_map(|m| m.action.as_deref()).collect();
    if actions.len() < 2 {
        return String::new();
    }
    let asked = actions.into_iter().filter_map(|action| {
        let chosen = [(action.to_owned(), ValueView::Text(action.to_owned()))];
        let part = session.now.seat(seat).next_part(&chosen).ok().flatten()?;
        Some(format!("  {}\n", dim(&format!("{action}: {}", part.prompt?))))
    });
    asked.collect()
}

fn prompt(session: &Session, seat: u32, question: Option<&Question>) -> String {
    let view = session.now.view(Some(seat));
    let name = view.seats.get(seat as usize).map_or_else(String::new, |s| s.name.clone());
    let prompt = question.and_then(|q| q.prompt.as_deref()).unwrap_or("your move?");
    format!("{} ", bold(&format!("{name}, {prompt}")))
}

/// What was done, and the table as the seat sees it.
fn show(session: &mut Session, seat: u32, console: &mut Console) -> io::Result<()> {
    let news = session.news(Some(seat));
    let view = session.now.view(Some(seat));
    let gap = if news.is_empty() { "" } else { "\n" };
    console.say(&format!("{gap}{news}{}", table(&view, &mut session.letters)))
}

fn look(session: &Session, seat: u32, name: &str, console: &mut Console) -> io::Result<()> {
    let unknown = || format!("nothing that can be seen is called `{name}`\n");
    console.say(&find(&session.now.view(Some(seat)), name).unwrap_or_else(unknown))
}

/// A line in which things stand by their titles, as the rules call them.
fn named(session: &Session, seat: u32, line: &str) -> String {
    // What somebody writes stays as it is.
    let is_written = line.contains('"') || !session.now.seat(seat).free_inputs().is_empty();
    let named = || Titles::of(&session.now.view(Some(seat))).in_names(line);
    let named = if is_written { None } else { named() };
    named.unwrap_or_else(|| line.to_owned())
}

/// Makes the move that a line means, or says why it means none.
fn choice(
    session: &mut Session,
    seat: u32,
    (offer, numbered): (&Offer, &mut bool),
    text: &str,
    begun: &mut String,
    console: &mut Console,
) -> io::Result<Option<Move>> {
    let mut choice = Choice::None;
    if !begun.is_empty() {
        choice = offer.read(&format!("{begun} {text}"), false);
    }
    if choice == Choice::None {
        let other = offer.read(text, *numbered);
        if let (Choice::Several(some), Choice::One(index)) = (offer.read(begun, false), &other)
            && text.trim().parse::<usize>().is_ok()
            && !some.contains(index)
        {
            // A number of a list that is shown no more.
            console.say(&format!(
                "{} is none of these, which one?\n{}",
                text.trim(),
                offer.list(Some(&some))
            ))?;
            return Ok(None);
        }
        begun.clear();
        choice = other;
    }
    match choice {
        Choice::One(index) => match session.now.play(offer.moves()[index].id) {
            Ok(made) => return Ok(Some(made)),
            Err(refused) => console.say(&format!("{refused}\n"))?,
        },
        Choice::Several(some) => {
            *begun = if begun.is_empty() { text.to_owned() } else { format!("{begun} {text}") };
            *numbered = true;
            console.say(&format!("which one?\n{}", offer.list(Some(&some))))?;
        }
        // The engine knows best why something is not legal, and knows it by its name.
        Choice::None => match session.now.play_as(seat, named(session, seat, text).as_str()) {
            Ok(made) => return Ok(Some(made)),
            Err(refused) => {
                let hint = offer
                    .place_meant(text)
                    .map_or_else(String::new, |n| format!("; `#{n}` is the move at that place of the list"));
                console.say(&format!("{}{hint}\n", offer.in_its_words(&refused.to_string())))?;
            }
        },
    }
    Ok(None)
}
