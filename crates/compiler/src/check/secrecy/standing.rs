//! What everybody sees at every moment and what follows from rules, not from a choice: attributes that are worked out or
//! that modifiers change, which modifiers there are, and who is asked. It follows no variables.

use super::lords::{is_lord, is_open_for_this, is_told_by_holder, is_told_by_this, read_by_lords};
use super::{may_lie_hidden, mixed};
use crate::check::derived;
use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::visit::Node;
use crate::typed::{Body, ClassId, FunctionId, Game, Member, Modifier, Override, Replacement};
use base::NodeId;
use std::collections::BTreeSet;

/// Reports what looks into something hidden, as these formulas of derived attributes do. Whatever an attribute holds
/// counts for what is worked out, `follows`, and not elsewhere, `looks`.
pub(super) fn check(
    world: &World<'_>,
    formulas: &BTreeSet<FunctionId>,
    looks: &dyn Fn(Node<'_>) -> bool,
    follows: &dyn Fn(Node<'_>) -> bool,
) {
    derived::check_hidden(world, formulas);
    let hides = may_lie_hidden(&world.game);
    let read_by_lords = read_by_lords(&world.game, &hides);
    let mixed = mixed(&world.game, &hides);
    let standing = Standing { world, hides, mixed, read_by_lords, looks, follows };
    world.game.modifiers.iter().for_each(|m| standing.modifier(m));
    standing.natural();
    standing.asked();
}

struct Standing<'s, 'w> {
    world: &'s World<'w>,
    /// By class, whether its objects may be where not everybody sees them.
    hides: Vec<bool>,
    /// By class, whether nobody knows how many of its objects lie hidden.
    mixed: Vec<bool>,
    /// Attributes of modifiers that tell of what these are given by what they make of others.
    read_by_lords: BTreeSet<(ClassId, u32)>,
    looks: &'s dyn Fn(Node<'_>) -> bool,
    follows: &'s dyn Fn(Node<'_>) -> bool,
}

impl<'s> Standing<'s, '_> {
    fn game(&self) -> &'s Game {
        &self.world.game
    }

    fn looks(&self, body: &Body) -> bool {
        (self.looks)(Node::Body(body))
    }

    fn modifier(&self, m: &'s Modifier) {
        let game = self.game();
        let is_lord = is_lord(game, &self.hides, m);
        let looks =
            |node: &dyn Fn() -> Node<'s>| (self.looks)(node()) || is_lord && is_told_by_holder(game, node());
        let when = m.line(game).flat_map(Modifier::conditions).any(|c| looks(&|| Node::Body(c)));
        for o in &m.overrides {
            if let (Member::Attribute(index), Replacement::Attribute { at, body, .. }) = (o.member, &o.by)
                && !self.is_said(o, index)
                && let is_derived = game.formula(o.class, index).is_some()
                && (when || looks(&|| Node::Body(body)) || is_derived && (self.follows)(Node::Body(body)))
            {
                self.world.report(match is_derived {
                    true => problem::override_hidden(self.world.span(*at), &o.name),
                    false => problem::plain_override_hidden(self.world.span(*at), &o.name),
                });
            }
        }
        let attributes = &game.classes[m.class.index()].attributes;
        let begins = |(class, index): &(ClassId, u32)| {
            let own = attributes.get(*index as usize).filter(|a| a.class == *class && *class == m.class);
            own.and_then(|a| a.default.as_ref()).is_some_and(|default| self.looks(default))
        };
        if self.read_by_lords.iter().any(begins) {
            self.given(m.at);
        }
        let gives = !m.grants.is_empty() || !m.takes.is_empty();
        let args = m.grants.iter().flat_map(|grant| grant.args.iter().flatten());
        if when && gives || args.chain(&m.adding.parts).any(|e| looks(&|| Node::Expr(e))) {
            self.given(m.at);
        }
    }

    fn is_said(&self, o: &Override, index: u32) -> bool {
        let attribute = &self.game().classes[o.class.index()].attributes[index as usize];
        attribute.formula.map_or(attribute.secret, |formula| derived::is_said(self.world, formula))
    }

    /// What objects have by nature. Where that reaches others, they tell of the object, as long as it may lie hidden.
    fn natural(&self) {
        let game = self.game();
        let all = game.classes.iter().zip(&self.mixed);
        for (natural, mixed) in all.flat_map(|(c, mixed)| c.grants.iter().map(move |g| (g, *mixed))) {
            let when = natural.awake.as_ref().map(|c| &c.body);
            let is_open = when.is_some_and(|when| is_open_for_this(game, when));
            let reaches = !is_open && natural.grants.iter().any(|grant| self.is_lord(grant.class));
            let looks = |node: Node<'s>| (self.looks)(node) || reaches && is_told_by_this(game, node);
            let mut args = natural.grants.iter().flat_map(|grant| grant.args.iter().flatten());
            // That there is such an effect tells that such an object lies somewhere.
            let tells_class = reaches && mixed;
            if tells_class
                || when.is_some_and(|when| looks(Node::Body(when)))
                || args.any(|arg| looks(Node::Expr(arg)))
            {
                self.given(natural.at);
            }
        }
    }

    fn is_lord(&self, class: ClassId) -> bool {
        let mut of_class = self.game().modifiers.iter().filter(|m| m.class == class);
        of_class.any(|m| is_lord(self.game(), &self.hides, m))
    }

    fn given(&self, at: NodeId) {
        self.world.report(problem::given_hidden(self.world.span(at)));
    }

    /// Who is asked, and in which order.
    fn asked(&self) {
        let game = self.game();
        let phases = game.turns.iter().flat_map(|turn| &turn.phases);
        let together = phases.filter_map(|phase| Some(&phase.simultaneous.as_ref()?.players));
        let orders = game.classes.iter().filter_map(|class| Some(&class.order.as_ref()?.body));
        for body in together.chain(orders) {
            if let Some(first) = body.block.statements.first()
                && self.looks(body)
            {
                self.world.report(problem::asked_hidden(self.world.span(first.at)));
            }
        }
    }
}
