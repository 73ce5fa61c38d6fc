//! How values are shown to people, as `as string` and `"{x}"` do.

use super::player;
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::list;
use bytecode::program::Show;
use bytecode::word::{self, NULL};

/// What printing a value takes, in fuel.
const PRINTING: usize = 4;

/// The text of a value.
pub(crate) fn to_text(m: &Memory<'_>, w: u64, show: &Show) -> OpResult<String> {
    let mut out = String::new();
    put(m, w, show, &mut out)?;
    Ok(out)
}

fn put(m: &Memory<'_>, w: u64, show: &Show, out: &mut String) -> OpResult {
    m.spend(PRINTING);
    if w == NULL {
        out.push_str("null");
        return Ok(());
    }
    match show {
        Show::Number => out.push_str(&number(word::to_number(w))),
        Show::Text => out.push_str(&m.string(w)?),
        Show::Bool => out.push_str(if w == word::TRUE { "true" } else { "false" }),
        Show::Player => out.push_str(&player::name_text(m, word::to_player(w))),
        Show::Case(e) => out.push_str(case(m, *e, w).unwrap_or("?")),
        Show::Tile => out.push_str(&tile(m, w)?),
        Show::Place if word::is_tile(w, m.program.tiles.count) => out.push_str(&tile(m, w)?),
        Show::Place | Show::Zone => out.push_str(&zone(m, w)?),
        Show::Zones => out.push_str(zones(m, w).ok_or_else(|| FaultKind::Impossible("zone slot"))?),
        Show::Turn => out.push_str(m.program.turns.get(w as usize).map_or("?", |t| &t.name)),
        Show::Object => out.push_str(&super::object::class(m, w)?.name),
        Show::List(of) => put_all(m, m.elements(w)?.iter(), of, out)?,
        Show::Set(of) => {
            let members: Vec<u64> = of.members(w).collect();
            put_all(m, members.iter(), of, out)?;
        }
        Show::Table(of, _) => put_all(m, m.elements(w)?.iter().skip(2).step_by(3), of, out)?,
        Show::Position => out.push_str("position"),
        Show::Function => out.push_str("function"),
    }
    Ok(())
}

/// Whole numbers without a point, others with the fewest digits that read back as the same number.
pub(super) fn number(x: f64) -> String {
    if x == 0.0 { "0".to_owned() } else { format!("{x}") }
}

fn case<'a>(m: &Memory<'a>, e: u16, w: u64) -> Option<&'a str> {
    m.program.enums.get(usize::from(e))?.cases.get(w as usize).map(String::as_str)
}

/// What people call a tile, where its look says so; for rules it has a name, which is compared.
pub(crate) fn tile_title<'a>(m: &Memory<'a>, w: u64, show: &Show) -> Option<&'a str> {
    let is_tile = matches!(show, Show::Tile | Show::Place) && word::is_tile(w, m.program.tiles.count);
    let board = is_tile.then(|| super::tile::board(m, w).ok())??;
    m.program.tile_title(&board.name, &tile(m, w).ok()?)
}

fn tile(m: &Memory<'_>, w: u64) -> OpResult<String> {
    super::tile::name_of(m, w)
}

/// `stock`, `hand(0)`
fn zone(m: &Memory<'_>, address: u64) -> OpResult<String> {
    let slot = list::zone(m.at(address as usize)?) as usize;
    let (of, owner) = m.program.slots.get(slot).ok_or_else(|| FaultKind::Impossible("zone slot"))?;
    let zone = m.program.zones.get(usize::from(*of)).ok_or_else(|| FaultKind::Impossible("zone"))?;
    Ok(owner.map_or(zone.title.clone(), |p| format!("{}({p})", zone.title)))
}

/// The name of the zones of which `slot` is the first.
fn zones<'a>(m: &Memory<'a>, slot: u64) -> Option<&'a str> {
    let (zone, _) = m.program.slots.get(slot as usize)?;
    m.program.zones.get(usize::from(*zone)).map(|z| z.title.as_str())
}

/// `{ 1, 2 }`
fn put_all<'w>(
    m: &Memory<'_>,
    words: impl Iterator<Item = &'w u64>,
    of: &Show,
    out: &mut String,
) -> OpResult {
    out.push('{');
    for (i, w) in words.enumerate() {
        out.push_str(if i == 0 { " " } else { ", " });
        put(m, *w, of, out)?;
        // Four units a word: a longer text would exceed the limit.
        if out.len() / 16 > m.limit {
            return Err(FaultKind::TooMuchMemory.into());
        }
    }
    out.push_str(" }");
    Ok(())
}
