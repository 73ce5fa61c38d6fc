//! Which moves of pieces name one of which all may know which it is: it was chosen openly, carries the action, or lies on
//! a tile that all know. A choice of which nothing is said reads for each what that one knows of it, and so it counts as
//! open. It does not know who sees the pieces.

use super::given::{Given, GivenTo};
use super::hidden;
use super::named::moved;
use super::sinks::THIS;
use super::sources::{Code, Looks, params};
use crate::typed::visit::{Node, Parts, Visit};
use crate::typed::{
    Block, ClassKind, Conversion, Expr, ExprKind, Game, InputSource, LocalId, Statement, StatementKind, Type,
};
use base::NodeId;
use language::catalogue::Builtin;
use language::tree::Disclosure;
use std::collections::{BTreeMap, BTreeSet};

/// One body.
pub(super) struct Openly<'l> {
    looks: Looks<'l>,
    /// The variables that hold such a piece.
    locals: BTreeSet<LocalId>,
    is_this: bool,
}

impl<'l> Openly<'l> {
    /// `unnamed` are parameters that some call gives another piece.
    pub(super) fn of(
        code: &Code<'_>,
        given: &Given<'_>,
        looks: Looks<'l>,
        unnamed: &BTreeSet<GivenTo>,
    ) -> Openly<'l> {
        let mut locals: BTreeSet<LocalId> = params(code)
            .into_iter()
            .filter(|(to, _)| matches!(to, GivenTo::Function(..)) && !unnamed.contains(to))
            .map(|(_, local)| local)
            .collect();
        let is_this = match code {
            Code::Function(f, _) => !unnamed.contains(&GivenTo::Function(*f, THIS)),
            Code::Action(action) => {
                let chosen = action.inputs.iter().filter(|i| !matches!(i.source, InputSource::Auto));
                let open = chosen.filter(|i| i.spec.disclosure != Some(Disclosure::Secret));
                locals.extend(open.map(|i| i.local));
                true
            }
            Code::Body(_) => true,
        };
        let mut openly = Openly { looks, locals, is_this };
        let mut values: BTreeMap<LocalId, Vec<&Expr>> = BTreeMap::new();
        for (local, value) in given.values.iter().filter(|(_, value)| !matches!(value.kind, ExprKind::Null)) {
            values.entry(*local).or_default().push(value);
        }
        // Of several it may be hidden which one it is given.
        openly.locals.retain(|local| !values.contains_key(local));
        values.retain(|_, all| all.len() == 1);
        loop {
            let is_new = |(local, all): &(&LocalId, &Vec<&Expr>)| {
                !openly.locals.contains(*local) && openly.names(all[0])
            };
            let new: Vec<LocalId> = values.iter().filter(is_new).map(|(local, _)| *local).collect();
            if new.is_empty() {
                return openly;
            }
            openly.locals.extend(new);
        }
    }

    /// Whether an expression names a piece openly.
    fn names(&self, e: &Expr) -> bool {
        use Builtin as B;
        match &e.kind {
            ExprKind::Local(local) => self.locals.contains(local),
            ExprKind::This => self.is_this,
            ExprKind::Choose { spec, .. } => spec.disclosure != Some(Disclosure::Secret),
            ExprKind::New(..) => true,
            ExprKind::Builtin(B::TilePiece, args) => self.knows_tile(args),
            ExprKind::Builtin(B::ListFirst | B::ListLast, args) => match &args[..] {
                [Some(list), rest @ ..] => rest.iter().all(Option::is_none) && self.lie_together(list),
                _ => false,
            },
            ExprKind::Index(list, i) => matches!(i.kind, ExprKind::Number(_)) && self.lie_together(list),
            ExprKind::Attribute(object, _) => {
                hidden(self.looks.game, e).is_none() && !self.looks.into_hidden(Node::Expr(object))
            }
            ExprKind::Convert(Conversion::Downcast(_), piece) => self.names(piece),
            _ => false,
        }
    }

    /// All that lies on one tile.
    fn lie_together(&self, e: &Expr) -> bool {
        matches!(&e.kind, ExprKind::Builtin(Builtin::TilePieces, args) if self.knows_tile(args))
    }

    fn knows_tile(&self, args: &[Option<Expr>]) -> bool {
        matches!(args, [Some(tile), ..] if !self.looks.into_hidden(Node::Expr(tile)))
    }

    /// The parameters of others that are given other pieces here.
    pub(super) fn unnamed(&self, block: &Block, given: &Given<'_>) -> Vec<GivenTo> {
        let game = self.looks.game;
        let all = given.calls.iter().copied();
        let mut holders = Holders(Vec::new());
        holders.block(block);
        let others = all.chain(holders.0).filter(|(_, value)| is_piece(game, value) && !self.names(value));
        others.map(|(to, _)| to).filter(|to| matches!(to, GivenTo::Function(..))).collect()
    }

    /// The moves of a block that name a piece openly.
    pub(super) fn moves(&self, block: &Block) -> BTreeSet<NodeId> {
        let mut moves = OpenMoves { openly: self, found: BTreeSet::new() };
        moves.block(block);
        moves.found
    }
}

fn is_piece(game: &Game, e: &Expr) -> bool {
    matches!(e.ty, Type::Class(class) if game.classes[class.index()].kind == ClassKind::Piece)
}

/// The objects on which functions are called.
struct Holders<'e>(Vec<(GivenTo, &'e Expr)>);

impl<'e> Visit<'e> for Holders<'e> {
    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::CallMethod(object, f, _) = &e.kind {
            self.0.push((GivenTo::Function(*f, THIS), object));
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

struct OpenMoves<'o, 'l> {
    openly: &'o Openly<'l>,
    found: BTreeSet<NodeId>,
}

impl<'e> Visit<'e> for OpenMoves<'_, '_> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Remove(piece, _) = &s.kind
            && self.openly.names(piece)
        {
            self.found.insert(s.at);
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        if let Some((piece, _)) = moved(e)
            && self.openly.names(piece)
        {
            self.found.insert(e.at);
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
