//! Choosing a move part by part, where there are too many moves to list.

use super::choose::{Titles, normal, told_apart};
use super::console::Console;
use super::session::Session;
use super::turn::{Line, Turn, command};
use draw::styled::{Styled, columns, dim};
use engine::question::{Choice, Move, Part, Range};
use engine::view::ValueView;
use std::io;

/// More options are listed only when asked for with `?`.
const MAX_SHOWN: usize = 60;

pub(super) fn take(
    session: &mut Session,
    seat: u32,
    prompt: &str,
    console: &mut Console,
) -> io::Result<Turn> {
    let before = session.now.clone();
    let mut chosen: Vec<Choice> = Vec::new();
    let mut lists = true;
    loop {
        let part = match session.now.seat(seat).next_part(&chosen) {
            Ok(Some(part)) => part,
            Ok(None) => match session.now.play_as(seat, chosen.as_slice()) {
                Ok(made) => return Ok(Turn::Play(Box::new((before, made)))),
                Err(refused) => {
                    console.say(&format!("{refused}\n"))?;
                    chosen.clear();
                    continue;
                }
            },
            Err(refused) => {
                console.say(&format!("{refused}\n"))?;
                if chosen.pop().is_none() {
                    return Ok(Turn::Quit);
                }
                continue;
            }
        };
        // An action alone need not be named; one that is the whole move is made by whose turn it is.
        let is_only = part.name == "action" && part.options.len() == 1 && chosen.is_empty();
        if is_only && session.now.seat(seat).next_part(&part.options).is_ok_and(|next| next.is_some()) {
            chosen.extend(part.options);
            continue;
        }
        let read = read(session, seat, (&chosen, &part), (prompt, lists), console)?;
        lists = !matches!(read, Read::Listed);
        match read {
            Read::Option(option) => chosen.push(option),
            Read::Move(made) => return Ok(Turn::Play(Box::new((before, *made)))),
            Read::Turn(turn) => return Ok(turn),
            Read::Back => drop(chosen.pop()),
            Read::Answered | Read::Listed => {}
        }
    }
}

/// What a line was where an option is asked for.
enum Read {
    Option(Choice),
    /// A whole move, which has been made.
    Move(Box<Move>),
    Turn(Turn),
    Back,
    /// Nothing that leads on; the options are listed again.
    Answered,
    /// The same, where they stand there already.
    Listed,
}

/// Offers the options of a part, and reads what is typed.
fn read(
    session: &mut Session,
    seat: u32,
    (chosen, part): (&[Choice], &Part),
    (prompt, lists): (&str, bool),
    console: &mut Console,
) -> io::Result<Read> {
    let view = session.now.view(Some(seat));
    let titles = Titles::of(&view);
    let shown: Vec<String> = told_apart(&part.options, |(_, value), detail| titles.value(value, detail));
    if lists {
        offer(part, &shown, part.options.len() <= MAX_SHOWN, console)?;
    }
    let asked = part.prompt.as_ref().map_or_else(|| format!("{prompt}{}: ", part.name), |p| format!("{p} "));
    let Some(line) = console.ask(&asked)? else { return Ok(Read::Turn(Turn::Quit)) };
    if part.free.is_some() && is_quoted(&line) {
        return write(session, seat, chosen, &line, console);
    }
    match command(session, seat, &line, console)? {
        Line::Turn(turn) => return Ok(Read::Turn(turn)),
        Line::Answered => return Ok(Read::Answered),
        Line::Choice => {}
    }
    if line == "?" || line == "moves" {
        offer(part, &shown, true, console)?;
        return Ok(Read::Listed);
    }
    if line == "back" {
        return Ok(Read::Back);
    }
    // What names several things may name them in any order.
    let found = option(part, &shown, &line).map(|index| part.options[index].clone());
    if let Some(option) = found.or_else(|| session.now.seat(seat).option(chosen, &line).ok()) {
        return Ok(Read::Option(option));
    }
    if part.free.is_some() {
        return write(session, seat, chosen, &line, console);
    }
    if let Ok(made) = session.now.play_as(seat, line.as_str()) {
        return Ok(Read::Move(Box::new(made)));
    }
    console.say(&format!("`{line}` is none of these; `?` lists them\n"))?;
    Ok(Read::Answered)
}

/// Takes a line as a text of one's own, or says why it cannot be.
fn write(
    session: &Session,
    seat: u32,
    chosen: &[Choice],
    line: &str,
    console: &mut Console,
) -> io::Result<Read> {
    match session.now.seat(seat).option(chosen, line) {
        Ok(option) => Ok(Read::Option(option)),
        Err(refused) => {
            console.say(&format!("{refused}\n"))?;
            Ok(Read::Listed)
        }
    }
}

