//! How a match stands for one viewer, for pages that are made anew each time. Like messages it is made from what the
//! engine shows this viewer.

use crate::choose;
use crate::frames;
use crate::input::Grant;
use crate::table::Table;
use draw::told::Teller;
use engine::Match;
use engine::view::View;
use store::{Millis, SeatKind};
use wire::{Now, People};

/// Where there are more moves than this none are listed.
const MAX_LISTED: usize = 200;

#[derive(Clone, Debug)]
pub struct Page {
    pub seat: Option<u32>,
    pub view: View,
    /// The classes of the boards of the game.
    pub boards: Vec<String>,
    pub now: Now,
    pub people: People,
    /// What happened last.
    pub last: Vec<String>,
    pub asked: Option<Question>,
    /// Whether a program has a question to answer, so that something will happen by itself.
    pub is_bot_asked: bool,
    /// What was said last, by whom.
    pub said: Vec<(String, String)>,
}

#[derive(Clone, Debug)]
pub struct Question {
    pub q: u64,
    pub prompt: Option<String>,
    /// All legal moves as they are typed; empty where they are too many.
    pub moves: Vec<String>,
}

/// Why there is no page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoPage {
    /// The match is not in memory.
    Cold,
    /// The seat has another holder by now.
    SignedOut,
    /// Those who look on see this match later, over a socket.
    Later,
}

impl Table {
    /// The question of a seat and the match with all its moves, where a bot may say what it would do: all others are
    /// bots, so that nobody plays without who could have it too.
    pub fn to_advise(&self, grant: Grant) -> Option<(u64, Match)> {
        let fold = &self.warm()?.fold;
        let seat = grant.seat as usize;
        let is_own = |n: usize, kind: SeatKind| (n == seat) == (kind == SeatKind::Human);
        let is_alone = (0..)
            .zip(&fold.light.kinds)
            .all(|(n, kind)| is_own(n, *kind) && matches!(kind, SeatKind::Human | SeatKind::Bot));
        let is_asked = fold.light.asked.get(seat) == Some(&true) && !fold.is_over();
        let may_ask = is_alone && is_asked && self.is_current(grant);
        if may_ask { Some((fold.light.q[seat], fold.recorded()?)) } else { None }
    }

    pub fn page(&self, grant: Option<Grant>, now: Millis) -> Result<Page, NoPage> {
        let warm = self.warm().ok_or(NoPage::Cold)?;
        let fold = &warm.fold;
        let number = grant.map_or(fold.players as usize, |grant| grant.seat as usize);
        match grant {
            Some(grant) if !self.is_current(grant) => return Err(NoPage::SignedOut),
            None if warm.delayed.is_some() => return Err(NoPage::Later),
            _ => {}
        }
        let viewer = frames::viewer(fold, number);
        let seat = grant.map(|grant| grant.seat);
        let is_asked = |seat: &u32| {
            let i = *seat as usize;
            fold.light.asked[i] && fold.light.kinds[i] == SeatKind::Human
        };
        let mut people = self.people(seat.is_none());
        for (seat, person) in (0..).zip(&mut people.seats).filter(|(_, person)| person.bot) {
            person.name = self.name_of(seat);
        }
        let name = |seat: u32| self.name_of(seat);
        let names = (0..fold.players).map(name).collect();
        let teller = Teller::new(fold.rules.game(), "").with_names(names);
        let last =
            fold.last_told().map_or_else(Vec::new, |(before, after)| teller.told(before, after, viewer));
        Ok(Page {
            seat,
            view: fold.core.view(viewer),
            boards: fold.rules.game().board_classes(),
            now: frames::now(fold, number, warm.time(now)),
            last,
            asked: seat.filter(is_asked).map(|seat| {
                let (prompt, moves) = choose::listed(&fold.core, seat, MAX_LISTED);
                Question { q: fold.light.q[seat as usize], prompt, moves }
            }),
            is_bot_asked: !fold.is_over() && Table::thinkers(warm).next().is_some(),
            said: warm.chat.lines().map(|(by, text)| (name(by), text.to_owned())).collect(),
            people,
        })
    }
}
