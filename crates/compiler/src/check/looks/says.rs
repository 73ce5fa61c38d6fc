//! What actions do and what is answered, as sentences for the log: which inputs they name, and which of several
//! sentences holds. It does not know how a value reads.

use super::super::problems as problem;
use super::super::world::World;
use crate::typed::ActionId;
use base::NodeId;
use language::about::is_language;
use language::look::{ANSWER, AnswerSays, Look, Looks, Phrase, Says};
use language::tree::{self, Expr, ExprKind, LookLine, Part, Visibility};
use std::collections::BTreeMap;

/// What the log calls the object that carries an action.
const CARRIER: &str = "with";

/// Adds what actions say of themselves below what looks say of them.
pub(super) fn add(world: &World<'_>, looks: &mut Looks) {
    for (number, info) in world.actions.iter().enumerate() {
        let mut says = Says::default();
        let mut firsts: BTreeMap<&str, NodeId> = BTreeMap::new();
        for line in &info.tree.says {
            let language = line.variant.as_ref().map_or("", |language| language.text.as_str());
            let first = *firsts.entry(language).or_insert(line.name.id);
            if first != line.name.id {
                let (at, first) = (world.span(line.name.id), world.span(first));
                world.report(problem::look_twice(at, "says", first));
                continue;
            }
            read(world, ActionId(number as u32), line, &mut says);
        }
        if !says.is_empty() {
            let class = looks.classes.entry(info.class.0).or_default();
            let above = class.parts.remove(&info.tree.name.text).unwrap_or_default();
            let own = above.over(&Look { says, ..Look::default() });
            class.parts.insert(info.tree.name.text.clone(), own);
        }
    }
}

/// `says "plays {card}";`, `says it "gioca {card}";`
pub(super) fn read(world: &World<'_>, action: ActionId, line: &LookLine, says: &mut Says) {
    let [value] = &line.values[..] else {
        return world.report(problem::look_count(world.span(line.name.id), "says", (1, 1)));
    };
    let Some(phrases) = phrases(world, action, value) else { return };
    match &line.variant {
        None => says.plain = phrases,
        Some(language) if is_language(&language.text) => {
            says.others.insert(language.text.clone(), phrases);
        }
        Some(other) => world.report(problem::look_language(world.span(other.id), "says", &other.text)),
    }
}

/// The pieces of a sentence; None where something is wrong with it.
fn phrases(world: &World<'_>, action: ActionId, value: &Expr) -> Option<Vec<Phrase>> {
    let ExprKind::String(parts) = &value.kind else {
        world.report(problem::says_text(world.span(value.id)));
        return None;
    };
    if parts.is_empty() {
        world.report(problem::says_text(world.span(value.id)));
    }
    let info = &world.actions[action.index()];
    let tree = info.tree;
    let is_global = world.game.classes[info.class.index()].visibility == Visibility::Global;
    let inputs = || tree.inputs.iter().map(|input| input.name.text.as_str());
    let phrase = |part: &Part| match part {
        Part::Text(text) => Some(Phrase::Text(text.clone())),
        Part::Expr(e) => match &e.kind {
            ExprKind::Name(name) if inputs().any(|input| input == name) => Some(Phrase::Input(name.clone())),
            ExprKind::Name(name) => {
                world.report(problem::says_input(world.span(e.id), name, &tree.name.text, inputs()));
                None
            }
            ExprKind::This if is_global => {
                world.report(problem::says_this(world.span(e.id), world.class_name(info.class)));
                None
            }
            ExprKind::This => Some(Phrase::Input(CARRIER.to_owned())),
            _ => {
                world.report(problem::says_value(world.span(e.id)));
                None
            }
        },
    };
    parts.iter().map(phrase).collect()
}

/// `says "shows {answer}" else "shows nothing"`; None where something is wrong with it.
pub(in crate::check) fn of_answer(world: &World<'_>, says: &tree::AnswerSays) -> Option<AnswerSays> {
    let text = answer_phrases(world, &says.text);
    let otherwise = says.otherwise.as_ref().map(|text| answer_phrases(world, text));
    Some(AnswerSays { text: text?, otherwise: otherwise.map_or(Some(None), |text| text.map(Some))? })
}

fn answer_phrases(world: &World<'_>, text: &Expr) -> Option<Vec<Phrase>> {
    let ExprKind::String(parts) = &text.kind else { return None };
    if parts.is_empty() {
        world.report(problem::says_text(world.span(text.id)));
        return None;
    }
    let phrase = |part: &Part| match part {
        Part::Text(text) => Some(Phrase::Text(text.clone())),
        Part::Expr(e) if matches!(&e.kind, ExprKind::Name(name) if name == ANSWER) => {
            Some(Phrase::Input(ANSWER.to_owned()))
        }
        Part::Expr(e) => {
            world.report(problem::says_answer(world.span(e.id)));
            None
        }
    };
    parts.iter().map(phrase).collect()
}
