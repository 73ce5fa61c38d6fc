//! What a series of matches showed: plain data, which serializes as `tavola simulate --format json` prints it, but for
//! places in files.

use crate::coverage::Coverage;
use crate::statistics::wilson;
use crate::tally::{Sample, ScoreSum, Tally};
use engine::Profile;
use engine::view::Fault;
use serde::{Serialize, Serializer};

/// The result of a series.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    pub game: String,
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
    pub bots: Vec<String>,
    /// Wall time of the playouts, without the sampling; the rates are of this time.
    pub seconds: f64,
    /// Wall time of all.
    pub seconds_in_all: f64,
    pub playouts_per_second: f64,
    pub moves_per_second: f64,
    pub players: u32,
    /// By seat; where all share the first place, nobody's.
    pub wins: Vec<Wins>,
    /// Matches whose first place all share.
    pub draws: u64,
    /// Matches whose first place several share, but not all; each of them has it.
    pub shared: u64,
    /// Matches that ended without a winner.
    pub nobody: u64,
    pub stuck: u64,
    #[serde(rename = "faults")]
    pub fault_count: u64,
    /// How matches ended that did not finish: of each kind how many, and the first of them.
    pub bad_ends: Vec<BadEnd>,
    /// The first match in which a move was left out that takes too long to be tried.
    pub left_out: Option<LeftOut>,
    /// Matches that were stopped after the most moves allowed.
    pub unfinished: u64,
    /// Matches that ended because a bot chose a move that there is not: a defect of that bot.
    pub refused: u64,
    pub length: Length,
    pub branching: Branching,
    /// Decisions in a match, by seat, on average.
    pub decisions: Vec<f64>,
    pub actions: Vec<ActionUse>,
    /// Answers to questions in the middle of effects.
    pub answers: u64,
    /// By seat, over finished matches.
    pub scores: Vec<Scores>,
    /// How many matches `branching`, `decisions` and `possible` were counted in: the first ones.
    pub sampled: u64,
    /// What of the rules ran; None for a game without probes.
    #[serde(skip)]
    pub coverage: Option<Coverage>,
    /// Where the rules spent their steps; None where nobody wanted to know.
    #[serde(skip)]
    pub profile: Option<Profile>,
}

/// First places of a seat with the 95 % interval of their share.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Wins {
    pub count: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

/// Matches that ended in one way without finishing, and the first of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BadEnd {
    #[serde(flatten)]
    pub how: Ending,
    pub count: u64,
    /// The number of the first in the series.
    #[serde(rename = "match")]
    pub number: u64,
    /// The seed of a series whose first match is that one.
    pub seed: u64,
    pub moves: u32,
}

/// The first match of a series in which a move was left out that takes too long to be tried.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LeftOut {
    #[serde(rename = "message", serialize_with = "message")]
    pub why: Fault,
    /// The number of the match in the series.
    #[serde(rename = "match")]
    pub number: u64,
    /// The seed of a series whose first match is that one.
    pub seed: u64,
}

/// How a match ended that did not finish.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "end", content = "message", rename_all = "lowercase")]
pub enum Ending {
    /// The rules went wrong.
    Fault(#[serde(serialize_with = "message")] Fault),
    Stuck,
    /// It was stopped after the most moves allowed.
    Unfinished,
    /// A bot chose a move that there is not.
    Refused,
}

impl Ending {
    /// Whether it is the same for its reader: of faults those at one place that differ in numbers alone.
    pub(crate) fn is_like(&self, other: &Ending) -> bool {
        let words = |text: &str| text.replace(|c: char| c.is_ascii_digit() || "-.".contains(c), "");
        match (self, other) {
            (Ending::Fault(a), Ending::Fault(b)) => a.at == b.at && words(&a.message) == words(&b.message),
            (a, b) => a == b,
        }
    }
}

/// Lengths of matches in moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Length {
    pub mean: f64,
    pub deviation: f64,
    pub min: u32,
    pub max: u32,
    /// Per cent and length.
    #[serde(serialize_with = "by_percent")]
    pub quantiles: Vec<(u32, u32)>,
}

