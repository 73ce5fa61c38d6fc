//! Decisions as data: what is asked, what may be answered, why an answer is refused.

use crate::fault::short;
use crate::json;
use crate::tabletop;
use crate::view::{Fault, ValueView};
use base::Random;
use serde::Serialize;
use std::fmt;

/// Where a decision has more moves than this, they are not listed.
pub const MAX_LISTED: usize = 10_000;

/// What somebody must decide now.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    pub seat: u32,
    pub kind: QuestionKind,
    /// `Discard one`, where the author wrote a prompt.
    pub prompt: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuestionKind {
    /// Which action to take, with which inputs.
    Act,
    /// A value, in the middle of an effect.
    Choose,
}

/// What a move is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chosen {
    /// An action, by its number among [`crate::Game::actions`].
    Action(usize),
    /// An answer in the middle of an effect.
    Answer,
}

impl From<Option<u16>> for Chosen {
    fn from(action: Option<u16>) -> Chosen {
        action.map_or(Chosen::Answer, |action| Chosen::Action(usize::from(action)))
    }
}

/// A legal move: an action with its inputs, or the answer to a question in the middle of an effect.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Move {
    /// Its number in the list of legal moves that it came from; 0 where it comes from none.
    pub id: usize,
    pub seat: u32,
    /// Two classes may have actions of one name.
    #[serde(skip)]
    pub chosen: Chosen,
    /// None for an answer.
    pub action: Option<String>,
    /// The object that carries the action, where it is not the only one of a global class.
    #[serde(rename = "with", skip_serializing_if = "Option::is_none")]
    pub object: Option<ValueView>,
    /// Names and values; an answer is one input named `answer`.
    #[serde(serialize_with = "json::values")]
    pub inputs: Vec<(String, ValueView)>,
    /// What a player types and reads: `place a1`, `move e2 e4`, `Cups`.
    pub text: String,
}

/// Where whoever decides may write a text that is none of the proposals.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FreeInput {
    /// None for an answer.
    pub action: Option<String>,
    pub input: String,
    /// It has at most so many characters.
    pub most: u16,
}

/// Text and value of an option.
pub type Choice = (String, ValueView);

/// One step of choosing a move part by part: the values that may come next.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Part {
    /// `action`, or the name of the input.
    pub name: String,
    pub prompt: Option<String>,
    /// Text and value of each option, in order. For the name `action`, the value is a text.
    #[serde(serialize_with = "json::options")]
    pub options: Vec<Choice>,
    /// There are more options than are listed.
    pub more: bool,
    /// The options, where they are numbers at equal distances; where there are more, those that are not listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<Range>,
    /// Any other text of at most so many characters may be written, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<u16>,
}

/// Numbers at equal distances, the first and the last among them.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Range {
    #[serde(serialize_with = "json::number")]
    pub from: f64,
    #[serde(serialize_with = "json::number")]
    pub to: f64,
    #[serde(serialize_with = "json::number")]
    pub step: f64,
}

impl Part {
    /// How many options are listed, or are told as a range.
    pub fn count(&self) -> usize {
        self.options.len() + self.unlisted().map_or(0, |range| range.count())
    }

    /// The option of that number.
    pub fn option(&self, k: usize) -> Option<Choice> {
        let Some(k) = k.checked_sub(self.options.len()) else { return self.options.get(k).cloned() };
        let range = self.unlisted().filter(|range| k < range.count())?;
        let number = range.from + k as f64 * range.step;
        Some((number.to_string(), ValueView::Number(number)))
    }

    /// The numbers that may be chosen beside the options that are listed.
    pub fn unlisted(&self) -> Option<Range> {
        self.range.filter(|_| self.more)
    }
}

impl Range {
    fn count(&self) -> usize {
        ((self.to - self.from) / self.step).round() as usize + 1
    }

    /// Of at least three numbers.
    pub(crate) fn of(options: &[Choice]) -> Option<Range> {
        let number = |option: &Choice| if let ValueView::Number(x) = option.1 { Some(x) } else { None };
        let numbers: Vec<f64> = options.iter().map(number).collect::<Option<_>>()?;
        let [from, second, .., to] = numbers.as_slice() else { return None };
        let step = second - from;
        // As the rules make them: by adding the step again and again, with what that loses.
        let far = |(k, x): (usize, &f64)| (from + k as f64 * step - x).abs() > step.abs() * 1e-6;
        let even = !numbers.iter().enumerate().any(far);
        (even && step != 0.0).then_some(Range { from: *from, to: *to, step })
    }
}

/// How a move is named that is to be made.
#[derive(Debug)]
pub enum Answer<'a> {
    /// By its number among the legal moves.
    Number(usize),
    /// As a player types it, `place a1`, or its inputs alone, `a1`. One legal move must fit.
    Text(&'a str),
    /// By its parts, see [`crate::SeatView::next_part`]. The first legal move that consists of them is made.
    Parts(&'a [Choice]),
    /// By its parts as [`crate::SeatView::ask`] has them.
    Path(&'a [tabletop::Part]),
    /// Any legal move, all equally likely.
    Any(&'a mut Random),
}

impl From<usize> for Answer<'_> {
    fn from(id: usize) -> Self {
        Answer::Number(id)
    }
}

impl<'a> From<&'a str> for Answer<'a> {
    fn from(text: &'a str) -> Self {
        Answer::Text(text)
    }
}

impl<'a> From<&'a [Choice]> for Answer<'a> {
    fn from(parts: &'a [Choice]) -> Self {
        Answer::Parts(parts)
    }
}

impl<'a> From<&'a [tabletop::Part]> for Answer<'a> {
    fn from(path: &'a [tabletop::Part]) -> Self {
        Answer::Path(path)
    }
}

impl<'a> From<&'a mut Random> for Answer<'a> {
    fn from(random: &'a mut Random) -> Self {
        Answer::Any(random)
    }
}

/// Why a move may not be made, to whoever would make it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WhyNot {
    /// It may be made.
    Legal,
    /// What the rules say.
    Because(String),
    /// The rules say nothing, or nothing that this seat may read.
    NotNow,
}

impl WhyNot {
    /// As the rules say it, where they say anything.
    pub(crate) fn of(why: String) -> WhyNot {
        if why.is_empty() { WhyNot::NotNow } else { WhyNot::Because(short(&why)) }
    }
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WhyNot::Legal => "possible now",
            WhyNot::Because(why) => why,
            WhyNot::NotNow => "not possible now",
        })
    }
}

/// Why a move was not made. The match is as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refused {
    /// The game has ended.
    Over,
    /// That seat is not asked.
    NotAsked,
    /// No such move is legal; the text says why where that is known.
    Illegal(String),
    /// More than one legal move fits; the text names them.
    Ambiguous(String),
    /// The rules went wrong while it was found out what is legal.
    Faulty(String),
    /// A defect of ours; the match is as it was.
    Defect(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Over => write!(f, "the match is over"),
            Refused::NotAsked => write!(f, "it is another seat's turn"),
            Refused::Illegal(why) if why.is_empty() => write!(f, "that is not a legal move"),
            Refused::Illegal(why) | Refused::Faulty(why) | Refused::Defect(why) => write!(f, "{why}"),
            Refused::Ambiguous(which) => write!(f, "that could be several moves: {which}"),
        }
    }
}

impl std::error::Error for Refused {}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Refused {
        Refused::Faulty(fault.message)
    }
}
