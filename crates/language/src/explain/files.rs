//! Problems of finding and reading files, of compiling what was read, and of running it.

pub(super) const TABLE: &[(&str, &str)] = &[
    (
        "broken-program",
        "The compiler made a program that its own check refuses.\nThis is a defect of Tavola, not of the game; please \
         report it together with the game.",
    ),
    ("empty-file", "The file holds nothing.\nA game begins with `game \"Name\";` and has a `setup { ... }`."),
    (
        "fault",
        "The rules went wrong while they ran, and the match has stopped.\nThe underlined source is where; below it \
         stand the calls that led there.\nCommon reasons: a value that is null where one is needed, an index outside \
         of a list, a division by zero, a piece placed where there is no room, a loop that never ends.",
    ),
    ("file-too-large", "A file may have at most 4 MB.\nSplit a larger one, and `import` its parts."),
    (
        "import-outside",
        "An import leads out of the folder of the game.\nA game may read only files in its own folder and below, and \
         the libraries under `std/`; copy the file there.",
    ),
    ("import-twice", "A file imports the same file twice.\nRemove one of the two."),
    (
        "missing-file",
        "There is no file or folder of that name.\nPaths of imports count from the file that imports; `.tgdl` may be \
         left out.",
    ),
    ("not-utf8", "The file is not text in UTF-8.\nSave it as UTF-8 in your editor."),
    (
        "second-game",
        "A file of rule tests belongs to the game beside it, and is no game of its own.\nTake its `game` line out.",
    ),
    (
        "too-large",
        "A function or action is too large to be compiled.\nSplit it into smaller functions, or let function values \
         use fewer variables from around them.",
    ),
    ("too-many-files", "A game may consist of at most 500 files."),
    (
        "unknown-dialect",
        "The ending of the file is none that Tavola reads.\nGames and libraries are written in files that end in \
         `.tgdl`; the message names the other endings.",
    ),
    (
        "unused-test",
        "Rule tests run where they stand in the file of the game, or beside it: in `tests.tgdl` for `game.tgdl`, in \
         `NAME.tests.tgdl` for `NAME.tgdl`.\nWhat is imported brings no tests along.\nMove the tests there; no import is \
         needed for them, and they see the whole game.",
    ),
];