/// Legal moves at a decision.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Branching {
    pub mean: f64,
    pub max: u32,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ActionUse {
    pub name: String,
    /// No player chooses it: it only runs by itself, after an event.
    pub automatic: bool,
    /// Over all matches.
    pub chosen: u64,
    /// Decisions of the sampled matches at which it was possible.
    pub possible: u64,
}

/// Scores of a seat.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Scores {
    pub mean: f64,
    pub deviation: f64,
    pub min: f64,
    pub max: f64,
}

fn message<S: Serializer>(fault: &Fault, serializer: S) -> Result<S::Ok, S::Error> {
    fault.message.serialize(serializer)
}

fn by_percent<S: Serializer>(quantiles: &[(u32, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(quantiles.iter().map(|(percent, length)| (percent.to_string(), length)))
}

impl Report {
    /// Puts the sums of a series into words and shares. What names the series is filled in by the caller.
    pub(crate) fn new(actions: Vec<(String, bool)>, tally: Tally, sample: &Sample, seconds: f64) -> Report {
        let games = tally.lengths.total();
        let rate = |n: u64| if seconds > 0.0 { n as f64 / seconds } else { 0.0 };
        let uses = actions.into_iter().zip(&tally.chosen).zip(&sample.possible);
        Report {
            game: String::new(),
            games,
            seed: 0,
            threads: 1,
            bots: Vec::new(),
            players: tally.wins.len() as u32,
            seconds,
            seconds_in_all: seconds,
            playouts_per_second: rate(games),
            moves_per_second: rate(tally.lengths.sum()),
            wins: tally.wins.iter().map(|count| wins(*count, games)).collect(),
            draws: tally.draws,
            shared: tally.shared,
            nobody: tally.nobody,
            stuck: tally.stuck,
            unfinished: tally.unfinished,
            refused: tally.refused,
            fault_count: tally.fault_count,
            length: length(&tally),
            sampled: sample.matches,
            branching: Branching { mean: sample.branching.mean(), max: sample.branching.max() },
            decisions: sample.decisions.iter().map(|n| *n as f64 / sample.matches.max(1) as f64).collect(),
            actions: uses
                .map(|(((name, automatic), chosen), possible)| ActionUse {
                    name,
                    automatic,
                    chosen: *chosen,
                    possible: *possible,
                })
                .collect(),
            answers: tally.answers,
            scores: tally.scores.iter().map(|sum| scores(sum, tally.finished)).collect(),
            bad_ends: tally.bad,
            left_out: tally.left_out,
            coverage: None,
            profile: None,
        }
    }
}

fn wins(count: u64, games: u64) -> Wins {
    let (low, high) = wilson(count, games);
    Wins { count, share: if games == 0 { 0.0 } else { count as f64 / games as f64 }, low, high }
}

fn length(tally: &Tally) -> Length {
    const QUANTILES: [u32; 7] = [5, 10, 25, 50, 75, 90, 95];
    let all = &tally.lengths;
    Length {
        mean: all.mean(),
        deviation: all.deviation(),
        min: all.min(),
        max: all.max(),
        quantiles: QUANTILES.iter().map(|q| (*q, all.quantile(f64::from(*q) / 100.0))).collect(),
    }
}

fn scores(sum: &ScoreSum, n: u64) -> Scores {
    if n == 0 {
        return Scores { mean: 0.0, deviation: 0.0, min: 0.0, max: 0.0 };
    }
    let mean = sum.sum / n as f64;
    let variance = if n < 2 { 0.0 } else { (sum.squares - mean * sum.sum) / (n - 1) as f64 };
    Scores { mean, deviation: variance.max(0.0).sqrt(), min: sum.min, max: sum.max }
}
