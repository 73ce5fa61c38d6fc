//! How matches go that are played at random: how long they are, how far scores are apart, and whether they are series of
//! deals. It knows nothing of what is hidden.

use super::Imagined;
use bytecode::layout::{list, object};
use bytecode::word::NULL;
use vm::mix;

/// How matches went that were played at random.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Course {
    /// The usual number of moves, where matches ended.
    pub length: Option<u32>,
    /// By how many points two seats usually differ at the end; 0 where nobody has any.
    pub spread: f64,
    /// By how many points two seats usually differ after one deal, where a match is a series of deals: chance comes
    /// seldom, and when it does all lies as it did at the beginning and some have more points.
    pub deal: Option<f64>,
    /// Pieces were put on boards, and what lay there stayed as it was.
    pub only_places: bool,
}

/// What was found in matches so far.
#[derive(Default)]
pub(super) struct Courses {
    matches: u64,
    moves: u64,
    /// Moves after which chance went on.
    dealt: u64,
    /// Those among them that ended a deal.
    settled: u64,
    deals: Differences,
    ends: Differences,
    lengths: Vec<u32>,
    /// Pieces came to boards, and some did not stay as they were.
    placed: u64,
    changed: u64,
    now: Going,
}

/// The match at hand.
#[derive(Default)]
struct Going {
    moves: u32,
    /// How much lay in each zone at the beginning.
    began: Vec<usize>,
    /// The scores when chance went on the last time.
    scores: Vec<f64>,
    /// What lies on each tile, 0 for nothing.
    tiles: Vec<u64>,
}

/// The mean square of differences between seats.
#[derive(Default)]
struct Differences {
    squares: f64,
    count: u64,
}

impl Differences {
    fn add(&mut self, scores: &[f64]) {
        for (p, own) in scores.iter().enumerate() {
            for other in &scores[..p] {
                self.squares += (own - other) * (own - other);
                self.count += 1;
            }
        }
    }

    fn usual(&self) -> f64 {
        (self.squares / self.count.max(1) as f64).sqrt()
    }
}

impl Courses {
    pub(super) fn begin(&mut self, now: &Imagined) {
        self.matches += 1;
        self.now = Going { moves: 0, began: lengths(now), scores: now.scores(), tiles: tiles(now) };
    }

    pub(super) fn moved(&mut self, now: &Imagined) {
        self.moves += 1;
        self.now.moves += 1;
        let tiles = tiles(now);
        for (before, after) in self.now.tiles.iter().zip(&tiles) {
            self.placed += u64::from(*before == 0 && *after != 0);
            self.changed += u64::from(*before != 0 && before != after);
        }
        self.now.tiles = tiles;
        if !now.had_chance() {
            return;
        }
        self.dealt += 1;
        let scores = now.scores();
        if scores != self.now.scores && lengths(now) == self.now.began {
            self.settled += 1;
            let gains: Vec<f64> = scores.iter().zip(&self.now.scores).map(|(now, then)| now - then).collect();
            self.deals.add(&gains);
        }
        self.now.scores = scores;
    }

    pub(super) fn end(&mut self, now: &Imagined) {
        self.ends.add(&now.scores());
        if now.over() {
            self.lengths.push(self.now.moves);
        }
    }

    pub(super) fn course(mut self) -> Course {
        let is_series = self.settled >= 2 * self.matches.max(1)
            && 5 * self.settled >= 4 * self.dealt
            && 3 * self.dealt <= self.moves;
        let deal = Some(self.deals.usual()).filter(|usual| is_series && *usual > 0.0);
        self.lengths.sort_unstable();
        let length = self.lengths.get(self.lengths.len() / 2).copied();
        let only_places = self.placed > self.matches && self.changed == 0;
        Course { length, spread: self.ends.usual(), deal, only_places }
    }
}

/// How much lies in each zone.
fn lengths(now: &Imagined) -> Vec<usize> {
    let (program, words) = (&now.game.program, &now.position.state.words);
    let of_slot =
        |slot: usize| words.get(program.layout.zones + slot * list::HEAD).copied().map(list::length);
    (0..program.slots.len()).filter_map(of_slot).collect()
}

/// What lies on each tile by class and owner, 0 for nothing; of a tile of several pieces how many.
fn tiles(now: &Imagined) -> Vec<u64> {
    let (program, words) = (&now.game.program, &now.position.state.words);
    let word = |at: usize| words.get(at).copied().unwrap_or(NULL);
    let here = |(t, single): (usize, &bool)| match (word(program.layout.tiles + t), single) {
        (NULL, _) => 0,
        (piece, true) => {
            mix(object::class(word(piece as usize)).into(), word(piece as usize + object::OWNER)).max(1)
        }
        (row, false) => list::length(word(row as usize)) as u64,
    };
    program.tiles.single.iter().enumerate().map(here).collect()
}
