//! Evaluates how objects look to a viewer. It uses nothing but values of the view, so that a look cannot reveal more
//! than the view does; an expression that cannot be worked out gives nothing. It knows no machine.

use super::orders::SortKeys;
use super::reader::{constant_text, plain};
use super::{BoardLook, ClassLook, Face, Label, Legend, Look, Names, Sentence, Sound, ValueView};
use bytecode::Program;
use bytecode::program::{Field, Show};
use bytecode::word::{self, NULL};
use language::look::{self, Expr};
use language::operator::BinaryOp;
use std::cell::Cell;

/// The most characters of one text of a look.
const MAX_CHARS: usize = 1000;

/// How many steps all looks of one view may take together; the looks that come later are those of things without one.
const MAX_STEPS: usize = 250_000;

/// How many names, or characters, are compared or copied in one step.
const PER_STEP: usize = 16;

/// The object whose look is evaluated, as the viewer sees it.
#[derive(Clone, Copy)]
pub(crate) struct Subject<'s> {
    pub attributes: &'s [(String, ValueView)],
    pub owner: Option<u32>,
    pub tile: Option<&'s language::shape::Tile>,
    /// The case whose look it is.
    pub case: Option<(u32, u32)>,
    /// The value whose place it is.
    pub chosen: Option<&'s ValueView>,
    /// What was chosen before that value.
    pub inputs: &'s [Subject<'s>],
}

impl Subject<'_> {
    /// Something that has no attributes.
    pub(crate) const NOTHING: Subject<'static> =
        Subject { attributes: &[], owner: None, tile: None, case: None, chosen: None, inputs: &[] };
}

/// How a case is written in a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    /// By its title.
    Words,
    /// By its symbol.
    Short,
    /// By its name in the rules.
    Name,
}

/// How the cases of all enumerations look, by enumeration and case.
pub(crate) type Signs = Vec<Vec<Look>>;

/// Evaluates looks for one number of players.
pub(crate) struct Presenter<'a> {
    pub program: &'a Program,
    pub signs: &'a Signs,
    pub seats: &'a [String],
    /// How many steps are left.
    left: Cell<usize>,
}

/// How each case looks. Within these looks, cases appear by their names.
pub(crate) fn signs(program: &Program) -> Signs {
    let none = Signs::new();
    let presenter = Presenter::new(program, &none, &[]);
    let looks = |(of, e): (usize, &bytecode::program::Enum)| {
        let all = program.looks.enums.get(&(of as u32));
        let of_all = all.map(|all| {
            let (title, symbol, colour) = (all.title.clone(), all.symbol.clone(), all.colour.clone());
            look::Look { title, symbol, colour, image: all.image.clone(), ..look::Look::default() }
        });
        let sign = |(i, name): (usize, &String)| {
            let (Some(all), Some(of_all)) = (all, &of_all) else { return Look::default() };
            let looks: Vec<&look::Look> = all.parts.get(name).into_iter().chain([of_all]).collect();
            presenter.present(&looks, &Subject { case: Some((of as u32, i as u32)), ..Subject::NOTHING })
        };
        e.cases.iter().enumerate().map(sign).collect()
    };
    program.enums.iter().enumerate().map(looks).collect()
}

