//! What is told by what is built in. Whatever is not named here tells all that it is given.

use super::brought::Place;
use super::expressions::{element_of, same_thing};
use super::facts::Facts;
use super::labels::{Label, Who, seen};
use super::players::is_this;
use super::reading::Reading;
use crate::check::secrecy::tiles::tile_read;
use crate::typed::{Acts, Board, BoardId, Expr, ExprKind, Type};
use language::catalogue::{Builtin, Effect, entry};

impl<'g> Reading<'_, 'g> {
    pub(super) fn builtin(&mut self, e: &'g Expr, b: Builtin, args: &'g [Option<Expr>]) -> Label {
        use Builtin as B;
        if e.ty == Type::Position {
            return Label::holding(Facts::from([self.offers.unseen("position()")]));
        }
        if let Some(tile) = tile_read(e) {
            return self.lies_on(tile).read_as(&e.ty);
        }
        let first = args.first().and_then(Option::as_ref);
        match (b, first) {
            (B::PieceTile | B::PieceEdge | B::PieceCorner | B::PiecePlace, Some(piece)) => {
                self.place_of(e, piece)
            }
            // An action is its owner's.
            (B::ObjectOwner, Some(object)) if self.this == Some(Who::Actor) && is_this(object) => {
                Label::plain(self.label(object).told)
            }
            (B::ListContains, Some(list)) => self.contains(list, args.get(1).and_then(Option::as_ref)),
            _ => self.of_parts(e, b, args),
        }
    }

    /// Where a piece lies. Which boards there are that hide nothing of it says nothing of a piece that nobody knows.
    fn place_of(&mut self, e: &'g Expr, piece: &'g Expr) -> Label {
        let of = self.label(piece);
        let hides = self.game().boards.iter().any(Board::hides);
        if !hides && !matches!(e.ty, Type::Place) {
            return Label::plain(of.told);
        }
        Label { told: of.all(), held: of.held, which: Facts::new() }
    }

    fn contains(&mut self, list: &'g Expr, element: Option<&'g Expr>) -> Label {
        let is_thing = element.is_some_and(|element| matches!(element.ty, Type::Class(_)));
        let kept = (self.may_keep_hidden(list), element.is_some_and(|element| self.may_keep_hidden(element)));
        let element = element.map(|element| self.label(element)).unwrap_or_default();
        let list = self.label(list);
        let mut told = same_thing((&list, kept.0), (&element, kept.1));
        told.add(&list.which);
        if !is_thing {
            told.add(&list.held);
            told.add(&element.held);
        }
        Label::plain(told)
    }

    /// What lies on a tile.
    fn lies_on(&mut self, tile: &'g Expr) -> Label {
        let mut label = self.label(tile);
        label.held.add(&self.brought_to(Place::Tile));
        label.told = label.all();
        label
    }

    fn of_parts(&mut self, e: &'g Expr, b: Builtin, args: &'g [Option<Expr>]) -> Label {
        let mut given = Vec::new();
        for arg in args.iter().flatten().filter(|arg| !is_test(b, arg)) {
            let label = self.label(arg);
            given.push((arg, label));
        }
        if let [(receiver, of), given @ ..] = given.as_slice()
            && entry(b).effect == Effect::Mutates
        {
            // That it is changed at all may tell something, such as that it was emptied.
            self.puts(receiver, &Label::default());
            given.iter().for_each(|(_, label)| self.puts(receiver, &mutated(b, of, label)));
        }
        self.brings_by(b, args);
        let elements: Vec<(Label, Option<Who>)> = given
            .iter()
            .map(|(arg, label)| (element_of(label.clone(), &arg.ty), self.who_of_parts(arg)))
            .collect();
        let tested = self.tests(b, args, &elements);
        let mut all = Label::default();
        for (_, label) in &given {
            all.join(label);
        }
        let place = match b {
            Builtin::PlayerScore => Some(Place::Score),
            Builtin::PlayerIsOut | Builtin::PlayersIn => Some(Place::Out),
            Builtin::ObjectOwner | Builtin::ObjectOwners => Some(Place::Owner),
            _ => None,
        };
        place.into_iter().for_each(|place| all.told.add(&self.brought_to(place)));
        if counts_keys(b, &given) {
            let which = all.which.clone();
            all.told.add(&which);
            return Label::plain(all.told);
        }
        let all = made(b, all, &given, tested.as_ref());
        match tell_length(b, tested.is_some()) {
            true => Label::plain(all.told),
            false => all.read_as(&e.ty),
        }
    }

    /// What the function values give that something built in takes; None where there are none.
    fn tests(
        &mut self,
        b: Builtin,
        args: &'g [Option<Expr>],
        elements: &[(Label, Option<Who>)],
    ) -> Option<Label> {
        let told = elements.first().map(|(label, _)| label.told.clone()).unwrap_or_default();
        let tests: Vec<&'g Expr> = args.iter().flatten().filter(|arg| is_test(b, arg)).collect();
        if tests.is_empty() {
            return None;
        }
        let mut tested = Label::default();
        self.reaching(told, |r| {
            for test in tests {
                let more = r.test(test, elements, b == Builtin::ListFold);
                tested.join(&more);
            }
        });
        Some(tested)
    }

    /// What a function value gives that is called with parts of what else is given.
    fn test(&mut self, test: &'g Expr, elements: &[(Label, Option<Who>)], folds: bool) -> Label {
        let ExprKind::Lambda(lambda) = &test.kind else {
            let mut label = self.label(test);
            let mut any = Label::default();
            elements.iter().for_each(|(element, _)| {
                any.join(element);
            });
            let whose = elements.first().and_then(|(_, who)| *who);
            label.join(&self.value(&test.ty, &[any.clone(), any], &[whose, None]));
            return label;
        };
        for param in &lambda.params {
            for (element, who) in elements {
                self.gives(*param, element, *who);
            }
        }
        if lambda.acts == Acts::WhenCalled {
            self.block(&lambda.body);
            return Label::default();
        }
        let label = self.returned(&lambda.body);
        if folds && let Some(so_far) = lambda.params.first() {
            self.gives(*so_far, &label, None);
        }
        label
    }

    /// What is read of a board, or of its tiles.
    pub(super) fn board(
        &mut self,
        e: &'g Expr,
        board: BoardId,
        player: Option<&'g Expr>,
        b: Builtin,
        args: &'g [Option<Expr>],
    ) -> Label {
        use Builtin as B;
        let who = player.and_then(|player| self.who(player));
        let board = &self.game().boards[board.index()];
        let mut lying: Facts = seen(board.seen, who, self.offers.name(&board.name)).into_iter().collect();
        match (b, args) {
            (B::BoardPlace, [Some(piece), Some(tile)]) => self.puts_on(piece, tile),
            (B::BoardPieces | B::BoardIsFull | B::BoardLine | B::BoardRegion, _) => {
                lying.add(&self.brought_to(Place::Tile));
            }
            _ => {}
        }
        let mut of = Label::default();
        for arg in args.iter().flatten().filter(|arg| !is_test(b, arg)) {
            let part = self.label(arg);
            of.join(&part);
        }
        let mut label = Label { told: of.said(), held: lying, which: Facts::new() };
        if let Some(player) = player {
            label.told.add(&self.label(player).all());
        }
        match b {
            B::BoardAt
            | B::BoardTile
            | B::BoardTiles
            | B::BoardRow
            | B::BoardColumn
            | B::BoardEdges
            | B::BoardCorners => label,
            B::BoardRows | B::BoardColumns => Label::plain(label.told),
            B::BoardLine | B::BoardRegion => {
                let (tile, whose) = (Label::holding(label.held.clone()), None);
                let tested = self.tests(b, args, &[(tile, whose)]).unwrap_or_default();
                label.told.add(&tested.all());
                label.which = tested.all();
                label.read_as(&e.ty)
            }
            _ => {
                label.told.add(&of.held);
                label.told = label.all();
                label.read_as(&e.ty)
            }
        }
    }
}

