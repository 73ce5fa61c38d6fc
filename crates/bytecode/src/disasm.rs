//! A program as text, for people who look for a defect of ours. Nothing reads it back.

use crate::op::Op;
use crate::program::{Function, Program};
use crate::word::{self, NULL, Text};
use std::fmt::Write;

/// All functions with their instructions, what they name in the tables standing behind them.
///
/// ```text
/// function 3 `move` 2 parameters, 5 registers
///    12  Constant { d: 2, index: 0 }                    ; 1.5
/// >  13  JumpLess { a: 0, b: 2, by: -2 }                ; to 12
/// ```
///
/// Instructions that others jump to are marked with `>`.
pub fn disassemble(program: &Program) -> String {
    let mut out = String::new();
    for (i, f) in program.functions.iter().enumerate() {
        let (params, registers) = (f.params, f.registers);
        let _ = writeln!(out, "function {i} `{}` {params} parameters, {registers} registers", f.name);
        function(program, f, &mut out);
        out.push('\n');
    }
    out
}

fn function(p: &Program, f: &Function, out: &mut String) {
    let range = f.entry as usize..(f.end as usize).min(p.code.len());
    let targets: Vec<i64> = range.clone().filter_map(|pc| p.code[pc].target(p, pc)).collect();
    for pc in range {
        let mark = if targets.contains(&(pc as i64)) { '>' } else { ' ' };
        let op = format!("{:?}", p.code[pc]);
        let _ = match note(p, pc) {
            note if note.is_empty() => writeln!(out, "{mark}{pc:>5}  {op}"),
            note => writeln!(out, "{mark}{pc:>5}  {op:<50} ; {note}"),
        };
    }
}

/// What the numbers of an instruction stand for.
fn note(p: &Program, pc: usize) -> String {
    let function = |f: u32| p.functions.get(f as usize).map_or("?", |f| &f.name).to_owned();
    let class = |c: u16| p.classes.get(usize::from(c)).map_or("?", |c| &c.name).to_owned();
    let action = |a: u16| p.actions.get(usize::from(a)).map_or("?", |a| &a.name).to_owned();
    let words = |ws: &[u64], i: usize| ws.get(i).map_or("?".to_owned(), |w| constant(p, *w));
    let op = &p.code[pc];
    match *op {
        Op::Constant { index, .. } => words(&p.constants, index as usize),
        Op::Call { function: f, .. } | Op::RaiseMoved { function: f, .. } => function(f),
        Op::Closure { function: f, .. } => function(f.into()),
        Op::CallMethod { slot, .. } | Op::CallTileMethod { slot, .. } => {
            let of = |m: &Vec<u32>| m.get(usize::from(slot)).copied().filter(|f| *f != u32::MAX);
            p.methods.iter().find_map(of).map_or_else(|| "?".to_owned(), function)
        }
        Op::New { class: c, .. } | Op::IsClass { class: c, .. } | Op::Cast { class: c, .. } => class(c),
        Op::Emit { action: a, .. } | Op::Enqueue { action: a, .. } => action(a),
        Op::Probe { probe } => p.probes.get(probe as usize).map_or("?", |m| &m.name).to_owned(),
        Op::Step { direction, .. } => words(&p.tiles.directions, direction.into()),
        Op::ZoneOf { first, .. } => {
            let zone = p.slots.get(usize::from(first)).and_then(|s| p.zones.get(usize::from(s.0)));
            zone.map_or("?", |z| &z.name).to_owned()
        }
        Op::CaseAttribute { info, .. } => {
            let e = p.enums.get(usize::from(info >> 8));
            let attribute = e.and_then(|e| Some((e, e.attribute_names.get(usize::from(info & 0xFF))?)));
            attribute.map_or("?".to_owned(), |(e, a)| format!("{}.{}", e.name, a.0))
        }
        Op::ToText { show, .. } | Op::Choose { show, .. } => {
            p.shows.get(usize::from(show)).map_or("?".to_owned(), |s| format!("{s:?}"))
        }
        Op::Team { team, .. } => p.teams.get(usize::from(team)).map_or("?", |t| t).to_owned(),
        _ => op.target(p, pc).map_or(String::new(), |to| format!("to {to}")),
    }
}

/// A word whose type is not known, as what it most likely is.
fn constant(p: &Program, w: u64) -> String {
    match word::text(w) {
        _ if w == NULL => "null".to_owned(),
        Some(Text::Inline(n, bytes)) => {
            let text: String = (0..n).map(|i| char::from((bytes >> (8 * i)) as u8)).collect();
            format!("{text:?}")
        }
        Some(Text::Constant(i)) if i < p.strings.len() => {
            format!("{:?}", String::from_utf16_lossy(&p.strings[i]))
        }
        _ if w < 1 << 48 => format!("{w} as an integer"),
        _ => format!("{}", word::to_number(w)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests;

    #[test]
    fn a_listing_names_what_is_meant() {
        let text = disassemble(&tests::program());
        let expected = "\
function 0 `add` 2 parameters, 4 registers
     0  Constant { d: 2, index: 1 }                        ; 1.5
     1  Add { d: 0, a: 0, b: 1 }
     2  Move { d: 1, s: 0 }
     3  Return { s: 0 }

function 1 `run` 3 parameters, 4 registers
     4  JumpNull { c: 0, to: 6 }                           ; to 6
     5  Constant { d: 3, index: 2 }                        ; \"long enough\"
>    6  Return { s: 0 }
";
        assert!(text.starts_with(expected), "{text}");
        assert!(text.contains("; \"n\""), "{text}");
        assert!(text.contains("; Mark"), "{text}");
    }
}
