//! Texts that players are told and that quote what they may not know: attributes of what lies where nobody sees it, and
//! in faults and sentences, which are for everybody, secret ones. It follows no variables.

use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::visit::{Each, Parts, Visit};
use crate::typed::{ChoiceSpec, Expr, ExprKind, Statement, StatementKind, Type, Why, ZoneId};
use language::catalogue::Builtin;
use language::tree::Seen;

pub(super) fn check(world: &World<'_>) {
    Quotes { world }.game(&world.game);
}

/// Who reads a text, and as what they may see.
#[derive(Clone, Copy)]
enum Readers {
    /// One player, each time.
    One,
    /// Everybody, each what they may see.
    Listeners,
    /// Everybody the same.
    All,
}

struct Quotes<'q, 'w> {
    world: &'q World<'w>,
}

impl Quotes<'_, '_> {
    /// Reports what a text quotes that its readers may not know.
    fn check_text(&self, text: &Expr, readers: Readers) {
        let game = &self.world.game;
        Each(|e: &Expr| {
            let ExprKind::Attribute(object, index) = &e.kind else { return };
            let Type::Class(class) = object.ty else { return };
            let attribute = &game.classes[class.index()].attributes[*index as usize];
            let span = self.world.span(e.at);
            let zone = zone_of(object).map(|z| &game.zones[z.index()]);
            if let Some(zone) = zone.filter(|zone| zone.seen == Seen::None) {
                self.world.report(problem::quotes_unseen(span, &zone.name));
            } else if attribute.secret {
                match readers {
                    Readers::One => {}
                    Readers::Listeners => self.world.report(problem::tells_secret(span, &attribute.name)),
                    Readers::All => self.world.report(problem::quotes_secret(span, &attribute.name)),
                }
            }
        })
        .expr(text);
    }

    fn prompt(&self, spec: &ChoiceSpec) {
        spec.prompt.iter().for_each(|text| self.check_text(text, Readers::One));
        self.whys(spec.filters.iter().map(|filter| &filter.why));
    }

    fn whys<'e>(&self, whys: impl Iterator<Item = &'e Option<Box<Why>>>) {
        whys.flatten().for_each(|why| self.check_text(&why.text, Readers::One));
    }
}

impl<'e> Visit<'e> for Quotes<'_, '_> {
    fn statement(&mut self, s: &'e Statement) {
        match &s.kind {
            StatementKind::Tell(text, None) => self.check_text(text, Readers::Listeners),
            StatementKind::Fail(text) | StatementKind::Tell(text, Some(_)) => {
                self.check_text(text, Readers::One)
            }
            _ => {}
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Choose { spec, .. } => self.prompt(spec),
            ExprKind::Builtin(Builtin::FaultOf, args) => {
                args.iter().flatten().for_each(|e| self.check_text(e, Readers::All))
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }

    fn action(&mut self, action: &'e crate::typed::Action) {
        action.inputs.iter().for_each(|input| self.prompt(&input.spec));
        self.whys(action.requires.iter().chain(&action.ensures).map(|demand| &demand.why));
        self.action_parts(action);
    }
}

/// The zone that an expression takes a piece of.
fn zone_of(piece: &Expr) -> Option<ZoneId> {
    let from = match &piece.kind {
        ExprKind::Builtin(Builtin::ZoneTop | Builtin::ZoneBottom, args) => args.first()?.as_ref()?,
        ExprKind::Index(zone, _) => zone,
        _ => return None,
    };
    let from = match &from.kind {
        ExprKind::Index(row, _) => row,
        _ => from,
    };
    match &from.kind {
        ExprKind::Zone(zone) | ExprKind::ZoneOf(zone, _) | ExprKind::ZoneRow(zone, _) => Some(*zone),
        _ => None,
    }
}
