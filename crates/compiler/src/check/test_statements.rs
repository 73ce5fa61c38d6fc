//! Statements of tests: playing, answering, expecting. It knows nothing of how tests run.

use super::problems as problem;
use super::scope::{Checker, Returns, Stage, error, statement};
use crate::typed::{ActionId, Acts, BoardId, Expr, ExprKind, Lambda, Play, Statement, StatementKind, Type};
use base::NodeId;
use language::tree::{self, Argument, StatementKind as T};

impl<'t> Checker<'_, 't> {
    pub(super) fn test_statement(&mut self, at: NodeId, kind: &'t T) -> Option<Statement> {
        let word = match kind {
            T::Seed(_) => "seed",
            T::Play(_) => "play",
            T::Answer(..) => "answer",
            T::Do(..) => "do",
            _ => "expect",
        };
        if !self.only_in(at, Stage::Test, word) {
            return None;
        }
        let kind = match kind {
            T::Seed(_) if self.frames.len() != 2 || self.stage != Stage::Test => {
                self.report(problem::only_in(self.span(at), "seed", "a test, outside of blocks"));
                return None;
            }
            T::Seed(e) => {
                self.seed(at, e);
                return None;
            }
            T::Play(play) => StatementKind::Play(self.play(play)?),
            T::Answer(value, by) => {
                let value = self.any_value(value);
                let value = self.answered(value);
                StatementKind::Answer(value, by.as_ref().map(|e| self.value(e, &Type::Player, "who answers")))
            }
            T::Do(block, by) => {
                let by = by.as_ref().map(|e| self.value(e, &Type::Player, "who acts"));
                let stage = std::mem::replace(&mut self.stage, Stage::Ordinary);
                let (body, _) = self.within(Returns::Nothing("a `do`"), |c| c.block(block));
                self.stage = stage;
                StatementKind::Do(Lambda { params: Vec::new(), acts: Acts::Here, body }, by)
            }
            T::Expect(e) => StatementKind::Expect(self.value(e, &Type::Bool, "what is expected")),
            T::ExpectLegal(legal, play) => StatementKind::ExpectLegal(*legal, self.play(play)?),
            _ => return None,
        };
        Some(statement(at, kind))
    }

    fn seed(&mut self, at: NodeId, e: &'t tree::Expr) {
        let number = self.world.constant_number(self.module, e, "a seed");
        match number {
            Some(n) if !(n >= 0.0 && n.fract() == 0.0 && n <= 9_007_199_254_740_992.0) => {
                self.report(problem::out_of_bounds(self.span(e.id), n, (0, u32::MAX), "a seed"));
            }
            Some(n) if self.seen.seed.replace(n as u64).is_some() => {
                self.report(problem::twice(self.span(at), "seed"));
            }
            _ => {}
        }
    }

    /// An answer as the type that some `choose` of the game asks for.
    fn answered(&mut self, value: Expr) -> Expr {
        let chosen = self.seen.chosen.clone();
        if chosen.iter().any(|ty| self.world.fits(&value.ty, ty)) {
            return value;
        }
        let mut value = value;
        for ty in chosen {
            let text =
                matches!(&value.kind, ExprKind::String(name) if self.world.tiles_named(name).len() != 1);
            if text {
                break;
            }
            match self.fit(value, &ty) {
                Ok(found) => return found,
                Err(back) => value = back,
            }
        }
        value
    }

    /// A literal that names tiles of several boards, where an input takes those of one: it stays a name, and means the
    /// tile that is called so among those that may be chosen.
    fn tile_among(&self, a: ActionId, input: &str, value: &'t tree::Expr, ty: &Type) -> Option<Expr> {
        let name = super::consts::plain_text(match &value.kind {
            tree::ExprKind::String(parts) => parts,
            _ => return None,
        })?;
        let action = &self.world.actions[a.index()];
        let tree = action.tree.inputs.iter().find(|i| i.name.text == input)?;
        let board = self.world.board_of_list(action.module, tree.spec.from.as_ref()?)?;
        let named = self.world.tiles_named(&name);
        let is_of = |(b, _): &(BoardId, u32)| self.world.game.boards[b.index()].name == board.name;
        let is_unclear = named.len() > 1 && named.iter().any(is_of) && self.world.is_tile(ty);
        is_unclear.then(|| Expr { at: value.id, ty: ty.clone(), kind: ExprKind::String(name) })
    }

    /// `place(cell: "a1") by 0`, `piece.move(to: "a3") by 1`
    fn play(&mut self, play: &'t tree::Play) -> Option<Play> {
        let object = play.object.as_ref().map(|e| self.any_value(e));
        let by = play.by.as_ref().map(|e| self.value(e, &Type::Player, "who plays"));
        let mut actions = self.actions_named(&play.action.text, object.as_ref());
        if actions.is_empty() {
            self.skip_arguments(&play.inputs);
            if object.as_ref().is_none_or(|o| o.ty != Type::Error) && !play.action.text.is_empty() {
                let known = self.world.actions.iter().map(|a| a.tree.name.text.as_str());
                self.report(problem::unknown_action(self.span(play.action.id), &play.action.text, known));
            }
            return None;
        }
        self.seen.played.extend(&actions);
        let mut inputs = Vec::new();
        for (i, arg) in play.inputs.iter().enumerate() {
            inputs.extend(self.play_input(&play.action.text, i, arg, &mut actions, &inputs));
        }
        Some(Play { at: play.id, actions, object, inputs, by })
    }

    fn actions_named(&self, name: &str, object: Option<&Expr>) -> Vec<ActionId> {
        let all = self.world.actions.iter().enumerate();
        let named = all.filter(|(_, a)| a.tree.name.text == name && !self.world.is_by_itself(a.class));
        let fitting = named.filter(|(_, a)| match object.map(|o| &o.ty) {
            None => true,
            Some(Type::Class(c)) => self.world.is_sub(*c, a.class) || self.world.is_sub(a.class, *c),
            Some(_) => false,
        });
        fitting.map(|(i, _)| ActionId(i as u32)).collect()
    }

    /// An input by name, of the type that the actions have; those that have no such input drop out.
    fn play_input(
        &mut self,
        action: &str,
        i: usize,
        arg: &'t Argument,
        actions: &mut Vec<ActionId>,
        before: &[(String, Expr)],
    ) -> Option<(String, Expr)> {
        let world = self.world;
        let name = match &arg.name {
            Some(name) => name.text.clone(),
            None => match actions.iter().find_map(|a| world.actions[a.index()].inputs.get(i)) {
                Some((name, _)) => name.clone(),
                None => {
                    self.expr(&arg.value, Some(&Type::Error));
                    return self.refuse(problem::too_many(self.span(arg.value.id), action, i, i + 1));
                }
            },
        };
        let at = arg.name.as_ref().map_or(arg.value.id, |n| n.id);
        let has = |a: &ActionId| world.actions[a.index()].inputs.iter().find(|input| input.0 == name);
        let Some((_, ty)) = actions.iter().find_map(has) else {
            let known =
                actions.iter().flat_map(|a| world.actions[a.index()].inputs.iter().map(|i| i.0.as_str()));
            self.report(problem::unknown_argument(self.span(at), action, &name, known));
            self.expr(&arg.value, Some(&Type::Error));
            return None;
        };
        if before.iter().any(|b| b.0 == name) {
            self.report(problem::repeated_argument(self.span(at), &name));
        }
        actions.retain(|a| has(a).is_some_and(|input| input.1 == *ty));
        if let Some(value) = actions.first().and_then(|a| self.tile_among(*a, &name, &arg.value, ty)) {
            return Some((name, value));
        }
        let value = match &arg.value.kind {
            tree::ExprKind::Missing => error(arg.value.id),
            _ => self.value(&arg.value, ty, &format!("the input `{name}` of `{action}`")),
        };
        Some((name, value))
    }
}
