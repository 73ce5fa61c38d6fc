//! Zones: single ones, and rows of several that a number or a case tells apart. It knows nothing of what lies in them.

use super::problems as problem;
use super::scope::Checker;
use super::world::{Definition, World};
use crate::typed::{ClassId, ClassKind, EnumId, Expr, ExprKind, Type, Zone, ZoneId, ZoneRow};
use base::NodeId;
use language::catalogue::Builtin;
use language::limits::MAX_ZONES;
use language::tree::{self, Name, Seen, ZoneDecl};
use std::rc::Rc;

impl World<'_> {
    /// Declares every zone, each of a row for itself.
    pub(super) fn declare_zones(&mut self) {
        let mut firsts = Vec::new();
        for (module, tree) in std::mem::take(&mut self.zones) {
            let first = ZoneId(self.game.zones.len() as u32);
            firsts.push(first);
            let of = self.piece_class(module, &tree.of);
            let row = tree.index.as_ref().map(|index| {
                let (length, by) = self.row_length(module, tree, index).unwrap_or((1, None));
                ZoneRow { first, length, by }
            });
            for place in 0..row.map_or(1, |row| row.length) {
                let (name, title) = self.zone_names(&tree.name.text, row, place);
                self.game.zones.push(Zone {
                    name,
                    title,
                    of,
                    deck: tree.deck,
                    per_player: tree.per_player,
                    seen: tree.seen.unwrap_or(Seen::None),
                    ordered: tree.ordered || tree.deck,
                    row,
                });
            }
            if tree.seen == Some(Seen::Owner) && !tree.per_player {
                self.report(problem::no_owner(self.span(tree.name.id), &tree.name.text, "zone"));
            }
        }
        for scope in &mut self.scopes {
            let names = [&mut scope.own, &mut scope.handed, &mut scope.all];
            for entry in names.into_iter().flat_map(|names| names.values_mut()) {
                if let Definition::Zone(zone) = &mut entry.definition {
                    *zone = firsts[zone.index()];
                }
            }
        }
    }

    /// How many zones a row has, and the enumeration whose cases name them.
    fn row_length(
        &self,
        module: usize,
        tree: &ZoneDecl,
        index: &tree::Expr,
    ) -> Option<(u32, Option<EnumId>)> {
        let most = MAX_ZONES as u32;
        let (length, by) = match self.lookup_expr(module, index) {
            Some(Definition::Enum(of)) => match self.game.enums[of.index()].cases.len() as u32 {
                0 => {
                    let span = self.span(index.id);
                    self.report(problem::out_of_bounds(span, 0.0, (1, most), "how many zones there are"));
                    (1, Some(of))
                }
                cases => (cases, Some(of)),
            },
            _ => (self.constant_whole(module, index, (1, most), "how many zones there are")?, None),
        };
        let all = self.game.zones.len() + length as usize;
        if all > MAX_ZONES {
            self.report(problem::too_many_in_game(self.span(tree.name.id), "zones", all, MAX_ZONES));
            return None;
        }
        Some((length, by))
    }

    /// What a zone is called in code, and what people read: `row[0]`, `row 1 of 3`; `pile[Red]`, `Red pile`.
    fn zone_names(&self, name: &str, row: Option<ZoneRow>, place: u32) -> (String, String) {
        match row {
            None => (name.to_owned(), name.to_owned()),
            Some(ZoneRow { by: None, length, .. }) => {
                (format!("{name}[{place}]"), format!("{name} {} of {length}", place + 1))
            }
            Some(ZoneRow { by: Some(of), .. }) => {
                let cases = &self.game.enums[of.index()].cases;
                let case = cases.get(place as usize).map_or("", |case| case.name.as_str());
                (format!("{name}[{case}]"), format!("{case} {name}"))
            }
        }
    }

    fn piece_class(&mut self, module: usize, name: &Name) -> ClassId {
        match self.class_named(module, name) {
            Some(c) if self.kind(c) == ClassKind::Piece => c,
            Some(c) => {
                self.report(problem::zone_of(self.span(name.id), self.class_name(c)));
                ClassId::PIECE
            }
            None => ClassId::PIECE,
        }
    }
}

impl<'t> Checker<'_, 't> {
    /// A declared zone as a value, or a row of zones; with a player, what is that player's.
    pub(super) fn zones_value(&self, at: NodeId, zone: ZoneId, player: Option<Expr>) -> Expr {
        let of = self.zone_value(at, zone, player);
        if self.world.game.zones[zone.index()].row.is_none() {
            return of;
        }
        let player = if let ExprKind::ZoneOf(_, player) = of.kind { Some(player) } else { None };
        Expr { at, ty: Type::list(of.ty), kind: ExprKind::ZoneRow(zone, player) }
    }

    /// One zone, or the zones of all players.
    fn zone_value(&self, at: NodeId, zone: ZoneId, player: Option<Expr>) -> Expr {
        let info = &self.world.game.zones[zone.index()];
        let of = Rc::new(Type::Class(info.of));
        let (ty, kind) = match player {
            Some(player) => (Type::Zone(of), ExprKind::ZoneOf(zone, Box::new(player))),
            None if info.per_player => (Type::Zones(of), ExprKind::Zones(zone)),
            None => (Type::Zone(of), ExprKind::Zone(zone)),
        };
        Expr { at, ty, kind }
    }

    /// `row[i]`, `pile(p)[Colour.Red]`
    pub(super) fn zone_in_row(
        &mut self,
        at: NodeId,
        row: Expr,
        (first, of): (ZoneId, ZoneRow),
        index: &'t tree::Expr,
    ) -> Expr {
        let ty = of.by.map_or(Type::Number, Type::Enum);
        let index = self.value(index, &ty, "which of the zones it is");
        let known = match index.kind {
            ExprKind::Number(n) if n >= 0.0 && n < f64::from(of.length) => Some(n as u32),
            ExprKind::Case(_, case) => Some(case),
            _ => None,
        };
        let (ExprKind::ZoneRow(_, player), Some(known)) = (&row.kind, known) else {
            let ty = row.ty.element().cloned().unwrap_or(Type::Error);
            let index = match of.by {
                None => index,
                Some(_) => {
                    let kind = ExprKind::Builtin(Builtin::CaseIndex, vec![Some(index)]);
                    Expr { at, ty: Type::Number, kind }
                }
            };
            return Expr { at, ty, kind: ExprKind::Index(Box::new(row), Box::new(index)) };
        };
        self.zone_value(at, ZoneId(first.0 + known), player.as_deref().cloned())
    }
}
