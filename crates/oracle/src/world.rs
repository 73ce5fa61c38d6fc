//! Everything that exists during a match: objects, places, whose turn it is, what is queued. It knows no
//! expressions; evaluation is in [`crate::eval`].

use crate::eval::settling::Settled;
use crate::value::Value;
use base::Random;
use compiler::typed::{
    ActionId, BoardId, ClassId, ClassKind, Game, ModifierOf, TurnId, Type, Visibility, ZoneId,
};
use language::shape::{Geometry, Sides, growing};
use language::tree::Seen;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Nowhere,
    Tile(BoardId, u32),
    Zone(ZoneId, u32),
}

/// How the rules name a piece that they move, which the checker adds to what moves pieces.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// As the top or bottom one of an order.
    ByPlace,
    /// All may know which one it is.
    Openly,
    Otherwise,
}

impl Named {
    pub fn of(said: &Value<'_>) -> Named {
        match said {
            Value::Bool(true) => Named::Openly,
            Value::Bool(false) => Named::ByPlace,
            _ => Named::Otherwise,
        }
    }
}

/// All players and spectators, as bits.
pub(crate) const EVERYBODY: u64 = u64::MAX;

#[derive(Clone, Debug)]
pub struct Object<'g> {
    pub class: ClassId,
    /// The creation number among all objects that are not events.
    pub number: u32,
    pub attributes: Vec<Value<'g>>,
    pub live: bool,
    /// Ascending; one at most unless the class is a group.
    pub owners: Vec<u32>,
    pub place: Place,
    /// The players who know what it is, one bit each; [`EVERYBODY`] are the spectators too.
    pub known: u64,
}

#[derive(Clone, Debug)]
pub struct TileState<'g> {
    pub pieces: Vec<usize>,
    pub attributes: Vec<Value<'g>>,
}

#[derive(Clone, Debug)]
pub enum Collection<'g> {
    /// A list or a stack, whose top is the last.
    Row(Vec<Value<'g>>),
    Table(Vec<(Value<'g>, Value<'g>)>),
}

/// An action that waits for its turn.
#[derive(Clone, Debug)]
pub struct Queued<'g> {
    pub action: ActionId,
    pub object: Value<'g>,
    pub event: Value<'g>,
}

/// The state of a match. A clone is independent.
#[derive(Clone, Debug)]
pub struct World<'g> {
    pub game: &'g Game,
    pub shapes: Rc<Vec<Geometry>>,
    /// The edges and corners of each board.
    pub sides: Rc<Vec<Sides>>,
    pub players: u32,
    pub objects: Vec<Object<'g>>,
    /// How many objects that are not events were created.
    pub created: u32,
    /// The object of each global class, by class.
    pub globals: Vec<Option<usize>>,
    pub boards: Vec<Vec<TileState<'g>>>,
    /// Of boards that grow: the occupied tiles with their pieces, those occupied for longest first.
    pub grown: Vec<Vec<(u32, Vec<usize>)>>,
    /// The objects of each board whose tiles are edges or corners.
    pub spots: Vec<Vec<usize>>,
    /// The pieces of each zone, by player, bottom first.
    pub zones: Vec<Vec<Vec<usize>>>,
    pub collections: Vec<Collection<'g>>,
    /// What each constant is, null where that stands wherever it is read.
    pub constants: Vec<Value<'g>>,
    /// So many of the first collections are those of constants, which never change.
    pub fixed: usize,
    /// Those that objects of classes of constants hold, which never change either.
    pub frozen: BTreeSet<usize>,
    pub turn: Option<TurnId>,
    pub phase: Option<u32>,
    pub active: u32,
    pub queue: VecDeque<Queued<'g>>,
    pub random: Random,
    /// First place first.
    pub ranking: Option<Vec<Vec<u32>>>,
    pub stuck: bool,
    pub scores: Vec<f64>,
    pub out: Vec<bool>,
    /// The name of each player's team.
    pub teams: Vec<Option<&'g str>>,
    /// What was told since the last decision of the top level.
    pub told: Vec<String>,
    pub settled: Settled<'g>,
}