/// The part of looks that is the same in every view of a game.
pub(crate) fn legend(program: &Program, signs: &Signs) -> Legend {
    let presenter = Presenter::new(program, signs, &[]);
    let named = |look: &look::Look| presenter.present(&[look], &Subject::NOTHING);
    let mut legend = Legend::default();
    for (class, look) in &program.looks.classes {
        let class = &program.classes[*class as usize].name;
        let look::Look { shape, first, aside, .. } = look;
        let all = ClassLook { of: class.clone(), shape: *shape, first: first.clone(), aside: aside.clone() };
        legend.classes.push(all);
        let sounds = look.parts.iter().filter_map(|(action, look)| Some((action.clone(), look.sound?)));
        let said = look.parts.iter().filter(|(_, look)| !look.says.is_empty());
        legend.sentences.extend(said.map(|(action, look)| Sentence {
            of: class.clone(),
            action: action.clone(),
            says: look.says.plain.clone(),
            languages: look.says.others.clone(),
        }));
        legend.sounds.extend(sounds.map(|(action, sound)| Sound { of: class.clone(), action, sound }));
        legend.hidden.extend(look.hide.iter().map(|attribute| (class.clone(), attribute.clone())));
        for (part, look) in &look.parts {
            legend.members.push(Label { of: class.clone(), name: part.clone(), look: named(look) });
        }
    }
    for (e, signs) in program.enums.iter().zip(signs) {
        for (case, look) in e.cases.iter().zip(signs).filter(|(_, look)| !look.is_empty()) {
            legend.cases.push(Label { of: e.name.clone(), name: case.clone(), look: look.clone() });
        }
    }
    for (turn, look) in &program.looks.turns {
        let turn = &program.turns[*turn as usize].name;
        legend.turns.push(Label { of: turn.clone(), name: String::new(), look: named(look) });
        for (phase, look) in &look.parts {
            legend.turns.push(Label { of: turn.clone(), name: phase.clone(), look: named(look) });
        }
    }
    for (board, look) in &program.looks.boards {
        let of = program.boards[*board as usize].name.clone();
        let look::Look { ground, path, upright, .. } = look;
        legend.boards.push(BoardLook { of, ground: *ground, path: *path, upright: *upright });
    }
    legend.classes.retain(|all| all.shape.is_some() || !all.first.is_empty() || !all.aside.is_empty());
    legend.boards.retain(|all| all.ground.is_some() || all.path.is_some() || all.upright);
    legend.boards.dedup();
    legend.members.retain(|label| !label.look.is_empty());
    legend.turns.retain(|label| !label.look.is_empty());
    legend
}

