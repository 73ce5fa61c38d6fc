//! How large a program and the first state of its matches may be. What takes room by the product of two numbers, such
//! as the attributes of a class and the classes that inherit them, is counted before room is made for it. Limits of
//! what a running match may take are the host's, and not here.

/// The most enumerations of a game: instructions name them in a byte.
pub const MAX_ENUMS: usize = 256;

/// The most attributes of an enumeration, for the same reason.
pub const MAX_CASE_ATTRIBUTES: usize = 256;

/// The most classes: interactables, events, modifiers, and those that generic classes make are classes too.
pub const MAX_CLASSES: usize = 10_000;

/// The most attributes of one class, inherited ones counted.
pub const MAX_ATTRIBUTES: usize = 4_000;

/// The most functions and actions of one class, inherited ones counted.
pub const MAX_FUNCTIONS: usize = 4_000;

/// The most attributes, functions and actions of all classes, inherited ones counted in each. Every
/// [`TEXT_OF_A_MEMBER`] characters of a default value or a default effect count as one more, because subclasses have
/// copies of those.
pub const MAX_MEMBERS: usize = 250_000;
pub const TEXT_OF_A_MEMBER: usize = 16;

/// The most characters of a text that a player writes.
pub const MAX_WRITTEN: u16 = 200;

/// The most actions of a game.
pub const MAX_ACTIONS: usize = 10_000;

/// The most `before` blocks that look at events, each counted for every event that it looks at: each event runs through
/// its blocks in code of its own.
pub const MAX_BLOCKS: usize = 20_000;

/// The most that modifiers look at of what others change, and grant: each change that each of them looks at, and each
/// grant, is settled by code of its own.
pub const MAX_SETTLED_PAIRS: usize = 400_000;
/// For so many of those a grant counts.
pub const PAIRS_OF_A_GRANT: usize = 20;

/// The most characters of requirements that several actions share, counted for each action.
pub const MAX_SHARED: usize = 1_000_000;

/// The most names that files hand on with `export import` and their own, counted for each file that hands them on.
pub const MAX_HANDED_ON: usize = 500_000;

/// The most inputs of a function, an action, or a function value.
pub const MAX_INPUTS: usize = 200;

/// The most texts in other languages, those of all languages together.
pub const MAX_WORDS: usize = 10_000;

/// The most zones; one of each player counts once.
pub const MAX_ZONES: usize = 1_000;

/// The most turns, the most phases of all turns together, and the most layers of modifiers.
pub const MAX_TURNS: usize = 1_000;
pub const MAX_PHASES: usize = 1_000;
pub const MAX_LAYERS: usize = 1_000;

/// The most cases of an enumeration.
pub const MAX_CASES: usize = 10_000;

/// The most cases of an enumeration of which there are sets: a set is one word, and the others are null and numbers.
pub const MAX_SET: usize = 53;

/// The most boards, and the most tiles of all boards together.
pub const MAX_BOARDS: usize = 256;
pub const MAX_TILES_OF_ALL: usize = 65_536;

/// The most values of attributes that all tiles together have before the match begins: a quarter of the memory of a
/// match, 16 MB.
pub const MAX_TILE_VALUES: usize = 2_000_000;

/// The most instructions of a program. Each takes some 30 bytes with what is noted about it for messages.
pub const MAX_INSTRUCTIONS: usize = 4_000_000;

/// The most entries of tables of a program that are as large as the product of two numbers: for each class, what each
/// overridden function comes to; for each list of live objects, the classes whose objects are in it.
pub const MAX_ENTRIES: usize = 4_000_000;
