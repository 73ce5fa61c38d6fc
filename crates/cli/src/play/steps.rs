//! Choosing a move part by part, where there are too many moves to list.

use super::console::Console;
use super::session::Session;
use super::turn::{Line, Turn, command};
use crate::draw::styled::{Styled, columns};
use engine::question::{Choice, Part};
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
        offer(&part, part.options.len() <= MAX_SHOWN, console)?;
        let asked =
            part.prompt.as_ref().map_or_else(|| format!("{prompt}{}: ", part.name), |p| format!("{p} "));
        let Some(line) = console.ask(&asked)? else { return Ok(Turn::Quit) };
        match command(session, seat, &line, console)? {
            Line::Turn(turn) => return Ok(turn),
            Line::Answered => continue,
            Line::Choice => {}
        }
        match line.as_str() {
            "?" | "moves" => offer(&part, true, console)?,
            "back" => {
                chosen.pop();
            }
            // What names several things may name them in any order.
            line => match option(&part, line)
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

fn offer(part: &Part, all: bool, console: &mut Console) -> io::Result<()> {
    let count = part.options.len();
    if !all {
        return console.say(&format!("{count} possible; `?` lists them, `back` goes back a step\n"));
    }
    let mark = if has_numbers(part) { "#" } else { "" };
    let options = part.options.iter().enumerate();
    let items: Vec<Styled> =
        options.map(|(i, (text, _))| Styled::plain(format!("{mark}{} {text}", i + 1))).collect();
    console.say(&columns(&items))
}

fn has_numbers(part: &Part) -> bool {
    part.options.iter().any(|(text, _)| text.parse::<f64>().is_ok())
}

/// By text, by number in the list, or by the only text that begins so.
fn option(part: &Part, line: &str) -> Option<usize> {
    let typed = line.to_lowercase();
    let texts: Vec<String> = part.options.iter().map(|(text, _)| text.to_lowercase()).collect();
    if let Some(exact) = texts.iter().position(|t| *t == typed) {
        return Some(exact);
    }
    // Where options are numbers, only `#3` is a place in the list.
    if has_numbers(part) && !typed.starts_with('#') && typed.parse::<f64>().is_ok() {
        return None;
    }
    if let Ok(number) = typed.trim_start_matches('#').parse::<usize>() {
        return number.checked_sub(1).filter(|n| *n < texts.len());
    }
    let mut begin = (0..texts.len()).filter(|i| texts[*i].starts_with(&typed));
    begin.next().filter(|_| begin.next().is_none())
}

#[cfg(test)]
mod tests {
    use super::option;
    use engine::question::Part;
    use engine::view::Value;

    #[test]
    fn an_option_is_picked_by_text_number_or_beginning() {
        let options = ["7", "1", "Knave", "King"].map(|t| (t.to_owned(), Value::Null)).to_vec();
        let part = Part { name: "card".to_owned(), prompt: None, options, more: false };
        assert_eq!(option(&part, "1"), Some(1));
        assert_eq!(option(&part, "#1"), Some(0));
        assert_eq!(option(&part, "ki"), Some(3));
        assert_eq!(option(&part, "k"), None);
        assert_eq!(option(&part, "9"), None);
    }
}
