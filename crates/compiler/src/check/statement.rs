//! Statements: what each kind becomes. It knows nothing of single expressions.

use super::calls::{Call, Slot};
use super::convert::set_as_list;
use super::expr::Meaning;
use super::problems as problem;
use super::scope::{Checker, Frame, Returns, Stage, error, statement};
use super::world::World;
use crate::typed::{
    Block, Class, ClassId, ClassKind, Const, Conversion, Departure, Expr, ExprKind, Statement, StatementKind,
    Type, Visibility,
};
use base::{NodeId, Problem};
use language::catalogue::{Builtin, entry};
use language::operator::BinaryOp;
use language::statements::{ALONE, BEFORE_VALUES};
use language::tree::{self, Name, StatementKind as T};

impl<'t> Checker<'_, 't> {
    /// A block with variables of its own.
    pub(super) fn block(&mut self, block: &'t tree::Block) -> Block {
        self.open();
        let found = self.statements(block);
        self.close();
        found
    }

    /// The statements of a block, whose variables belong to the block that is open.
    pub(super) fn statements(&mut self, block: &'t tree::Block) -> Block {
        let coming = block.statements.iter().filter_map(|s| match &s.kind {
            T::Declare(d) => Some(&d.name),
            _ => None,
        });
        if let Some(frame) = self.frames.last_mut() {
            frame.coming.clear();
            for name in coming {
                frame.coming.entry(&name.text).or_insert(name);
            }
        }
        let mut statements = Vec::with_capacity(block.statements.len());
        for s in &block.statements {
            statements.extend(self.statement(s));
        }
        Block { statements }
    }

    /// None for what is no statement when the game runs.
    fn statement(&mut self, s: &'t tree::Statement) -> Option<Statement> {
        let at = s.id;
        let kind = match &s.kind {
            T::Missing => return None,
            T::Return(value) => self.return_(at, value.as_ref()),
            T::Expr(e) => self.expression(e),
            T::Declare(d) => self.declaration(d),
            T::If(check, then, otherwise) => self.if_(check, then, otherwise.as_deref()),
            T::While(check, body) => {
                let check = self.value(check, &Type::Bool, "the condition of `while`");
                let body = self.loop_body(body);
                StatementKind::Loop { check: Some(check), step: None, body }
            }
            T::For(f) => self.for_(at, f),
            T::ForIn(f) => self.for_in(at, f),
            T::Block(block) => StatementKind::Block(self.block(block)),
            T::Continue => self.jump(at, "continue", StatementKind::Continue),
            T::Break => self.jump(at, "break", StatementKind::Break),
            T::Winner(e) => self.winner(e),
            T::WinnerNone => StatementKind::WinnerNone,
            T::Remove(e) => self.remove(e),
            T::Fail(e) => StatementKind::Fail(self.value(e, &Type::String, "the reason of `fail`")),
            T::Tell(text, to) => {
                let text = self.log_text(text);
                let to = to.as_ref().map(|p| self.value(p, &Type::Player, "who is told"));
                StatementKind::Tell(text, to)
            }
            T::Score(player, points) => {
                let player = self.value(player, &Type::Player, "whose score it is");
                let points_at = points.id;
                let points = self.value(points, &Type::Number, "the score");
                if adds_to_seat(&points) {
                    self.report(problem::score_of_seat(self.span(points_at)));
                }
                StatementKind::Score(player, points)
            }
            T::Eliminate(e) => StatementKind::Eliminate(self.value(e, &Type::Player, "who is eliminated")),
            T::Team(name, players) => {
                self.only_in(at, Stage::Setup, "team");
                if self.frames.len() == 2 {
                    let seat = |p| match self.world.constant(self.module, p) {
                        Ok(Const::Number(n)) if n.fract() == 0.0 && n >= 0.0 => Some(n as u32),
                        _ => None,
                    };
                    let seats = players.iter().filter_map(|p| Some((p.id, seat(p)?)));
                    self.seen.members.extend(seats.collect::<Vec<_>>());
                }
                let players =
                    players.iter().map(|p| self.value(p, &Type::Player, "a member of a team")).collect();
                StatementKind::Team(name.text.clone(), players)
            }
            T::Until(what, end, condition) => return self.until(at, what, end, condition.as_ref()),
            T::Cancel => return self.cancel(at),
            T::Players(players) => {
                self.players(at, players);
                return None;
            }
            T::Option(..) => {
                // What it says was read before; see `options`.
                if self.stage != Stage::Test || self.frames.len() != 2 {
                    self.report(problem::only_in(self.span(at), "option", "a test, outside of blocks"));
                }
                return None;
            }
            T::Seed(_) | T::Play(_) | T::Answer(..) | T::Do(..) | T::Expect(_) | T::ExpectLegal(..) => {
                return self.test_statement(at, &s.kind);
            }
        };
        Some(statement(at, kind))
    }

    /// Reports a statement that stands where it means nothing.
    pub(super) fn only_in(&mut self, at: NodeId, stage: Stage, word: &str) -> bool {
        let fine = self.stage == stage || (self.stage, stage) == (Stage::TestFunction, Stage::Test);
        if !fine {
            let place = match stage {
                Stage::Test => "a test, or in a function of a file of tests",
                _ => "`setup`",
            };
            self.report(problem::only_in(self.span(at), word, place));
        }
        fine
    }

    fn return_(&mut self, at: NodeId, value: Option<&'t tree::Expr>) -> StatementKind {
        if let (Some(e), Some(what)) = (value, self.returns.nothing()) {
            self.expr(e, Some(&Type::Error));
            self.report(problem::return_value(self.span(e.id), what));
            return StatementKind::Return(None);
        }
        let found = match (value, self.returns.clone()) {
            (_, Returns::Nothing(_) | Returns::Before) => None,
            (_, Returns::Suppose) => self.refuse(problem::return_in_suppose(self.span(at))),
            (None, Returns::Value(..) | Returns::Infer(_)) => {
                self.refuse(problem::return_needs(self.span(at)))
            }
            (Some(e), Returns::Value(ty, why)) => Some(self.value(e, &ty, &why)),
            (Some(e), Returns::Infer(None)) => {
                let value = self.any_value(e);
                self.returns = Returns::Infer(Some(value.ty.clone()));
                Some(value)
            }
            (Some(e), Returns::Infer(Some(ty))) => {
                let value = self.value_like(e, Some(&ty));
                match self.world.join(&ty, &value.ty) {
                    Some(joined) if self.world.fits(&ty, &joined) && self.world.fits(&value.ty, &joined) => {
                        self.returns = Returns::Infer(Some(joined));
                        Some(value)
                    }
                    _ => Some(self.needed(value, &ty, "the result of the function value")),
                }
            }
        };
        StatementKind::Return(found)
    }

    pub(super) fn expression(&mut self, e: &'t tree::Expr) -> StatementKind {
        if let Some(problem) = self.lone_word_misspelt(e) {
            return StatementKind::Expr(self.error_expr(e.id, problem));
        }
        let value = self.expr(e, None);
        let idle = !matches!(
            e.kind,
            tree::ExprKind::Assign(..)
                | tree::ExprKind::Call(..)
                | tree::ExprKind::BaseCall(..)
                | tree::ExprKind::Choose(_)
                | tree::ExprKind::New(..)
                | tree::ExprKind::Raise(..)
                | tree::ExprKind::Missing
        );
        if idle && value.ty != Type::Error {
            let equal = matches!(e.kind, tree::ExprKind::Binary(tree::BinaryOp::Equal, ..));
            self.report(problem::idle(self.span(e.id), equal));
        }
        if let ExprKind::Builtin(id, _) = value.kind
            && gives_new_one(id)
        {
            self.report(problem::idle_call(self.span(e.id), entry(id).name()));
        }
        StatementKind::Expr(value)
    }

    /// Of `cancl;`: the statement that was meant. A name by itself would do nothing.
    fn lone_word_misspelt(&self, e: &tree::Expr) -> Option<Problem> {
        let tree::ExprKind::Name(name) = &e.kind else { return None };
        let unknown = !self.world.scope(self.module).incomplete
            && matches!(self.meaning(name, false), Meaning::Unknown)
            && !self.frames.iter().any(|f| f.coming.contains_key(name.as_str()));
        let meant = if unknown { base::nearest(name, ALONE) } else { None };
        meant.map(|meant| problem::no_statement(self.span(e.id), name, meant))
    }

    /// Of `remov card;`, which reads as a variable of that type: the statement that was meant. No value has types.
    fn word_misspelt(&self, d: &tree::Declare) -> Option<Problem> {
        let tree::TypeKind::Named { module, name } = &d.ty.kind else { return None };
        if let Some(alias) = module {
            let is_value = self.world.entry(self.module, &alias.text).is_none()
                && !matches!(self.meaning(&alias.text, false), Meaning::Unknown);
            return is_value.then(|| problem::no_import(self.span(alias.id), &alias.text));
        }
        let meant = match d.value {
            None if self.world.is_unknown_type(self.module, name) => base::nearest(name, BEFORE_VALUES)?,
            _ => return None,
        };
        let known = !matches!(self.meaning(&d.name.text, false), Meaning::Unknown);
        let of_type = || base::nearest(name, self.world.type_names(self.module)).is_some();
        (known || !of_type()).then(|| problem::no_statement(self.span(d.ty.id), name, meant))
    }

    fn declaration(&mut self, d: &'t tree::Declare) -> StatementKind {
        if let Some(problem) = self.word_misspelt(d) {
            self.report(problem);
            if let Meaning::Local(local) = self.meaning(&d.name.text, false) {
                self.read(d.name.id, local);
            }
            return StatementKind::Expr(error(d.name.id));
        }
        let ty = self.explicit_type(&d.ty);
        let why = format!("the variable `{}`", d.name.text);
        let (ty, value) = match (ty, &d.value) {
            (Some(ty), Some(e)) => (ty.clone(), self.value(e, &ty, &why)),
            (Some(ty), None) => (ty, Expr { at: d.name.id, ty: Type::Null, kind: ExprKind::Null }),
            (None, Some(e)) => {
                let mut value = self.any_value(e);
                if value.ty == Type::Null {
                    let problem = problem::var_null(self.span(d.name.id), &d.name.text);
                    value = self.error_expr(value.at, problem);
                }
                (value.ty.clone(), value)
            }
            (None, None) => {
                let problem = problem::var_without_value(self.span(d.name.id), &d.name.text);
                (Type::Error, self.error_expr(d.name.id, problem))
            }
        };
        let local = self.declare(&d.name, ty);
        let about = &mut self.about[local.index()];
        about.declared = true;
        about.used = false;
        StatementKind::Declare(local, value)
    }

    fn if_(
        &mut self,
        check: &'t tree::Expr,
        then: &'t tree::Block,
        otherwise: Option<&'t tree::Statement>,
    ) -> StatementKind {
        let check = self.value(check, &Type::Bool, "the condition of `if`");
        let then = self.block(then);
        let otherwise = otherwise.map(|s| match &s.kind {
            T::Block(block) => self.block(block),
            _ => Block { statements: self.statement(s).into_iter().collect() },
        });
        StatementKind::If(check, then, otherwise)
    }

    fn loop_body(&mut self, body: &'t tree::Block) -> Block {
        self.loops += 1;
        let body = self.block(body);
        self.loops -= 1;
        body
    }

    fn jump(&mut self, at: NodeId, word: &str, kind: StatementKind) -> StatementKind {
        if self.loops == 0 {
            self.report(problem::outside_loop(self.span(at), word));
        }
        kind
    }

    /// `for (init; check; step) { }`: the variable of `init` belongs to the loop.
    fn for_(&mut self, at: NodeId, f: &'t tree::For) -> StatementKind {
        self.frames.push(Frame::default());
        let mut statements = Vec::new();
        if let Some(init) = &f.init {
            statements.extend(self.statement(init));
        }
        let check = f.check.as_ref().map(|e| self.value(e, &Type::Bool, "the condition of `for`"));
        let step = f.step.as_ref().map(|e| self.expr(e, None));
        let body = self.loop_body(&f.body);
        self.close();
        let kind = StatementKind::Loop { check, step, body };
        if statements.is_empty() {
            return kind;
        }
        statements.push(statement(at, kind));
        StatementKind::Block(Block { statements })
    }

    /// `for (T x in list) { }`
    fn for_in(&mut self, at: NodeId, f: &'t tree::ForIn) -> StatementKind {
        let written = self.explicit_type(&f.ty);
        let list = match (&f.list.kind, &written) {
            (tree::ExprKind::Braces(_), Some(ty)) => self.expr(&f.list, Some(&Type::list(ty.clone()))),
            _ => self.any_value(&f.list),
        };
        let list = self.visited(list);
        let element = list.ty.element().cloned().unwrap_or(Type::Error);
        let written = written.unwrap_or_else(|| element.clone());
        self.open();
        let body = if self.world.fits(&element, &written) {
            let local = self.declare(&f.name, written);
            (local, self.loop_body(&f.body))
        } else {
            let hidden = self.unnamed(&f.name.text, element, f.name.id);
            let value = self.read(f.name.id, hidden);
            let value = self.needed(value, &written, &format!("the variable `{}`", f.name.text));
            let local = self.declare(&f.name, written);
            let mut body = self.loop_body(&f.body);
            body.statements.insert(0, statement(at, StatementKind::Declare(local, value)));
            (hidden, body)
        };
        self.close();
        StatementKind::ForIn { local: body.0, list, body: body.1 }
    }

    /// What a loop visits, as a list: a zone or stack as it is now, the values of a table.
    fn visited(&mut self, list: Expr) -> Expr {
        let at = list.at;
        match list.ty.clone() {
            Type::List(_) | Type::Error => list,
            Type::Set(_) => set_as_list(list),
            Type::Zone(t) | Type::Stack(t) | Type::Table(_, t) => {
                let is_table = matches!(list.ty, Type::Table(..));
                let id = if is_table { Builtin::TableValues } else { Builtin::ListCopy };
                Expr { at, ty: Type::List(t), kind: ExprKind::Builtin(id, vec![Some(list)]) }
            }
            other => {
                let zones = matches!(other, Type::Zones(_));
                self.error_expr(at, problem::not_a_list(self.span(at), &self.name_of(&other), zones))
            }
        }
    }

    /// `winner p;`, `winner { { 0, 1 }, { 2 } };`, `winner list;`
    fn winner(&mut self, e: &'t tree::Expr) -> StatementKind {
        let players = Type::list(Type::Player);
        let ranking = Type::list(players.clone());
        let hoped = match &e.kind {
            tree::ExprKind::Braces(es) if es.iter().any(|e| matches!(e.kind, tree::ExprKind::Braces(_))) => {
                Some(&ranking)
            }
            tree::ExprKind::Braces(es) if es.is_empty() => Some(&ranking),
            _ => None,
        };
        let found = self.value_like(e, hoped);
        match &found.ty {
            Type::List(inner) if matches!(**inner, Type::List(_)) => {
                StatementKind::WinnerRanking(self.needed(found, &ranking, "the ranking"))
            }
            Type::List(inner) => match (&**inner, found.kind) {
                (Type::Number | Type::Turn, ExprKind::NewList(elements)) => {
                    let fit = |e| self.needed(e, &Type::Player, "a winner");
                    let elements = elements.into_iter().map(fit).collect();
                    let list = Expr { at: found.at, ty: players, kind: ExprKind::NewList(elements) };
                    StatementKind::WinnerPlayers(list)
                }
                (_, kind) => {
                    let found = Expr { kind, ty: found.ty.clone(), at: found.at };
                    StatementKind::WinnerPlayers(self.needed(found, &players, "the winners"))
                }
            },
            _ => StatementKind::WinnerPlayer(self.needed(found, &Type::Player, "the winner")),
        }
    }

    fn remove(&mut self, e: &'t tree::Expr) -> StatementKind {
        let found = self.any_value(e);
        let fine = match &found.ty {
            Type::Class(c) if self.world.kind(*c) == ClassKind::Modifier => true,
            Type::Error => true,
            Type::Class(c) => {
                let class = &self.world.game.classes[c.index()];
                matches!(class.kind, ClassKind::Piece | ClassKind::Class)
                    && class.visibility != Visibility::Global
                    && !self.world.is_opaque(*c)
            }
            _ => false,
        };
        if !fine {
            self.report(problem::cannot_remove(self.span(e.id), &self.name_of(&found.ty)));
        }
        StatementKind::Remove(found, Departure::Hidden)
    }

    /// The class of an event by its name; reports if it is none.
    pub(super) fn event_named(&mut self, name: &Name) -> Option<ClassId> {
        if name.text.is_empty() {
            return None;
        }
        if !name.text.contains('.') && self.world.is_unknown_type(self.module, &name.text) {
            return self.refuse(self.world.unknown_event(self.module, name));
        }
        match self.type_of(&World::type_named(name)) {
            Type::Class(c) if self.world.kind(c) == ClassKind::Event => Some(c),
            Type::Error => None,
            other => self.refuse(problem::not_an_event(self.span(name.id), &self.name_of(&other))),
        }
    }

    /// `raise Damage(target: c, amount: 3)`
    pub(super) fn raise(&mut self, call: Call<'t>, name: &Name) -> Expr {
        let Some(class) = self.event_named(name) else {
            return self.skip_call(call);
        };
        let event = &self.world.game.classes[class.index()];
        if class.index() < ClassId::BUILT_IN || event.is_abstract {
            let (at, name) = (self.span(name.id), &event.name);
            self.report(match event.is_abstract {
                true => problem::raise_abstract(at, name),
                false => problem::raise_built_in(at, name),
            });
        }
        let world = self.world;
        let attributes = &world.game.classes[class.index()].attributes;
        let own = usize::from(attributes.first().is_some_and(|a| a.name == Class::CANCELLED));
        let attributes = &attributes[own..];
        let slots = attributes.iter().map(|a| (Slot { name: &a.name, optional: true }, &a.ty)).collect();
        let found = self.values(call, &event.name, slots, |name| format!("the attribute `{name}`"));
        let values: Vec<(u32, Expr)> =
            (own as u32..).zip(found).filter_map(|(i, value)| Some((i, value?))).collect();
        values.iter().for_each(|(i, value)| self.not_given(class, *i, value.at));
        call.expr(Type::Class(class), ExprKind::Raise(class, values))
    }

    /// `players 2..4 "North", "East";` `players { 2, 4 };`
    fn players(&mut self, at: NodeId, players: &'t tree::Players) {
        use crate::typed::{MAX_PLAYERS, Players};
        let bounds = (1, MAX_PLAYERS);
        let why = "the number of players";
        let number = |e| self.world.constant_whole(self.module, e, bounds, why);
        let least = number(&players.least);
        let most = players.most.as_ref().map_or(least, number);
        let (Some(least), Some(most)) = (least, most) else { return };
        let others: Option<Vec<u32>> = players.others.iter().map(number).collect();
        let Some(others) = others else { return };
        let listed = std::iter::once(least).chain(others);
        let counts: Vec<u32> =
            if players.others.is_empty() { (least..=most).collect() } else { listed.collect() };
        let most = counts.last().copied().unwrap_or(most);
        if self.stage != Stage::Setup && self.stage != Stage::Test || self.frames.len() != 2 {
            return self.report(problem::only_in(self.span(at), "players", "`setup`, outside of blocks"));
        }
        if let Some(pair) = counts.windows(2).find(|pair| pair[0] >= pair[1]) {
            return self.report(problem::player_numbers(self.span(at), pair[0], pair[1]));
        }
        if least > most {
            return self.report(problem::no_players(self.span(at), least, most));
        }
        if players.names.len() > most as usize {
            return self.report(problem::too_many_names(self.span(at), most, players.names.len()));
        }
        if self.seen.players.is_some() {
            return self.report(problem::twice(self.span(at), "players"));
        }
        let names = players.names.iter().map(|name| name.text.text.clone()).collect();
        let bots = (0..).zip(&players.names).filter(|(_, name)| name.is_bot).map(|(seat, _)| seat).collect();
        self.seen.players = Some(Players { least, most, counts, names, bots });
    }
}

/// Whether points are counted from the number of a seat: `p + 3` where `p.score + 3` is meant.
fn adds_to_seat(points: &Expr) -> bool {
    let is_seat = |e: &Expr| matches!(e.kind, ExprKind::Convert(Conversion::PlayerToNumber, _));
    match &points.kind {
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Subtract, a, b) => {
            is_seat(a) || is_seat(b) || adds_to_seat(a)
        }
        _ => false,
    }
}

/// Operations of lists that could be thought to change the list.
fn gives_new_one(id: Builtin) -> bool {
    use Builtin as B;
    let of_list =
        matches!(id, B::ListSortBy | B::ListReverse | B::ListDistinct | B::ListConcat | B::ListWithout);
    of_list || matches!(id, B::SetWith | B::SetWithout | B::SetUnion | B::SetIntersection | B::SetDifference)
}