impl<'g> World<'g> {
    /// A world before `setup`, without the objects of global classes.
    pub fn new(game: &'g Game, players: u32, seed: u64) -> World<'g> {
        let shapes: Vec<Geometry> = game.boards.iter().map(|b| Geometry::new(&b.shape)).collect();
        let tile = |b: &compiler::typed::Board| TileState {
            pieces: Vec::new(),
            attributes: vec![Value::Null; game.classes[b.tile.index()].attributes.len()],
        };
        let sides = game.boards.iter().zip(&shapes).map(|(b, s)| Sides::new(&b.shape, s)).collect();
        let boards = game.boards.iter().zip(&shapes).map(|(b, s)| vec![tile(b); s.tiles.len()]).collect();
        let zones = game.zones.iter().map(|z| if z.per_player { players as usize } else { 1 });
        World {
            game,
            players,
            objects: Vec::new(),
            created: 0,
            globals: vec![None; game.classes.len()],
            boards,
            grown: vec![Vec::new(); game.boards.len()],
            zones: zones.map(|n| vec![Vec::new(); n]).collect(),
            collections: Vec::new(),
            constants: vec![Value::Null; game.constants.len()],
            fixed: 0,
            frozen: BTreeSet::new(),
            turn: None,
            phase: None,
            active: 0,
            queue: VecDeque::new(),
            random: Random::new(seed),
            ranking: None,
            stuck: false,
            scores: vec![0.0; players as usize],
            out: vec![false; players as usize],
            teams: vec![None; players as usize],
            told: Vec::new(),
            settled: Settled::default(),
            shapes: Rc::new(shapes),
            sides: Rc::new(sides),
            spots: vec![Vec::new(); game.boards.len()],
        }
    }

    /// Makes an object whose attributes are all null. Events are neither numbered nor tracked, and objects that never
    /// change neither.
    pub fn create(&mut self, class: ClassId) -> usize {
        let event = matches!(self.game.classes[class.index()].kind, ClassKind::Event | ClassKind::Const);
        let number = if event { u32::MAX } else { self.created };
        self.created += u32::from(!event);
        self.objects.push(Object {
            class,
            number,
            attributes: vec![Value::Null; self.game.classes[class.index()].attributes.len()],
            live: !event,
            owners: Vec::new(),
            place: Place::Nowhere,
            known: 0,
        });
        self.objects.len() - 1
    }

    pub fn list(&mut self, items: Vec<Value<'g>>) -> Value<'g> {
        Value::List(self.collect(Collection::Row(items)))
    }

    pub fn stack(&mut self, items: Vec<Value<'g>>) -> Value<'g> {
        Value::Stack(self.collect(Collection::Row(items)))
    }

    pub fn table(&mut self, pairs: Vec<(Value<'g>, Value<'g>)>) -> Value<'g> {
        Value::Table(self.collect(Collection::Table(pairs)))
    }

    /// A copy of a list, stack or table that never changes, with those in it; any other value as it is.
    pub fn freeze(&mut self, value: &Value<'g>) -> Value<'g> {
        let (Value::List(i) | Value::Stack(i) | Value::Table(i)) = value else { return value.clone() };
        if *i < self.fixed || self.frozen.contains(i) {
            return value.clone();
        }
        let copy = match self.collections[*i].clone() {
            Collection::Row(items) => Collection::Row(items.iter().map(|v| self.freeze(v)).collect()),
            Collection::Table(pairs) => {
                Collection::Table(pairs.into_iter().map(|(k, v)| (k, self.freeze(&v))).collect())
            }
        };
        let copy = self.collect(copy);
        self.frozen.insert(copy);
        match value {
            Value::List(_) => Value::List(copy),
            Value::Stack(_) => Value::Stack(copy),
            _ => Value::Table(copy),
        }
    }

    fn collect(&mut self, collection: Collection<'g>) -> usize {
        self.collections.push(collection);
        self.collections.len() - 1
    }

    /// The elements of a list, stack or zone, and the values of a table.
    pub fn items(&self, value: &Value<'g>) -> Option<Vec<Value<'g>>> {
        match value {
            Value::List(i) | Value::Stack(i) | Value::Table(i) => match &self.collections[*i] {
                Collection::Row(items) => Some(items.clone()),
                Collection::Table(pairs) => Some(pairs.iter().map(|p| p.1.clone()).collect()),
            },
            Value::Zone(z, p) => {
                Some(self.zones[z.index()][*p as usize].iter().map(|o| Value::Object(*o)).collect())
            }
            _ => None,
        }
    }

    /// `==` of the language: lists, stacks and tables by what they hold.
    pub fn equal(&self, a: &Value<'g>, b: &Value<'g>) -> bool {
        if let (Value::Table(i), Value::Table(j)) = (a, b)
            && let (Collection::Table(a), Collection::Table(b)) =
                (&self.collections[*i], &self.collections[*j])
        {
            let there = |(key, value): &(Value<'g>, Value<'g>)| {
                b.iter().any(|(k, v)| k.same_key(key) && self.equal(v, value))
            };
            return a.len() == b.len() && a.iter().all(there);
        }
        let row = |v: &Value<'g>| match v {
            Value::List(_) | Value::Stack(_) => self.items(v),
            _ => None,
        };
        match (row(a), row(b)) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| self.equal(a, b)),
            _ => a.same(b),
        }
    }

    pub fn is_a(&self, class: ClassId, ancestor: ClassId) -> bool {
        let mut at = Some(class);
        while let Some(c) = at {
            if c == ancestor {
                return true;
            }
            at = self.game.classes[c.index()].parent;
        }
        false
    }

    pub fn class_of(&self, value: &Value<'g>) -> Option<ClassId> {
        match value {
            Value::Object(o) => self.objects.get(*o).map(|o| o.class),
            Value::Tile(b, _) => Some(self.game.boards[b.index()].tile),
            _ => None,
        }
    }

    /// All live objects of a class and its subclasses, oldest first, or the tiles of a tile class.
    pub fn all(&self, class: ClassId) -> Vec<Value<'g>> {
        self.select(class, |world, c| world.is_a(c, class))
    }