/// Whether a line is a text in quotation marks, which is no command and no number.
fn is_quoted(line: &str) -> bool {
    let line = line.trim();
    line.len() > 1 && line.starts_with('"') && line.ends_with('"')
}

/// What is said where a text of one's own may be written.
fn own_text(most: u16) -> String {
    dim(&format!(
        "or a text of your own, up to {most} characters: in quotation marks where it is a number or a command"
    ))
}

fn offer(part: &Part, shown: &[String], all: bool, console: &mut Console) -> io::Result<()> {
    let count = part.options.len();
    if let (true, Some(Range { from, to, step })) = (!all || part.unlisted().is_some(), part.range) {
        let steps = if step == 1.0 { String::new() } else { format!(" in steps of {step}") };
        let beside = if part.unlisted().is_some() { shown } else { &[] };
        let beside: String = beside.iter().map(|shown| format!(" or {shown}")).collect();
        return console.say(&format!("{from} to {to}{steps}{beside}; `back` goes back a step\n"));
    }
    let own = part.free.map_or_else(String::new, |most| format!("{}\n", own_text(most)));
    if !all {
        let what = if part.free.is_some() { "proposals" } else { "possible" };
        let more = format!("{count} {what}; `?` lists them, `back` goes back a step\n{own}");
        return console.say(&more);
    }
    let mark = if has_numbers(part) { "#" } else { "" };
    let options = shown.iter().enumerate();
    let items: Vec<Styled> =
        options.map(|(i, shown)| Styled::plain(format!("{mark}{} {shown}", i + 1))).collect();
    console.say(&format!("{}{own}", columns(&items)))
}

fn has_numbers(part: &Part) -> bool {
    part.options.iter().any(|(text, _)| text.parse::<f64>().is_ok())
}

/// By its text or what it is called, by number in the list, or by the only one that begins so.
fn option(part: &Part, shown: &[String], line: &str) -> Option<usize> {
    let typed = if part.free.is_some() { line.trim().to_owned() } else { normal(line) };
    let name = |((text, value), shown): (&Choice, &String)| match value {
        ValueView::Written(own) => [own.clone(), own.clone()],
        _ => [normal(text), normal(shown)],
    };
    let names: Vec<[String; 2]> = part.options.iter().zip(shown).map(name).collect();
    let has = |i: usize, fits: &dyn Fn(&str) -> bool| names[i].iter().any(|name| fits(name));
    if let Some(exact) = (0..names.len()).find(|i| has(*i, &|name| name == typed)) {
        return Some(exact);
    }
    // Where options are numbers, only `#3` is a place in the list.
    if has_numbers(part) && !typed.starts_with('#') && typed.parse::<f64>().is_ok() {
        return None;
    }
    if let Ok(number) = typed.trim_start_matches('#').parse::<usize>() {
        return number.checked_sub(1).filter(|n| *n < names.len());
    }
    // The beginning of a proposal is a text of its own.
    if part.free.is_some() {
        return None;
    }
    let mut begin = (0..names.len()).filter(|i| has(*i, &|name| name.starts_with(&typed)));
    begin.next().filter(|_| begin.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::{is_quoted, option};
    use engine::question::Part;
    use engine::view::ValueView;

    #[test]
    fn an_option_is_picked_by_text_title_number_or_beginning() {
        let options = ["7", "1", "Knave", "King"].map(|t| (t.to_owned(), ValueView::Null)).to_vec();
        let shown = ["7", "1", "Jack (Knave)", "King"].map(str::to_owned);
        let part =
            Part { name: "card".to_owned(), prompt: None, options, more: false, range: None, free: None };
        let option = |line: &str| option(&part, &shown, line);
        assert_eq!(option("1"), Some(1));
        assert_eq!(option("#1"), Some(0));
        assert_eq!(option("ki"), Some(3));
        assert_eq!(option("k"), None);
        assert_eq!(option("ja"), Some(2));
        assert_eq!(option("9"), None);
    }

    #[test]
    fn of_proposals_only_the_whole_text_and_the_number_count() {
        let options =
            ["sea", "sea shell"].map(|t| (format!("\"{t}\""), ValueView::Written(t.to_owned()))).to_vec();
        let shown = options.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
        let part =
            Part { name: "word".to_owned(), prompt: None, options, more: false, range: None, free: Some(20) };
        let option = |line: &str| option(&part, &shown, line);
        assert_eq!((option("sea shell"), option("2"), option("#1")), (Some(1), Some(1), Some(0)));
        assert_eq!((option("sea s"), option("Sea"), option("3")), (None, None, None));
        assert!(is_quoted("\"undo\"") && !is_quoted("\"") && !is_quoted("undo"));
    }
}
