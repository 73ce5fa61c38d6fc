//! What is known of each class of a game, and where its global objects and tiles stand, once for all matches: whatever
//! follows steps asks for it of every object. It knows no state.

use bytecode::program::{Class, Field, Show};
use bytecode::{Op, Program};
use std::collections::BTreeSet;

/// What is known of a class.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    /// All that is shown of an object follows from its own words, so that it stays as it is while nothing changes these.
    pub is_plain: bool,
    /// Where lists of the machine's own stand in an object that are shown: the modifiers that it has.
    pub lists: Vec<usize>,
    /// Where the place stands in an edge or corner that it is.
    pub spot: Option<usize>,
    /// Whether some attributes are seen by owners alone.
    pub has_secrets: bool,
    /// Whether its objects may lie nowhere and be seen all the same.
    pub may_be_loose: bool,
    /// Whether viewers have numbers for those that they can follow.
    pub has_number: bool,
}

/// Where what is there from the start to the end stands.
#[derive(Clone, Debug)]
pub(crate) struct Kinds {
    /// By class.
    all: Vec<Kind>,
    /// Where the objects of global classes stand that are no events, how long they are, and their classes; by place.
    pub globals: Vec<(usize, usize, usize)>,
    /// The objects of tiles, edges and corners, ascending, each with its tile.
    tiles: Vec<(u32, u32)>,
    /// How many lists of live objects there are.
    pub live_lists: usize,
    /// The classes of pieces of which the rules make objects.
    pub made: BTreeSet<u16>,
    /// By class, whether an object stands in more than one of them.
    pub joins_several: Vec<bool>,
}

impl Kinds {
    pub(crate) fn of(program: &Program) -> Kinds {
        let globals = program.classes.iter().enumerate().filter(|(_, class)| !class.is_event);
        let globals = globals.filter_map(|(i, c)| Some((c.global? as usize, usize::from(c.size), i)));
        let mut globals: Vec<(usize, usize, usize)> = globals.collect();
        globals.sort_unstable();
        let tiles = program.tiles.objects.iter().zip(0..).filter(|(o, _)| **o != u32::MAX);
        let mut tiles: Vec<(u32, u32)> = tiles.map(|(o, tile)| (*o, tile)).collect();
        tiles.sort_unstable();
        let live_lists = program.classes.iter().flat_map(|c| &c.joins).max();
        let made = program
            .code
            .iter()
            .filter_map(|op| if let Op::New { class, .. } = op { Some(*class) } else { None });
        Kinds {
            made: made.filter(|class| program.classes[usize::from(*class)].is_piece).collect(),
            all: program.classes.iter().map(kind).collect(),
            globals,
            tiles,
            live_lists: live_lists.map_or(0, |last| usize::from(*last) + 1),
            joins_several: program.classes.iter().map(|class| class.joins.len() > 1).collect(),
        }
    }

    /// By the number of a class, which must be one of the program.
    pub(crate) fn get(&self, class: u16) -> &Kind {
        &self.all[usize::from(class)]
    }

    /// Where the global object stands that a word of the fixed part belongs to.
    pub(crate) fn global_at(&self, index: usize) -> Option<usize> {
        let before = self.globals.partition_point(|(at, ..)| *at <= index).checked_sub(1)?;
        let (at, size, _) = self.globals[before];
        (index < at + size).then_some(at)
    }

    /// Tiles, edges and corners, each with its object.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = (u64, u64)> {
        self.tiles.iter().map(|(o, tile)| (u64::from(*tile), u64::from(*o)))
    }

    /// The tile, edge or corner that an object belongs to.
    pub(crate) fn tile_of(&self, o: u64) -> Option<u64> {
        let found = self.tiles.binary_search_by_key(&o, |(object, _)| u64::from(*object)).ok()?;
        Some(u64::from(self.tiles[found].1))
    }
}

fn kind(class: &Class) -> Kind {
    let first = usize::from(class.first_field);
    // Of the machine's own fields the list of modifiers is shown.
    let lists = class.fields.iter().enumerate().filter(|(_, f)| f.hidden && matches!(f.show, Show::List(_)));
    let spot = class.spot();
    let may_be_loose = class.modifier.is_none() && class.global.is_none() && spot.is_none() && !class.is_tile;
    Kind {
        is_plain: class.modifier.is_none() && class.fields.iter().filter(|f| !f.hidden).all(holds_its_value),
        lists: lists.map(|(i, _)| first + i).collect(),
        spot: spot.map(|i| first + i),
        has_secrets: class.fields.iter().any(|f| f.secret && !f.hidden),
        may_be_loose,
        has_number: may_be_loose || class.is_piece,
    }
}

fn holds_its_value(field: &Field) -> bool {
    let is_value = match field.show {
        Show::Number | Show::Text | Show::Bool | Show::Player | Show::Case(_) | Show::Set(_) => true,
        Show::Tile | Show::Place | Show::Zone | Show::Zones | Show::Turn => true,
        // These show nothing.
        Show::Position | Show::Function => true,
        // What an object is called, or holds in a list, may be another without anything being set.
        Show::Object | Show::List(_) | Show::Table(..) => false,
    };
    is_value && !field.derived && field.reader.is_none()
}