    /// The constants that are objects of a class, each once, in order of declaration.
    pub fn declared(&self, class: ClassId) -> Vec<Value<'g>> {
        let mut all: Vec<Value<'g>> = Vec::new();
        for constant in &self.constants {
            let is_one = self.class_of(constant).is_some_and(|c| self.is_a(c, class));
            if is_one && !all.iter().any(|other| other.same(constant)) {
                all.push(constant.clone());
            }
        }
        all
    }

    /// Those of exactly that class.
    pub fn exactly(&self, class: ClassId) -> Vec<Value<'g>> {
        self.select(class, |_, c| c == class)
    }

    fn select(&self, class: ClassId, fits: impl Fn(&World<'g>, ClassId) -> bool) -> Vec<Value<'g>> {
        if self.game.classes[class.index()].kind != ClassKind::Tile {
            let live = self.objects.iter().enumerate().filter(|(_, o)| o.live && fits(self, o.class));
            return live.map(|(i, _)| Value::Object(i)).collect();
        }
        let mut tiles = Vec::new();
        let there = |b: &compiler::typed::Board| b.player.is_none_or(|p| p < self.players);
        for (b, _) in self.game.boards.iter().enumerate().filter(|(_, b)| there(b) && fits(self, b.tile)) {
            let id = BoardId(b as u32);
            tiles.extend(self.tiles(id).into_iter().map(|t| Value::Tile(id, t)));
        }
        tiles
    }

    /// Whether a board has no end.
    pub fn grows(&self, board: BoardId) -> bool {
        self.shapes[board.index()].grows()
    }

    /// The tiles of a board, of one that grows those that count.
    pub fn tiles(&self, board: BoardId) -> Vec<u32> {
        if !self.grows(board) {
            return (0..self.boards[board.index()].len() as u32).collect();
        }
        let occupied: Vec<u32> = self.grown[board.index()].iter().map(|o| o.0).collect();
        growing::tiles(&self.shapes[board.index()], &occupied)
    }

    /// The tiles with something on them, in the order of [`World::tiles`].
    pub fn occupied(&self, board: BoardId) -> Vec<u32> {
        self.tiles(board).into_iter().filter(|t| !self.pieces(board, *t).is_empty()).collect()
    }

    /// The pieces on a tile.
    pub fn pieces(&self, board: BoardId, tile: u32) -> &[usize] {
        if self.grows(board) {
            let here = self.grown[board.index()].iter().find(|o| o.0 == tile);
            return here.map_or(&[], |o| &o.1);
        }
        &self.boards[board.index()][tile as usize].pieces
    }

    /// The owner of an object, or of the piece on a tile.
    pub fn owner(&self, value: &Value<'g>) -> Option<u32> {
        match value {
            Value::Object(o) => self.objects[*o].owners.first().copied(),
            Value::Tile(b, t) => {
                let piece = self.pieces(*b, *t).first()?;
                self.owner(&Value::Object(*piece))
            }
            _ => None,
        }
    }

    /// For whom an action of the object is taken, with its class: of a modifier, the object that has it.
    pub fn acting(&self, object: &Value<'g>) -> Option<(ClassId, Value<'g>)> {
        let class = self.class_of(object)?;
        match (&self.game.classes[class.index()].modifier, object) {
            (Some(of), Value::Object(o)) => {
                Some((of.on, self.objects[*o].attributes[ModifierOf::HOLDER as usize].clone()))
            }
            _ => Some((class, object.clone())),
        }
    }

    /// Whether the player may take the actions of the object.
    pub fn may_act(&self, player: u32, object: &Value<'g>) -> bool {
        let Some((class, object)) = self.acting(object) else { return false };
        let object = &object;
        match (self.game.classes[class.index()].visibility, object) {
            (_, Value::Tile(..)) => false,
            (Visibility::Global, _) => true,
            (Visibility::Group, Value::Object(o)) => self.objects[*o].owners.contains(&player),
            _ => self.owner(object) == Some(player),
        }
    }

    /// The edge or corner that a place is, null if it was removed, or if the place is none.
    pub fn spot_at(&self, b: BoardId, t: u32) -> Value<'g> {
        let object = self.spots[b.index()].get(t as usize).copied().filter(|o| self.objects[*o].live);
        object.map_or(Value::Null, Value::Object)
    }

    pub fn place_value(place: Place) -> Value<'g> {
        match place {
            Place::Nowhere => Value::Null,
            Place::Tile(b, t) => Value::Tile(b, t),
            Place::Zone(z, p) => Value::Zone(z, p),
        }
    }

    /// Takes a piece out of where it is.
    pub fn detach(&mut self, piece: usize) {
        match self.objects[piece].place {
            Place::Nowhere => {}
            Place::Tile(b, t) if self.grows(b) => {
                let occupied = &mut self.grown[b.index()];
                occupied.iter_mut().filter(|o| o.0 == t).for_each(|o| o.1.retain(|p| *p != piece));
                occupied.retain(|o| !o.1.is_empty());
            }
            Place::Tile(b, t) => self.boards[b.index()][t as usize].pieces.retain(|p| *p != piece),
            Place::Zone(z, p) => self.zones[z.index()][p as usize].retain(|x| *x != piece),
        }
        self.objects[piece].place = Place::Nowhere;
    }

    /// Puts a piece that is nowhere into a place: on top, or at a position counted from the bottom.
    pub fn attach(&mut self, piece: usize, to: Place, position: Option<usize>) {
        let there = match to {
            Place::Nowhere => return,
            Place::Tile(b, t) if self.grows(b) => {
                let occupied = &mut self.grown[b.index()];
                let found = occupied.iter().position(|o| o.0 == t);
                let i = found.unwrap_or(occupied.len());
                if found.is_none() {
                    occupied.push((t, Vec::new()));
                }
                &mut occupied[i].1
            }
            Place::Tile(b, t) => &mut self.boards[b.index()][t as usize].pieces,
            Place::Zone(z, p) => &mut self.zones[z.index()][p as usize],
        };
        let position = position.unwrap_or(there.len()).min(there.len());
        there.insert(position, piece);
        self.objects[piece].place = to;
        self.objects[piece].known |= self.sees(to);
    }

    /// What is known less once a piece goes to a place. Whoever sees neither where it comes from nor where it goes knows
    /// neither it nor those that stay behind, unless it was the only one there, or the rules name it as the top or bottom one
    /// of an order.
    /// Nobody can follow a piece from, to or over a board that they do not see, nor what stays there, unless all may know
    /// which one went.
    pub fn lose_sight(&mut self, (piece, named): (usize, Named), to: Place) {
        let from = self.objects[piece].place;
        let seen = self.sees(to);
        if matches!(to, Place::Tile(..)) {
            self.objects[piece].known &= seen;
        }
        let Place::Zone(z, p) = from else {
            if let Place::Tile(b, _) = from {
                let witnesses = self.sees(from) | seen;
                self.objects[piece].known &= witnesses;
                let whole = |b: BoardId| self.game.boards[b.index()].of.unwrap_or(b);
                let is_there = |o: &Object<'_>| matches!(o.place, Place::Tile(c, _) if whole(c) == whole(b));
                if named == Named::Otherwise {
                    let there = (0..self.objects.len()).filter(|o| is_there(&self.objects[*o]));
                    for o in there.collect::<Vec<_>>() {
                        self.objects[o].known &= witnesses;
                    }
                }
            }
            return;
        };
        let zone = &self.game.zones[z.index()];
        let there = &self.zones[z.index()][p as usize];
        let at_end = there.first() == Some(&piece) || there.last() == Some(&piece);
        let is_ordered = zone.deck || zone.ordered;
        let is_followed = if is_ordered { named == Named::ByPlace && at_end } else { from == to };
        if there.len() < 2 || is_followed {
            return;
        }
        let witnesses = self.sees(from) | self.sees(to);
        for o in there {
            self.objects[*o].known &= witnesses;
        }
    }

    /// Whoever knows only some of the pieces that came to a place together, and does not see it, cannot tell which they
    /// are: how they lie may follow from what is hidden.
    pub fn forget_among(&mut self, all: &[Value<'_>], to: Place) {
        let Place::Zone(z, _) = to else { return };
        let zone = &self.game.zones[z.index()];
        if !zone.deck && !zone.ordered {
            return;
        }
        let piece = |v: &Value<'_>| if let Value::Object(o) = v { Some(*o) } else { None };
        let pieces: Vec<usize> = all.iter().filter_map(piece).collect();
        let knows_all = pieces.iter().fold(u64::MAX, |all, o| all & self.objects[*o].known);
        let stays = knows_all | self.sees(to);
        for o in pieces {
            self.objects[o].known &= stays;
        }
    }

    /// The order in which they lie was chosen in secret, by a player or somebody else.
    pub fn forget_order(&mut self, all: &[Value<'_>], to: Place, by: &Value<'_>) {
        let Place::Zone(z, _) = to else { return };
        let zone = &self.game.zones[z.index()];
        let chooser = if let Value::Player(p) = by { 1 << p } else { 0 };
        let stays = self.sees(to) | chooser;
        let objects = all.iter().filter_map(|v| if let Value::Object(o) = v { Some(*o) } else { None });
        for o in objects.filter(|_| zone.deck || zone.ordered) {
            self.objects[o].known &= stays;
        }
    }

    /// Only those who see a zone still know what lies there.
    pub fn forget_all_in(&mut self, zone: ZoneId, player: u32) {
        let seen = self.sees(Place::Zone(zone, player));
        for o in &self.zones[zone.index()][player as usize] {
            self.objects[*o].known &= seen;
        }
    }

    /// The players who see what lies in a place, one bit each.
    pub fn sees(&self, place: Place) -> u64 {
        match place {
            Place::Nowhere => 0,
            Place::Tile(b, _) => {
                let board = &self.game.boards[b.index()];
                match (board.seen, board.player) {
                    (Seen::All, _) => EVERYBODY,
                    (Seen::Owner, Some(p)) => 1 << p,
                    (Seen::Owner | Seen::None, _) => 0,
                }
            }
            Place::Zone(z, p) => {
                let zone = &self.game.zones[z.index()];
                match zone.seen {
                    Seen::All => EVERYBODY,
                    Seen::Owner if zone.per_player => 1 << p,
                    Seen::Owner | Seen::None => 0,
                }
            }
        }
    }

    pub fn shuffle<T>(random: &mut Random, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = random.below(i as u64 + 1) as usize;
            items.swap(i, j);
        }
    }

    /// The next player from `p` on, `p` included, who is still in; `p` if nobody is.
    pub fn still_in(&self, p: u32) -> u32 {
        let around = (0..self.players).map(|i| (p + i) % self.players);
        around.into_iter().find(|q| !self.out[*q as usize]).unwrap_or(p)
    }

    /// A number as a player.
    pub fn to_player(&self, number: f64) -> u32 {
        let (r, p) = (number.trunc(), f64::from(self.players));
        (if r >= 0.0 { r % p } else { (p - r.abs() % p) % p }) as u32
    }

    /// Ends the game; players left out share the place after the last. Those of one place are in order of number.
    /// A place that nobody gets is none, but for the first where nobody is placed.
    pub fn end(&mut self, places: Vec<Vec<u32>>) {
        let mut seen = vec![false; self.players as usize];
        let mut fresh = |p: &u32| !std::mem::replace(&mut seen[*p as usize], true);
        let mut ranking: Vec<Vec<u32>> = Vec::new();
        for place in places {
            let mut place: Vec<u32> = place.into_iter().filter(&mut fresh).collect();
            place.sort_unstable();
            ranking.push(place);
        }
        ranking.retain(|place| !place.is_empty());
        if ranking.is_empty() {
            ranking.push(Vec::new());
        }
        let rest: Vec<u32> = (0..self.players).filter(fresh).collect();
        if !rest.is_empty() {
            ranking.push(rest);
        }
        self.ranking = Some(ranking);
    }

    /// Whether some action observes an event class, or one of its ancestors.
    pub fn is_observed(&self, event: ClassId) -> bool {
        let mut triggers = self.game.actions.iter().flat_map(|a| &a.triggers);
        triggers.any(|t| self.is_a(event, t.event))
    }

    /// The type of an attribute as declared.
    pub fn attribute_type(&self, class: ClassId, index: u32) -> Option<&'g Type> {
        self.game.classes[class.index()].attributes.get(index as usize).map(|a| &a.ty)
    }
}