/// Whether an entry calls this function value; others keep it.
fn is_test(b: Builtin, arg: &Expr) -> bool {
    arg.ty.is_callable() && b.higher_order().is_some()
}

/// Whether an entry gives no more of a list than how much it holds.
fn tell_length(b: Builtin, is_tested: bool) -> bool {
    match b {
        Builtin::ListLength | Builtin::ListLenght | Builtin::ListIsEmpty => true,
        Builtin::ListCount => !is_tested,
        Builtin::ZoneOwner => true,
        // Where a tile is tells nothing of what lies there.
        Builtin::TileX | Builtin::TileY | Builtin::TileName | Builtin::TileMark | Builtin::SpotName => true,
        Builtin::TileDistance => true,
        _ => false,
    }
}

/// Whether an entry gives how many pairs a table has whose keys are values without parts. Which these are, and whether
/// something stands behind them, may tell of what is hidden; what is read of the things behind them is not told.
fn counts_keys(b: Builtin, given: &[(&Expr, Label)]) -> bool {
    let has_plain_keys = |ty: &Type| matches!(ty, Type::Table(Some(key), _) if key.is_simple());
    matches!(b, Builtin::TableLength | Builtin::TableLenght)
        && given.first().is_some_and(|(table, _)| has_plain_keys(&table.ty))
}

