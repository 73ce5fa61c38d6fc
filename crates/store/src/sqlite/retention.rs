//! Finding and removing what is older than it may be, in portions, so that commits do not wait for it.

use super::apply;
use super::read::{self, NUMBER};
use crate::rows::{Match, MatchId, MatchState, Millis};
use crate::store::{Retained, Retention};
use crate::tables::oldest;
use rusqlite::Connection;

/// About so many rows are removed together.
const PORTION: u32 = 500;

/// So many matches are looked at together.
const PAGE: u32 = 2_000;

/// What may go of some matches.
#[derive(Debug, Default)]
pub(super) struct Page {
    /// In portions.
    pub(super) old: Vec<Vec<MatchId>>,
    /// Those whose chat may go.
    pub(super) ended: Vec<MatchId>,
    /// The last that was looked at; None behind the end.
    pub(super) last: Option<MatchId>,
}

/// What the writer is to remove at a time. It looks again whether it may.
#[derive(Debug)]
pub(super) enum Removal {
    Matches { ids: Vec<MatchId>, now: Millis, keep: Retention },
    Chat { of: MatchId },
    Rest { now: Millis, keep: Retention },
}

fn is_old(row: &Match, now: Millis, keep: &Retention) -> bool {
    row.touched < oldest(row.state, now, keep)
}

pub(super) fn page(c: &Connection, after: MatchId, now: Millis, keep: &Retention) -> rusqlite::Result<Page> {
    let sql = "select id, state, touched, steps, \
        exists (select 1 from chat where chat.match = number) from game_match \
        where id > ?1 order by id limit ?2";
    let mut statement = c.prepare_cached(sql)?;
    let mut rows = statement.query((after, PAGE))?;
    let (mut page, mut portion) = (Page::default(), u32::MAX);
    while let Some(row) = rows.next()? {
        let (id, state, touched): (MatchId, MatchState, Millis) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let steps: u32 = row.get(3)?;
        page.last = Some(id);
        if touched < oldest(state, now, keep) {
            if portion >= PORTION {
                page.old.push(Vec::new());
                portion = 0;
            }
            portion = portion.saturating_add(steps).saturating_add(1);
            page.old.last_mut().into_iter().for_each(|portion| portion.push(id));
        } else if state >= MatchState::Over && touched < now - keep.chat && row.get(4)? {
            page.ended.push(id);
        }
    }
    Ok(page)
}

pub(super) fn remove(c: &Connection, removal: &Removal) -> rusqlite::Result<Retained> {
    let mut removed = Retained::default();
    match removal {
        Removal::Matches { ids, now, keep } => {
            for id in ids {
                if read::match_of(c, *id)?.is_some_and(|row| is_old(&row, *now, keep)) {
                    apply::remove(c, *id)?;
                    removed.matches += 1;
                }
            }
        }
        Removal::Chat { of } => {
            removed.chat = apply::rows(c, &format!("delete from chat where match = {NUMBER}"), [of])? as u64;
        }
        Removal::Rest { now, keep } => {
            removed.invites = apply::rows(c, "delete from invite where until < ?1", [now])? as u64;
            let unnamed = "delete from program where added < ?1 \
                and not exists (select 1 from game_match where program = hash)";
            removed.programs = apply::rows(c, unnamed, [now - keep.lobby])? as u64;
        }
    }
    Ok(removed)
}