impl<'a> Presenter<'a> {
    pub(crate) fn new(program: &'a Program, signs: &'a Signs, seats: &'a [String]) -> Presenter<'a> {
        Presenter { program, signs, seats, left: Cell::new(MAX_STEPS) }
    }

    /// How many steps are left.
    pub(crate) fn left(&self) -> usize {
        self.left.get()
    }

    /// Takes so many steps; None if there are not so many left.
    pub(crate) fn takes(&self, steps: usize) -> Option<()> {
        let left = self.left.get();
        self.left.set(left.saturating_sub(steps));
        (left >= steps).then_some(())
    }

    /// How something looks by its looks: what the first does not say, the next one says.
    pub(crate) fn present(&self, looks: &[&look::Look], subject: &Subject<'_>) -> Look {
        type Part = fn(&look::Look) -> &Option<Expr>;
        let said = |part: Part| looks.iter().find_map(|look| part(look).as_ref());
        let words = |part: Part| self.text(said(part)?, subject, Manner::Words);
        // A case stands for what its own look says there.
        let sign = |part: Part, manner, of_case: fn(&Look) -> &Option<String>| match self.value(
            said(part)?,
            subject,
            manner,
        )? {
            ValueView::Case { of, name } => of_case(self.sign(&of, &name)?).clone(),
            other => self.to_text(&other, manner),
        };
        let several = |part: fn(&look::Look) -> &Vec<Expr>| {
            let all =
                looks.iter().map(|look| part(look)).find(|all| !all.is_empty()).map_or(&[][..], |all| all);
            let texts: Vec<Option<String>> =
                all.iter().map(|e| self.text(e, subject, Manner::Short)).collect();
            let any = texts.iter().any(Option::is_some);
            if any { texts.into_iter().map(Option::unwrap_or_default).collect() } else { Vec::new() }
        };
        Look {
            title: words(|look| &look.title),
            text: words(|look| &look.text),
            symbol: sign(|look| &look.symbol, Manner::Short, |look| &look.symbol),
            colour: sign(|look| &look.colour, Manner::Name, |look| &look.colour)
                .filter(|text| look::is_colour(text)),
            image: sign(|look| &look.image, Manner::Name, |look| &look.image)
                .filter(|text| look::is_picture(text)),
            corners: several(|look| &look.corners),
            badges: several(|look| &look.badges),
            face: looks.iter().find_map(|look| look.face.as_ref()).and_then(|face| self.face(face, subject)),
            keys: SortKeys::new(),
        }
    }

    /// Which card of a known pack it is; None where the viewer may not know both suit and rank.
    fn face(&self, face: &look::Face, subject: &Subject<'_>) -> Option<Face> {
        let word = |e: &Expr| self.text(e, subject, Manner::Name);
        Some(Face { pack: face.pack, suit: word(&face.suit)?, rank: word(&face.rank)? })
    }

    /// What pieces are sorted by, one value for each key.
    pub(crate) fn keys(&self, sort: &[Expr], subject: &Subject<'_>) -> Vec<Option<ValueView>> {
        sort.iter().map(|e| self.value(e, subject, Manner::Name)).collect()
    }

    /// A value that follows from another one, and from what was chosen before it; None where it goes wrong.
    pub(crate) fn follows(&self, e: &Expr, chosen: &ValueView, inputs: &[Subject<'_>]) -> Option<ValueView> {
        self.value(e, &Subject { chosen: Some(chosen), inputs, ..Subject::NOTHING }, Manner::Name)
    }

    fn sign(&self, of: &str, name: &str) -> Option<&Look> {
        let of = self.program.enums.iter().position(|e| e.name == of)?;
        self.signs.get(of)?.get(self.case_named(of, name)?)
    }

    fn text(&self, e: &Expr, subject: &Subject<'_>, manner: Manner) -> Option<String> {
        self.to_text(&self.value(e, subject, manner)?, manner)
    }

    /// A value as a text; None for null.
    fn to_text(&self, value: &ValueView, manner: Manner) -> Option<String> {
        let text = match value {
            ValueView::Null => return None,
            ValueView::Case { of, name } => {
                let sign = self.sign(of, name);
                let title = || sign.and_then(|s| s.title.clone());
                let said = match manner {
                    Manner::Words => title(),
                    Manner::Short => sign.and_then(|s| s.symbol.clone()).or_else(title),
                    Manner::Name => None,
                };
                said.unwrap_or_else(|| name.clone())
            }
            ValueView::Player(p) => self.seats.get(*p as usize).cloned().unwrap_or_else(|| plain(value)),
            ValueView::Tile { board, name, names: Names::One | Names::Settled, .. }
                if manner == Manner::Words =>
            {
                self.program.tile_title(board, name).unwrap_or(name).to_owned()
            }
            other => plain(other),
        };
        Some(shown(text))
    }

    /// The value of an expression; None where the viewer may not know it, or where it goes wrong.
    fn value(&self, e: &Expr, subject: &Subject<'_>, manner: Manner) -> Option<ValueView> {
        let value = |e: &Expr| self.value(e, subject, manner);
        self.takes(1)?;
        Some(match e {
            Expr::Null => ValueView::Null,
            Expr::Number(n) => ValueView::Number(*n),
            Expr::Text(text) => {
                self.takes(text.len() / PER_STEP)?;
                ValueView::Text(text.clone())
            }
            Expr::Bool(b) => ValueView::Bool(*b),
            Expr::Case(of, index) => self.case(*of, *index)?,
            Expr::This => subject.case.and_then(|(of, index)| self.case(of, index))?,
            Expr::Chosen => subject.chosen?.clone(),
            Expr::OfInput(input, e) => self.value(e, subject.inputs.get(*input)?, manner)?,
            Expr::Attribute(name) => {
                let at = subject.attributes.iter().position(|a| a.0 == *name)?;
                let value = &subject.attributes[at].1;
                self.takes(at / PER_STEP + steps(value))?;
                value.clone()
            }
            Expr::Owner => subject.owner.map_or(ValueView::Null, ValueView::Player),
            Expr::X => subject.tile.map_or(ValueView::Null, |tile| ValueView::Number(f64::from(tile.x))),
            Expr::Y => subject.tile.map_or(ValueView::Null, |tile| ValueView::Number(f64::from(tile.y))),
            Expr::Name => subject.tile.map_or(ValueView::Null, |tile| ValueView::Text(tile.name.clone())),
            Expr::Mark => {
                subject.tile?.mark.map_or(ValueView::Null, |mark| ValueView::Text(mark.to_string()))
            }
            Expr::CaseName(case) => match value(case)? {
                ValueView::Case { name, .. } => ValueView::Text(name),
                _ => return None,
            },
            Expr::CaseIndex(of, case) => self.index(*of, &value(case)?)?,
            Expr::CaseAttribute(of, attribute, case) => self.of_case(*of, *attribute, &value(case)?)?,
            Expr::Has(modifier) => ValueView::Bool(has(subject, modifier)),
            Expr::Shown(e) => self.shown(value(e)?, manner)?,
            Expr::Seat(number) => self.seat(num(&value(number)?)?),
            Expr::SeatNumber(player) => match value(player)? {
                ValueView::Player(p) => ValueView::Number(f64::from(p)),
                _ => return None,
            },
            Expr::Negate(e) => ValueView::Number(-num(&value(e)?)?),
            Expr::Not(e) => ValueView::Bool(!truth(&value(e)?)?),
            Expr::Binary(op, a, b) => binary(*op, value(a)?, || value(b))?,
            Expr::Ternary(check, a, b) => value(if truth(&value(check)?)? { a } else { b })?,
            Expr::Coalesce(a, b) => match value(a)? {
                ValueView::Null => value(b)?,
                found => found,
            },
            Expr::Concat(parts) => concat(parts.iter().map(value))?,
        })
    }

    /// A value in a text.
    fn shown(&self, value: ValueView, manner: Manner) -> Option<ValueView> {
        Some(ValueView::Text(match value {
            ValueView::Null => "none".to_owned(),
            ValueView::Text(text) => shown(text),
            other => self.to_text(&other, manner)?,
        }))
    }

    /// The seat of that number, counted on from the last one to the first.
    fn seat(&self, number: f64) -> ValueView {
        let players = self.program.players.1.max(self.seats.len() as u32).max(1);
        let players = if self.seats.is_empty() { players } else { self.seats.len() as u32 };
        ValueView::Player(number.trunc().rem_euclid(f64::from(players)) as u32)
    }

    /// The place of a case in its enumeration, none of none.
    fn index(&self, of: u32, case: &ValueView) -> Option<ValueView> {
        match case {
            ValueView::Null => Some(ValueView::Null),
            case => Some(ValueView::Number(self.place(of, case)? as f64)),
        }
    }

    fn case(&self, of: u32, index: u32) -> Option<ValueView> {
        let e = self.program.enums.get(of as usize)?;
        Some(ValueView::Case { of: e.name.clone(), name: e.cases.get(index as usize)?.clone() })
    }

    /// The place of a case in its enumeration.
    fn place(&self, of: u32, case: &ValueView) -> Option<usize> {
        let ValueView::Case { name, .. } = case else { return None };
        self.case_named(of as usize, name)
    }

    fn case_named(&self, of: usize, name: &str) -> Option<usize> {
        let place = self.program.enums.get(of)?.cases.iter().position(|c| c == name)?;
        self.takes(place / PER_STEP)?;
        Some(place)
    }

    fn of_case(&self, of: u32, attribute: u32, case: &ValueView) -> Option<ValueView> {
        let place = self.place(of, case)?;
        let e = self.program.enums.get(of as usize)?;
        let w = *e.attributes.get(attribute as usize)?.get(place)?;
        self.constant(w, &e.attribute_names.get(attribute as usize)?.1)
    }

    /// A word that is known before the game runs.
    fn constant(&self, w: u64, show: &Show) -> Option<ValueView> {
        if w == NULL {
            return Some(ValueView::Null);
        }
        Some(match show {
            Show::Number => ValueView::Number(word::to_number(w)),
            Show::Bool => ValueView::Bool(w == word::TRUE),
            Show::Case(of) => self.case(u32::from(*of), u32::try_from(w).ok()?)?,
            Show::Text => ValueView::Text(String::from_utf16_lossy(&constant_text(self.program, w)?)),
            _ => return None,
        })
    }
}

/// A text as it is shown: not too long, and without control characters but ends of lines.
fn shown(text: String) -> String {
    let stays = |c: char| !c.is_control() || c == '\n';
    if text.len() <= MAX_CHARS && text.chars().all(stays) {
        return text;
    }
    text.chars().filter(|c| stays(*c)).take(MAX_CHARS).collect()
}

/// Texts behind one another, up to as many characters as anybody reads.
fn concat(mut parts: impl Iterator<Item = Option<ValueView>>) -> Option<ValueView> {
    let mut text = String::new();
    // A character takes at most four bytes.
    while text.len() < 4 * MAX_CHARS
        && let Some(part) = parts.next()
    {
        let ValueView::Text(part) = part? else { return None };
        text.push_str(&part);
    }
    Some(ValueView::Text(text.chars().take(MAX_CHARS).collect()))
}

/// Whether the viewer sees a modifier of that class on the object.
fn has(subject: &Subject<'_>, modifier: &str) -> bool {
    let lists = subject.attributes.iter().filter(|a| a.0 == Field::MODIFIERS);
    let mut all = lists.flat_map(|(_, v)| if let ValueView::List(all) = v { all.as_slice() } else { &[] });
    all.any(|v| matches!(v, ValueView::Object(object) if object.class.as_deref() == Some(modifier)))
}

fn num(value: &ValueView) -> Option<f64> {
    if let ValueView::Number(n) = value { Some(*n) } else { None }
}

fn truth(value: &ValueView) -> Option<bool> {
    if let ValueView::Bool(b) = value { Some(*b) } else { None }
}

fn binary(op: BinaryOp, a: ValueView, b: impl FnOnce() -> Option<ValueView>) -> Option<ValueView> {
    use BinaryOp as B;
    let (is_and, is_or) = (matches!(op, B::And | B::BitAnd), matches!(op, B::Or | B::BitOr));
    if (is_and && !truth(&a)?) || (is_or && truth(&a)?) {
        return Some(a);
    }
    let b = b()?;
    Some(match op {
        B::And | B::BitAnd | B::Or | B::BitOr => ValueView::Bool(truth(&b)?),
        B::Xor => ValueView::Bool(truth(&a)? != truth(&b)?),
        B::Equal => ValueView::Bool(a == b),
        B::NotEqual => ValueView::Bool(a != b),
        B::Less => ValueView::Bool(order(&a, &b)?.is_lt()),
        B::LessEqual => ValueView::Bool(order(&a, &b)?.is_le()),
        B::Greater => ValueView::Bool(order(&a, &b)?.is_gt()),
        B::GreaterEqual => ValueView::Bool(order(&a, &b)?.is_ge()),
        // Texts are joined by an expression of its own.
        B::Concat => return None,
        B::Add => finite(num(&a)? + num(&b)?)?,
        B::Subtract => finite(num(&a)? - num(&b)?)?,
        B::Multiply => finite(num(&a)? * num(&b)?)?,
        B::Divide => finite(num(&a)? / num(&b)?)?,
        B::Modulo => finite(num(&a)? % num(&b)?)?,
        B::Power => finite(num(&a)?.powf(num(&b)?))?,
    })
}

fn finite(n: f64) -> Option<ValueView> {
    Some(ValueView::Number(n)).filter(|_| n.is_finite())
}

/// Which of two values is greater, where they are of one kind.
pub(crate) fn order(a: &ValueView, b: &ValueView) -> Option<std::cmp::Ordering> {
    match (a, b) {
        (ValueView::Number(a), ValueView::Number(b)) => a.partial_cmp(b),
        (ValueView::Text(a), ValueView::Text(b)) => Some(a.encode_utf16().cmp(b.encode_utf16())),
        (ValueView::Bool(a), ValueView::Bool(b)) => Some(a.cmp(b)),
        (ValueView::Player(a), ValueView::Player(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

/// How many steps it takes to copy a value and to write it.
fn steps(value: &ValueView) -> usize {
    match value {
        ValueView::Text(text) | ValueView::Written(text) | ValueView::Other(text) => text.len() / PER_STEP,
        ValueView::List(all) => all.iter().map(|v| 1 + steps(v)).sum(),
        ValueView::Table(all) => all.iter().map(|(key, v)| 2 + steps(key) + steps(v)).sum(),
        ValueView::Object(object) => 1 + object.numbers.len(),
        _ => 0,
    }
}