/// What a list, table or stack is told by that is given something by an entry.
fn mutated(b: Builtin, list: &Label, label: &Label) -> Label {
    let mut put = label.listed();
    match b {
        Builtin::ListAdd | Builtin::ListInsert | Builtin::ListRemoveAt => {}
        Builtin::ListAppend => put.told = label.told.clone(),
        _ => {
            put.told = label.all();
            put.told.add(&list.all());
        }
    }
    put
}

/// What an entry gives of what it is given, and of what its function values give.
fn made(b: Builtin, mut all: Label, given: &[(&Expr, Label)], tested: Option<&Label>) -> Label {
    use Builtin as B;
    let tells = tested.map(Label::all).unwrap_or_default();
    match b {
        B::ListLength | B::ListLenght | B::ListIsEmpty | B::ListCount if tested.is_none() => {}
        B::ZoneOwner | B::TileX | B::TileY | B::TileName | B::TileMark | B::SpotName => {}
        B::TileDistance | B::TilePath | B::TileRay => {
            all.told.add(&tells);
            all.which.add(&tells);
        }
        _ if gives_as_is(b) => {}
        B::ListMap => {
            all.held.clear();
            all.which.clear();
            tested.iter().for_each(|label| all = joined(&all, &label.listed()));
        }
        B::ListZip | B::ListFlatMap => {
            let lengths = if b == B::ListFlatMap { tested.map(Label::said) } else { None };
            all.held.clear();
            all.which.clear();
            tested.iter().for_each(|label| all = joined(&all, &label.listed()));
            lengths.iter().for_each(|told| all.told.add(told));
        }
        B::ListSortBy => all.which.add(&tells),
        B::ListFilter | B::ListGroupBy => {
            all.told.add(&tells);
            all.which.add(&tells);
        }
        B::ListFirst | B::ListLast | B::ListMinBy | B::ListMaxBy | B::ZoneSearch | B::ListRandom => {
            all.told.add(&tells);
            let which = std::mem::take(&mut all.which);
            all.told.add(&which);
        }
        B::ListDistinct => {
            let which = all.which.clone();
            all.told.add(&which);
        }
        B::ListWithout => {
            let which = all.which.clone();
            all.told.add(&which);
            if let [(_, one), (_, other)] = given {
                let same = same_thing((one, false), (other, false));
                all.told.add(&same);
                all.which.add(&same);
            }
        }
        // What the elements hold is told by what the function value gives.
        B::ListAny | B::ListAll | B::ListCount | B::ListSum | B::ListMin | B::ListMax if tested.is_some() => {
            all.held.clear();
            all.told.add(&tells);
        }
        // All else tells whatever it is given.
        _ => {
            all.told = all.all();
            all.told.add(&tells);
        }
    }
    all
}

/// Whether what an entry gives tells and holds what it is given does: places beside a place, pieces of a zone, and
/// lists of the same elements.
fn gives_as_is(b: Builtin) -> bool {
    use Builtin as B;
    matches!(
        b,
        B::TileStep
            | B::TileSteps
            | B::TileJumps
            | B::TileNeighbors
            | B::TileOrthogonal
            | B::TileDiagonal
            | B::TileEdge
            | B::TileSide
            | B::TileEdges
            | B::TileCorners
            | B::SpotTiles
            | B::SpotEdges
            | B::SpotCorners
            | B::ZonesOf
            | B::ZoneTop
            | B::ZoneBottom
            | B::ZonePeek
            | B::ZoneDraw
            | B::ListCopy
            | B::ListTake
            | B::ListDrop
            | B::ListReverse
            | B::ListConcat
            | B::ListShuffle
    )
}

fn joined(one: &Label, other: &Label) -> Label {
    let mut all = one.clone();
    all.join(other);
    all
}
