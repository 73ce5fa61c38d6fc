//! Which moves of pieces name them by where they lie, as the top one of a zone: whoever knows that one can follow it, as
//! what is chosen, drawn by chance or found among others tells nobody which one it was, wherever it happens to lie.

use crate::typed::visit::{Parts, Visit};
use crate::typed::{Block, Conversion, Expr, ExprKind, LocalId, Statement, StatementKind, Target, Type};
use base::NodeId;
use language::catalogue::Builtin;
use std::collections::{BTreeMap, BTreeSet};

/// The moves of a body that do.
pub(super) fn moves(block: &Block) -> BTreeSet<NodeId> {
    let mut variables = Variables::default();
    variables.block(block);
    let locals = variables.by_place();
    let mut moves = ByPlace { locals, assigned: variables.assigned, found: BTreeSet::new() };
    moves.block(block);
    moves.found
}

/// What moves pieces, with what names them and how many arguments it takes besides the one that says so.
pub(super) fn moved(e: &Expr) -> Option<(&Expr, usize)> {
    use Builtin as B;
    let (b, args) = match &e.kind {
        ExprKind::Builtin(b, args) | ExprKind::BoardBuiltin(_, _, b, args) => (*b, args.as_slice()),
        _ => return None,
    };
    match (b, args) {
        (B::ZoneAdd | B::ZoneAddAll, [_, Some(pieces), ..]) => Some((pieces, 3)),
        (B::ZoneMove, [_, Some(piece), ..]) => Some((piece, 5)),
        (B::PiecePutOn | B::BoardPlace, [Some(piece), ..]) => Some((piece, 2)),
        (B::PieceLift, [Some(piece), ..]) => Some((piece, 1)),
        _ => None,
    }
}

/// The variables that are declared with a value and never given another one.
#[derive(Default)]
struct Variables<'e> {
    declared: BTreeMap<LocalId, &'e Expr>,
    assigned: BTreeSet<LocalId>,
}

impl Variables<'_> {
    fn by_place(&mut self) -> BTreeSet<LocalId> {
        let Variables { declared, assigned } = self;
        declared.retain(|local, _| !assigned.contains(local));
        let mut found = BTreeSet::new();
        loop {
            let is_new =
                |(local, value): &(&LocalId, &&Expr)| !found.contains(*local) && is_by_place(value, &found);
            let new: Vec<LocalId> = declared.iter().filter(is_new).map(|(local, _)| *local).collect();
            if new.is_empty() {
                return found;
            }
            found.extend(new);
        }
    }
}

impl<'e> Visit<'e> for Variables<'e> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Declare(local, value) = &s.kind {
            self.declared.insert(*local, value);
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        if let ExprKind::Assign(Target::Local(local), _) | ExprKind::Update(Target::Local(local), ..) =
            &e.kind
        {
            self.assigned.insert(*local);
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

fn is_by_place(e: &Expr, locals: &BTreeSet<LocalId>) -> bool {
    use Builtin as B;
    match &e.kind {
        ExprKind::Local(local) => locals.contains(local),
        ExprKind::Builtin(B::ZoneTop | B::ZoneBottom, _) => true,
        ExprKind::Builtin(B::ListFirst | B::ListLast, args) => match &args[..] {
            [Some(list), rest @ ..] => rest.iter().all(Option::is_none) && are_by_place(list),
            _ => false,
        },
        ExprKind::Index(list, i) => matches!(i.kind, ExprKind::Number(_)) && are_by_place(list),
        ExprKind::Convert(Conversion::Downcast(_), piece) => is_by_place(piece, locals),
        _ => false,
    }
}

/// All of a zone, or its top ones, in the order in which they lie there, or the other way round.
fn are_by_place(e: &Expr) -> bool {
    use Builtin as B;
    match &e.kind {
        _ if matches!(e.ty, Type::Zone(_)) => true,
        ExprKind::Builtin(B::ZonePeek, _) => true,
        ExprKind::Builtin(B::ListCopy | B::ListReverse, args) => {
            args.first().and_then(Option::as_ref).is_some_and(are_by_place)
        }
        _ => false,
    }
}

struct ByPlace {
    locals: BTreeSet<LocalId>,
    /// Variables that are given another value somewhere, as that of a loop may be.
    assigned: BTreeSet<LocalId>,
    found: BTreeSet<NodeId>,
}

impl ByPlace {
    /// Where a loop does the same with each of them, before anything may depend on which one it is.
    fn each(&mut self, local: LocalId, body: &Block) {
        let is_plain = |s: &&Statement| matches!(s.kind, StatementKind::Expr(_) | StatementKind::Declare(..));
        for statement in body.statements.iter().take_while(is_plain) {
            if let StatementKind::Expr(e) = &statement.kind
                && let Some((piece, _)) = moved(e)
                && matches!(piece.kind, ExprKind::Local(one) if one == local)
            {
                self.found.insert(e.at);
            }
        }
    }
}

impl<'e> Visit<'e> for ByPlace {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::ForIn { local, list, body } = &s.kind
            && are_by_place(list)
            && !self.assigned.contains(local)
        {
            self.each(*local, body);
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        let is_list = matches!(&e.kind, ExprKind::Builtin(Builtin::ZoneAddAll, _));
        if let Some((pieces, _)) = moved(e)
            && if is_list { are_by_place(pieces) } else { is_by_place(pieces, &self.locals) }
        {
            self.found.insert(e.at);
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}
