//! Choosing a move part by part, where there are too many moves to list.

use super::choose::{Titles, normal};
use super::console::Console;
use super::session::Session;
use super::turn::{Line, Turn, command};
use crate::draw::styled::{Styled, columns};
use engine::question::{Choice, Part, Range};
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
        if part.name == "action" && part.options.len() == 1 && chosen.is_empty() {
            chosen.extend(part.options.first().cloned());
            continue;
        }
        let view = session.now.view(Some(seat));
        let titles = Titles::of(&view);
        let shown: Vec<String> = part.options.iter().map(|(_, value)| titles.value(value)).collect();
        offer(&part, &shown, part.options.len() <= MAX_SHOWN, console)?;
        let asked =
            part.prompt.as_ref().map_or_else(|| format!("{prompt}{}: ", part.name), |p| format!("{p} "));
        let Some(line) = console.ask(&asked)? else { return Ok(Turn::Quit) };
        match command(session, seat, &line, console)? {
            Line::Turn(turn) => return Ok(turn),
            Line::Answered => continue,
            Line::Choice => {}
        }
        match line.as_str() {
            "?" | "moves" => offer(&part, &shown, true, console)?,
            "back" => {
                chosen.pop();
            }
            // What names several things may name them in any order.
            line => match option(&part, &shown, line)
                .map(|index| part.options[index].clone())
                .or_else(|| session.now.seat(seat).option(&chosen, line).ok())
            {
                Some(option) => chosen.push(option),
                None => match session.now.play_as(seat, line) {
                    Ok(made) => return Ok(Turn::Play(Box::new((before, made)))),
                    Err(_) => console.say(&format!("`{line}` is none of these; `?` lists them\n"))?,
                },
            },
        }
    }
}

fn offer(part: &Part, shown: &[String], all: bool, console: &mut Console) -> io::Result<()> {
    let count = part.options.len();
    if let (false, Some(Range { from, to, step })) = (all, part.range) {
        let steps = if step == 1.0 { String::new() } else { format!(" in steps of {step}") };
        return console.say(&format!("{from} to {to}{steps}; `back` goes back a step\n"));
    }
    if !all {
        return console.say(&format!("{count} possible; `?` lists them, `back` goes back a step\n"));
    }
    let mark = if has_numbers(part) { "#" } else { "" };
    let options = shown.iter().enumerate();
    let items: Vec<Styled> =
        options.map(|(i, shown)| Styled::plain(format!("{mark}{} {shown}", i + 1))).collect();
    console.say(&columns(&items))
}

fn has_numbers(part: &Part) -> bool {
    part.options.iter().any(|(text, _)| text.parse::<f64>().is_ok())
}

/// By its text or what it is called, by number in the list, or by the only one that begins so.
fn option(part: &Part, shown: &[String], line: &str) -> Option<usize> {
    let typed = normal(line);
    let names = part.options.iter().zip(shown).map(|((text, _), shown)| [normal(text), normal(shown)]);
    let names: Vec<[String; 2]> = names.collect();
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
    let mut begin = (0..names.len()).filter(|i| has(*i, &|name| name.starts_with(&typed)));
    begin.next().filter(|_| begin.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::option;
    use engine::question::Part;
    use engine::view::Value;

    #[test]
    fn an_option_is_picked_by_text_title_number_or_beginning() {
        let options = ["7", "1", "Knave", "King"].map(|t| (t.to_owned(), Value::Null)).to_vec();
        let shown = ["7", "1", "Jack (Knave)", "King"].map(str::to_owned);
        let part = Part { name: "card".to_owned(), prompt: None, options, more: false, range: None };
        let option = |line: &str| option(&part, &shown, line);
        assert_eq!(option("1"), Some(1));
        assert_eq!(option("#1"), Some(0));
        assert_eq!(option("ki"), Some(3));
        assert_eq!(option("k"), None);
        assert_eq!(option("ja"), Some(2));
        assert_eq!(option("9"), None);
    }
}
