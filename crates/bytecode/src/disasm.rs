//! A program as text, for people who look for a defect of ours. Nothing reads it back.

use crate::operand::Operand;
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
    let operands = |pc: usize| p.code[pc].operands(p, pc).into_iter();
    let targets: Vec<i64> =
        range.clone().flat_map(|pc| operands(pc).filter_map(move |o| o.target(pc))).collect();
    for pc in range {
        let jumped_to = if targets.contains(&(pc as i64)) { '>' } else { ' ' };
        let op = format!("{:?}", p.code[pc]);
        let _ = match operands(pc).find_map(|o| name(p, pc, o)) {
            Some(name) => writeln!(out, "{jumped_to}{pc:>5}  {op:<50} ; {name}"),
            None => writeln!(out, "{jumped_to}{pc:>5}  {op}"),
        };
    }
}

/// What an operand names; None where it names nothing, or nothing that is there.
fn name(p: &Program, pc: usize, operand: Operand) -> Option<String> {
    let function = |f: u32| Some(p.functions.get(f as usize)?.name.clone());
    let class = |c: u16| Some(p.classes.get(usize::from(c))?.name.clone());
    let action = |a: u16| Some(p.actions.get(usize::from(a))?.name.clone());
    match operand {
        Operand::Fixed(index) => p.fixed.get(index as usize).map(|f| f.name.clone()),
        Operand::Constant(index) => Some(constant(p, *p.constants.get(index as usize)?)),
        Operand::Function(f) | Operand::FunctionOf(f, _) => function(f),
        Operand::Closure(f, _) => function(f.into()),
        Operand::Method(slot) => function(p.any_method(slot)?),
        Operand::Class(c) => class(c),
        Operand::Action(a) | Operand::ActionOf(a, _) => action(a),
        Operand::Probe(probe) => Some(p.probes.get(probe as usize)?.name.clone()),
        Operand::Direction(d) => Some(constant(p, *p.tiles.directions.get(usize::from(d))?)),
        Operand::ZoneSlot(first) => {
            let (zone, _) = p.slots.get(usize::from(first))?;
            Some(p.zones.get(usize::from(*zone))?.name.clone())
        }
        Operand::BoardOfEach(first) => Some(p.boards.get(usize::from(first))?.name.clone()),
        Operand::CaseAttribute(info) => {
            let e = p.enums.get(usize::from(info >> 8))?;
            let (attribute, _) = e.attribute_names.get(usize::from(info & 0xFF))?;
            Some(format!("{}.{attribute}", e.name))
        }
        Operand::Show(show) => Some(format!("{:?}", p.shows.get(usize::from(show))?)),
        Operand::Team(team) => p.teams.get(usize::from(team)).cloned(),
        _ => operand.target(pc).map(|to| format!("to {to}")),
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
