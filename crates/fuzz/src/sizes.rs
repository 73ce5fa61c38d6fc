//! Cases of unreasonable sizes: programs that have very much of one thing, or of two that multiply. It knows no limit,
//! and which programs are refused is not its business.

use crate::case::Case;
use crate::corpus::MAIN;
use crate::pool::Pool;
use std::ops::{Deref, DerefMut};

/// Declarations, statements of `setup`, and whole rule tests; or the body of a rule of a game in sentences.
#[derive(Default)]
struct Parts {
    items: String,
    setup: String,
    tests: String,
    rule: String,
    /// What the files say that the main one imports.
    imported: Vec<String>,
}

impl Parts {
    /// The names and texts of the files, the main one first.
    fn files(self) -> Vec<(String, String)> {
        let Parts { items, setup, tests, rule, imported } = self;
        if !rule.is_empty() {
            let text = format!("{SENTENCES}{rule}\nGameController(game.build).startGame\n");
            return vec![("game.cge".to_owned(), text)];
        }
        let imports = many(imported.len(), |i| format!("import \"part{i}\";\n"));
        let text = format!(
            "game \"Sizes\";\n{imports}{items}\nglobal class Rules {{\n    action wait {{ trigger PlayerChoiceEvent {{ return true; }} }}\n}}\n\
             setup {{\n    players 2;\n{setup}\n}}\n{tests}\n"
        );
        let parts = imported.into_iter().enumerate().map(|(i, text)| (format!("part{i}.tgdl"), text));
        [(MAIN.to_owned(), text)].into_iter().chain(parts).collect()
    }
}

/// A game in sentences up to the body of its last rule.
const SENTENCES: &str = "game is \"Sizes\"
game has player called \"Ann\"
game has player called \"Bob\"
game gives 1 card to each player
game suitsAre (\"Cups\", \"Coins\")
game ranksAre (\"Two\", \"King\", \"Ace\")
game card points are: (rank, suit) => ";

/// What there is much of. Where two numbers multiply, each is drawn by itself.
type Form = (&'static str, fn(&mut Draw) -> Parts);

macro_rules! forms {
    ($($name:ident),* $(,)?) => { &[$((stringify!($name), $name)),*] };
}

const FORMS: &[Form] = forms![
    tracks,
    squares,
    tile_attributes,
    chain,
    subclasses,
    effects,
    attributes,
    case_attributes,
    declarations,
    inputs,
    jump,
    loops,
    put_in,
    defaults,
    replaced,
    overriding,
    looked_for,
    jumps,
    function_values,
    parameters_of_values,
    positions,
    graph,
    long_counts,
    cases,
    rule_values,
    misspelt,
    unused,
    variables,
    blocks,
    generics,
    functions,
    handed_on,
    handed_to_secret,
    calls_in_calls,
    fails_below,
    lists_of_names,
    option_values,
    case_uses,
    layers,
    long_looks,
    slow_modifiers,
    compared,
    long_sentences,
    grown,
    shared,
    several_files,
    teams,
    act_calls,
    told,
];

/// The names of all forms.
pub fn forms() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|(name, _)| *name)
}

/// The case of that seed, of the form of that name or of any.
pub fn make(seed: u64, only: Option<&str>) -> Case {
    let mut pool = Pool::new(seed);
    let drawn = pool.below(FORMS.len());
    let number = only.and_then(|name| forms().position(|form| form == name)).unwrap_or(drawn);
    let is_large = pool.chance(1, 16);
    let mut draw = Draw { pool, is_large };
    let files = FORMS[number].1(&mut draw).files().into_iter();
    Case { seed: draw.0.word(), files: files.map(|(name, text)| (name, text.into_bytes())).collect() }
}

/// What a case is drawn from.
struct Draw {
    pool: Pool,
    /// What takes room by the product of several numbers takes much only where all of them are large.
    is_large: bool,
}

impl Deref for Draw {
    type Target = Pool;

    fn deref(&self) -> &Pool {
        &self.pool
    }
}

impl DerefMut for Draw {
    fn deref_mut(&mut self) -> &mut Pool {
        &mut self.pool
    }
}

/// From 1 to `most`: nearly the most in large cases, and in others each power of two is as likely as the next.
fn size(draw: &mut Draw, most: usize) -> usize {
    if draw.is_large {
        return most - draw.below(most / 4 + 1);
    }
    let scale = 1 << draw.below(most.ilog2() as usize + 1);
    (scale + draw.below(scale)).min(most)
}

fn many(n: usize, f: impl Fn(usize) -> String) -> String {
    (0..n).map(f).collect()
}

fn items(items: String) -> Parts {
    Parts { items, ..Parts::default() }
}

fn setup(setup: String) -> Parts {
    Parts { setup, ..Parts::default() }
}

fn numbers(n: usize) -> String {
    many(n, |i| format!("number a{i}; "))
}

/// A class below the one before it.
fn below(kind: &str, i: usize, members: &str) -> String {
    match i {
        0 => format!("{kind} C0 {{ {members} }}\n"),
        _ => format!("{kind} C{i} extends C{} {{ {members} }}\n", i - 1),
    }
}

fn tracks(pool: &mut Draw) -> Parts {
    let (n, length) = (size(pool, 300), size(pool, 4096));
    let shape = if pool.chance(1, 2) { "track" } else { "ring" };
    items(many(n, |i| format!("board B{i} {{ shape {shape}({length}); }}\n")))
}

fn squares(pool: &mut Draw) -> Parts {
    let (n, side) = (size(pool, 300), size(pool, 64));
    let shape = if pool.chance(1, 2) { "square" } else { "hex" };
    items(many(n, |i| format!("board B{i} {{ shape {shape}({side}, {side}); capacity unlimited; }}\n")))
}

fn tile_attributes(pool: &mut Draw) -> Parts {
    let (n, side, attributes) = (size(pool, 20), size(pool, 64), size(pool, 1500));
    let value = if pool.chance(1, 2) { " = 1" } else { "" };
    let attributes = many(attributes, |i| format!("number a{i}{value}; "));
    let boards = many(n, |i| format!("board B{i} {{ shape square({side}, {side}); tile Spot; }}\n"));
    items(format!("class Spot extends Tile {{ {attributes} }}\n{boards}"))
}

fn chain(pool: &mut Draw) -> Parts {
    let kind = *pool.pick(&["class", "interactable", "event"]).unwrap_or(&"class");
    let member = pool.below(4);
    items(many(size(pool, 5000), |i| {
        let members = match member {
            0 => String::new(),
            1 => format!("number a{i};"),
            2 => format!("function number f{i}() {{ return {i}; }}"),
            _ => format!("number a{i} = {i}; action go{i} {{ effect {{ }} }}"),
        };
        below(kind, i, &members)
    }))
}

fn subclasses(pool: &mut Draw) -> Parts {
    let (attributes, classes) = (size(pool, 3500), size(pool, 4000));
    let value =
        if pool.chance(1, 2) { format!(" = \"{}\"", "x".repeat(size(pool, 4000))) } else { String::new() };
    let classes = many(classes, |i| format!("class S{i} extends A {{ }}\n"));
    items(format!("class A {{ {} string s{value}; }}\n{classes}", numbers(attributes)))
}

fn effects(pool: &mut Draw) -> Parts {
    let rolls = "random.roll(6); ".repeat(size(pool, 2000));
    let events = many(size(pool, 3000), |i| format!("event E{i} extends E {{ }}\n"));
    items(format!("event E {{ effect {{ {rolls} }} }}\n{events}"))
}

fn attributes(pool: &mut Draw) -> Parts {
    items(format!("class A {{ {} }}", numbers(size(pool, 70_000))))
}

fn case_attributes(pool: &mut Draw) -> Parts {
    let (attributes, cases) = (size(pool, 600), size(pool, 100));
    let values = vec!["1"; attributes].join(", ");
    let cases: Vec<String> = (0..cases).map(|i| format!("C{i}({values})")).collect();
    Parts {
        items: format!("enum E {{ {} {} }}", numbers(attributes), cases.join(", ")),
        setup: format!("number x = E.all().first().a{};", attributes - 1),
        ..Parts::default()
    }
}

fn declarations(pool: &mut Draw) -> Parts {
    let n = size(pool, 40_000);
    let form = pool.below(7);
    // What is declared last is used, by its number.
    let setup = match form {
        0 => format!("number x = E{0}.all().first().a;", n - 1),
        1 => format!("C{0} c = new C{0}();", n - 1),
        2 => format!("raise E{}();", n - 1),
        3 => format!("number x = z{}.length;", n - 1),
        _ => String::new(),
    };
    let items = many(n, |i| match form {
        0 if i + 1 == n => format!("enum E{i} {{ number a; A(1) }}\n"),
        0 => format!("enum E{i} {{ A }}\n"),
        1 => format!("class C{i} {{ }}\n"),
        2 => format!("event E{i} {{ }}\n"),
        3 => format!("zone z{i} of Interactable;\n"),
        4 => format!("zone r{i}[1000] of Interactable per player;\n"),
        5 => format!("board B{i} {{ shape square(1, 1); }}\n"),
        _ => format!("dice D{i} {{ faces 1, 2; }}\n"),
    });
    Parts { items, setup, ..Parts::default() }
}

fn inputs(pool: &mut Draw) -> Parts {
    let inputs: Vec<String> = (0..size(pool, 70_000)).map(|i| format!("number n{i}")).collect();
    items(format!("function number f({}) {{ return n0; }}", inputs.join(", ")))
}

/// A condition that skips many instructions.
fn jump(pool: &mut Draw) -> Parts {
    let body = "n += 1; ".repeat(size(pool, 60_000));
    let how = *pool.pick(&["if (n > 1)", "while (n > 1)", "for (number i in 1..n)"]).unwrap_or(&"if (n > 1)");
    match pool.chance(1, 2) {
        true => setup(format!("number n = 1; {how} {{ {body} }}")),
        false => {
            Parts { tests: format!("test \"t\" {{ number n = 1; {how} {{ {body} }} }}"), ..Parts::default() }
        }
    }
}

/// Many labels in one function.
fn loops(pool: &mut Draw) -> Parts {
    let body = *pool
        .pick(&["while (n < 0) { n = 1; } ", "b = l.any(x => x > n && x < 9); ", "n = b ? n : 2; "])
        .unwrap_or(&"");
    setup(format!(
        "number n = 1; bool b = true; List<number> l = {{ 1 }}; {}",
        body.repeat(size(pool, 12_000))
    ))
}

/// Short functions that call the one before several times: put in where they are called, they multiply.
fn put_in(pool: &mut Draw) -> Parts {
    let (depth, width) = (size(pool, 20), size(pool, 60));
    let calls = |i: usize| vec![format!("f{}(n)", i - 1); width].join(" + ");
    let functions =
        many(depth, |i| format!("function number f{}(number n) {{ return {}; }}\n", i + 1, calls(i + 1)));
    Parts {
        items: format!("function number f0(number n) {{ return n; }}\n{functions}"),
        setup: format!("if (player.all().length > 2) {{ number x = f{depth}(1); }}"),
        ..Parts::default()
    }
}

/// Default values stand where an object is made.
fn defaults(pool: &mut Draw) -> Parts {
    let (classes, attributes, makers) = (size(pool, 400), size(pool, 400), size(pool, 400));
    let attributes = many(attributes, |k| format!("number a{k} = {k}; "));
    let made = many(classes, |k| format!("take(new C{k}()); "));
    items(format!(
        "class Top {{ }}\nfunction take(Top t) {{ }}\n{}{}",
        many(classes, |i| format!("class C{i} extends Top {{ {attributes} }}\n")),
        many(makers, |i| format!("function f{i}() {{ {made} }}\n"))
    ))
}

fn replaced(pool: &mut Draw) -> Parts {
    items(many(size(pool, 2500), |i| {
        format!(
            "class A{i} {{ function number f() {{ return 0; }} }}\n\
             class B{i} extends A{i} {{ override function number f() {{ return 1; }} }}\n"
        )
    }))
}

/// Classes or modifiers that override one function, and call it again.
fn overriding(pool: &mut Draw) -> Parts {
    let card = "interactable Card { function f(Card o) { } }\ndeck stock of Card;\nzone row of Card { visible all; }\n";
    let body = ["o.f(this);", "base.f(o); o.f(this);", "stock.add(this as Card); o.f(this);"][pool.below(3)];
    let (kind, on) = [("interactable", "extends"), ("modifier", "on")][pool.below(2)];
    let all = many(size(pool, 1500), |i| {
        format!("{kind} K{i} {on} Card {{ override function f(Card o) {{ {body} }} }}\n")
    });
    items(format!("{card}{all}function all(Card c) {{ c.f(c); }}\n"))
}

fn looked_for(pool: &mut Draw) -> Parts {
    let n = size(pool, 3500);
    Parts {
        items: many(n, |i| below("interactable", i, "")),
        setup: format!("number n = 0; {}", many(n, |i| format!("n += all(C{i}).length; "))),
        ..Parts::default()
    }
}

fn jumps(pool: &mut Draw) -> Parts {
    let (n, side, boards) = (size(pool, 60), size(pool, 64), size(pool, 16));
    let all = many(n * n, |i| format!("l.append(B0.at(0, 0).jumps({}, {})); ", i / n, i % n));
    Parts {
        items: many(boards, |i| format!("board B{i} {{ shape square({side}, {side}); }}\n")),
        setup: format!("List<Tile> l = {{}}; {all}"),
        ..Parts::default()
    }
}

fn function_values(pool: &mut Draw) -> Parts {
    let all = many(size(pool, 70_000), |i| format!("l.add(x => x + {i}); "));
    setup(format!("List<(number) => number> l = {{}}; {all}"))
}

fn teams(pool: &mut Draw) -> Parts {
    setup(many(size(pool, 70_000), |i| format!("team \"t{i}\" {{ 0, 1 }}; ")))
}

fn act_calls(pool: &mut Draw) -> Parts {
    let all = many(size(pool, 40_000), |_| "z = p => { z(p); }; ".to_owned());
    items(format!("class A {{ act (player) z; function f() {{ {all} }} }}\n"))
}

fn parameters_of_values(pool: &mut Draw) -> Parts {
    let n = size(pool, 70_000);
    let (types, names) =
        (vec!["number"; n].join(", "), (0..n).map(|i| format!("a{i}")).collect::<Vec<_>>().join(", "));
    setup(format!("List<({types}) => number> l = {{}}; l.add(({names}) => a0);"))
}

fn positions(pool: &mut Draw) -> Parts {
    setup(format!("Position p = position({});", vec!["1"; size(pool, 5000)].join(", ")))
}

fn graph(pool: &mut Draw) -> Parts {
    let n = size(pool, 5000);
    let tiles = many(n, |i| format!("T{i}(a: {i}); "));
    let edges = many(n - 1, |i| format!("T{i} - T{}; ", i + 1));
    items(format!(
        "class Spot extends Tile {{ number a; number b = 3; }}\nboard B {{ shape graph {{ {tiles}{edges} }} tile Spot; }}"
    ))
}

/// Numbers so large that adding one changes nothing.
fn long_counts(pool: &mut Draw) -> Parts {
    let digits = 1 + pool.below(300);
    let (from, more) = ("9".repeat(digits), "0".repeat(pool.below(3)));
    let sign = if pool.chance(1, 3) { "-" } else { "" };
    let to = if sign.is_empty() { format!("9{from}{more}") } else { "5".to_owned() };
    setup(format!("number n = 0; for (number i in {sign}{from}..{to}) {{ n += 1; if (n > 9) {{ break; }} }}"))
}

/// What is read as a chain, or one in another, in a rule of a game in sentences.
fn cases(pool: &mut Draw) -> Parts {
    let n = size(pool, 60_000);
    let looked = |cases: String| format!("rank.length match\n{cases}case _ => 0");
    let rule = match pool.below(6) {
        0 => looked(many(n, |i| format!("case {i} => {i}\n"))),
        1 => looked(many(n, |i| format!("case {i} => val a = {i}; a\n"))),
        2 => looked(format!("case 0{} => 1\n", many(n, |i| format!(" | {i}")))),
        3 => format!("({}Nil).size", many(n, |i| format!("{i} :: "))),
        4 => format!("{}0", many(n, |i| format!("if rank.length == {i} then {i} else "))),
        _ => format!("List(0){}.size", ".intersect(List(1).reverse)".repeat(n)),
    };
    Parts { rule, ..Parts::default() }
}

/// Many names, or many values, in a rule of a game in sentences.
fn rule_values(pool: &mut Draw) -> Parts {
    let n = size(pool, 60_000);
    let rule = match pool.below(3) {
        0 => format!("\n{}a0", many(n, |i| format!("val a{i} = {i}\n"))),
        1 => format!("\n{}a", many(n, |i| format!("val a = rank.length + {i}\n"))),
        _ => format!("List({}0).size", many(n, |i| format!("{i}, "))),
    };
    Parts { rule, ..Parts::default() }
}

/// Names that are nearly right, each of which is compared with all that there are.
fn misspelt(pool: &mut Draw) -> Parts {
    Parts {
        items: many(size(pool, 40_000), |i| format!("function value{i}() {{ }}\n")),
        setup: many(size(pool, 40_000), |i| format!("valeu{i}(); ")),
        ..Parts::default()
    }
}

/// Problems to be shown.
fn unused(pool: &mut Draw) -> Parts {
    let variables = many(size(pool, 300), |i| format!("number n{i} = 1; "));
    items(many(size(pool, 200), |i| format!("function f{i}() {{ {variables} }}\n")))
}

/// Variables of one block, and such as live in blocks of their own.
fn variables(pool: &mut Draw) -> Parts {
    let (n, own) = (size(pool, 50_000), pool.chance(1, 2));
    let declared = many(n, |i| match own {
        true => format!("if (n > 0) {{ number n{i} = n; n = n{i}; }} "),
        false => format!("number n{i} = n; n = n{i}; "),
    });
    setup(format!("number n = 1; {declared}"))
}

/// Events below one another, or beside each other, and blocks that look at them.
fn blocks(pool: &mut Draw) -> Parts {
    let (events, blocks, deep) = (size(pool, 5000), size(pool, 5000), pool.chance(1, 2));
    let events_text = many(events, |i| match deep {
        true => below("event", i, ""),
        false if i == 0 => "event C0 { }\n".to_owned(),
        false => format!("event C{i} extends C0 {{ }}\n"),
    });
    let looks_at = if pool.chance(1, 2) { 0 } else { events - 1 };
    let blocks = many(blocks, |i| format!("before C{} {{ n += 1; }} ", i.min(looks_at)));
    Parts {
        items: format!("{events_text}global class Watch {{ number n = 0; {blocks} }}"),
        setup: format!("raise C{}();", events - 1),
        ..Parts::default()
    }
}

fn generics(pool: &mut Draw) -> Parts {
    let classes = many(size(pool, 40_000), |i| format!("class C{i} {{ }}\n"));
    items(format!("{classes}{}", many(size(pool, 40_000), |i| format!("class G{i}<T> {{ T x; }}\n"))))
}

/// Functions of one class, each of which calls the one before.
fn functions(pool: &mut Draw) -> Parts {
    let functions = many(size(pool, 40_000), |i| match i {
        0 => "function number f0() { return 0; } ".to_owned(),
        _ => format!("function number f{i}() {{ return f{}(); }} ", i - 1),
    });
    items(format!("class A {{ {functions} }}"))
}

/// Lists that are handed on from function to function; the last is one that others hold.
fn handed_on(pool: &mut Draw) -> Parts {
    let n = size(pool, 40_000);
    let functions = many(n, |i| {
        let gives = if i + 1 < n { format!("f{}()", i + 1) } else { "Held.list".to_owned() };
        format!("function List<number> f{i}() {{ return {gives}; }}\n")
    });
    items(format!("global class Held {{ List<number> list = {{}}; }}\n{functions}"))
}

/// Calls of methods that others override, each given what the next one gives, into something secret.
fn calls_in_calls(pool: &mut Draw) -> Parts {
    let (depth, runs) = (size(pool, 60), size(pool, 60));
    let calls = (0..depth).fold("n".to_owned(), |inner, _| format!("by.f({inner})"));
    let classes = many(runs, |i| {
        format!("class B{i} extends B {{ override function number f(number n) {{ return n + {i}; }} }}\n")
    });
    items(format!(
        "class B {{ function number f(number n) {{ return n; }} }}\n{classes}\
         global class Held {{ secret number code; B by; action hide {{ trigger PlayerChoiceEvent {{ return true; }} \
         secret input number n from 1..3; effect {{ code = {calls}; }} }} }}"
    ))
}

/// A value that functions and variables hand on until it lies in something secret, and a reason behind functions that
/// look at a hidden zone.
fn handed_to_secret(pool: &mut Draw) -> Parts {
    let n = size(pool, 20_000);
    let functions = many(n, |i| match i + 1 < n {
        true => {
            let next = i + 1;
            format!(
                "function put{i}(number n) {{ put{next}(n); }}\nfunction number seen{i}() {{ return seen{next}(); }}\n"
            )
        }
        false => format!(
            "function put{i}(number n) {{ Held.code = n; }}\nfunction number seen{i}() {{ return hand(0).top().n; }}\n"
        ),
    });
    let n = size(pool, 2_000);
    let variables = many(n, |i| format!("number v{i} = 0; "));
    let round = many(n - 1, |i| format!("v{i} = v{}; ", i + 1));
    items(format!(
        "interactable Card {{ number n = 1; }}\nzone hand of Card per player {{ visible owner; }}\n{functions}\
         global class Held {{ secret number code; number k = 0; action hide {{ trigger PlayerChoiceEvent {{ return true; }} \
         open require {{ return seen0() > 0; }} else \"no\"; secret input number chosen from 1..3; \
         effect {{ {variables}while (v0 < k) {{ {round}v{} = chosen; }} put0(v0); }} }} }}",
        n - 1
    ))
}

/// Functions that call one another down to one that uses chance and fails, in either order.
fn fails_below(pool: &mut Draw) -> Parts {
    let n = size(pool, 40_000);
    let functions = many(n, |i| format!("function f{i}() {{ f{}(); }}\n", i + 1));
    let (roll, fail) = ("R.k = random.roll(6);", "if (R.k > 3) { fail \"no\"; }");
    let last = if pool.chance(1, 2) { format!("{roll} {fail}") } else { format!("{fail} {roll}") };
    items(format!(
        "{functions}function f{n}() {{ {last} }}\n\
         global class R {{ number k = 0; action try {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ f0(); }} }} }}"
    ))
}

/// `name0, name1`
fn names(name: &str, n: usize) -> String {
    (0..n).map(|i| format!("{name}{i}")).collect::<Vec<_>>().join(", ")
}

/// Names of one list, each of which must be there once.
fn lists_of_names(pool: &mut Draw) -> Parts {
    let n = size(pool, 100_000);
    items(match pool.below(6) {
        0 => format!("enum E {{ {} }}\n", names("C", n)),
        1 => format!("layers {};\n", names("L", n)),
        2 => format!("turn Main {{ {} }}\n", many(n, |i| format!("phase p{i}; "))),
        3 => many(n, |i| format!("turn T{i} {{ }}\n")),
        4 => format!("class G<{}> {{ T0 x; }}\n", names("T", n)),
        _ => {
            let edges = many(n - 1, |i| format!("T{} - T0; ", i + 1));
            format!("board B {{ shape graph {{ {}{edges} }} }}\n", many(n, |i| format!("T{i}; ")))
        }
    })
}

fn option_values(pool: &mut Draw) -> Parts {
    let (options, n) = (size(pool, 100), size(pool, 20_000));
    let values = (0..n).map(|i| i.to_string()).collect::<Vec<_>>().join(", ");
    let tests = many(size(pool, 3000), |i| format!("test \"t{i}\" {{ option o0 = {}; }}\n", i % n));
    let items = many(options, |i| format!("option number o{i} = 0 in {{ {values} }};\n"));
    Parts { items, tests, ..Parts::default() }
}

/// Cases that are looked for among very many.
fn case_uses(pool: &mut Draw) -> Parts {
    let n = size(pool, 10_000);
    let uses = many(size(pool, 20_000), |_| format!("take(E.C{}); ", n - 1));
    Parts {
        items: format!("enum E {{ {} }}\nfunction take(E e) {{ }}\n", names("C", n)),
        setup: uses,
        ..Parts::default()
    }
}

/// Layers, and modifiers each of which must find its place among those of other layers.
fn layers(pool: &mut Draw) -> Parts {
    let (n, modifiers) = (size(pool, 1000), size(pool, 9000));
    let reaches = if pool.chance(1, 4) { "affects (Man m) => m != this; " } else { "" };
    let modifiers = many(modifiers, |i| {
        let layer = i % n;
        format!(
            "modifier M{i} on Man layer L{layer} {{ {reaches}override number p {{ return base.p + 1; }} }}\n"
        )
    });
    items(format!("interactable Man {{ number p; }}\nlayers {};\n{modifiers}", names("L", n)))
}

/// Texts of many parts on many tiles, which every view works out.
fn long_looks(pool: &mut Draw) -> Parts {
    let (side, parts) = (size(pool, 64), size(pool, 20_000));
    let text = "{name}".repeat(parts);
    items(format!("board B {{ shape square({side}, {side}); }}\nlook B {{ tile {{ title \"{text}\"; }} }}\n"))
}

/// Attributes that take long to read, which every view reads.
fn slow_modifiers(pool: &mut Draw) -> Parts {
    let (objects, turns) = (size(pool, 1000), size(pool, 10_000_000));
    Parts {
        items: "interactable Man { number p = 0; }\nmodifier Slow(number most) on Man { override number p { \
                number n = base.p; for (number i in 1..most) { n += 1; } return n; } }\n"
            .to_owned(),
        setup: format!("for (number i in 1..{objects}) {{ Man m = new Man(); m.add(Slow({turns})); }}"),
        ..Parts::default()
    }
}

/// Lists that hold one list twice, level by level, compared by content.
fn compared(pool: &mut Draw) -> Parts {
    let n = size(pool, 40);
    let ty = |i: usize| format!("{}number{}", "List<".repeat(i), ">".repeat(i));
    let lists = |name: &str| {
        let more = many(n, |i| format!("{} {name}{} = {{ {name}{i}, {name}{i} }}; ", ty(i + 2), i + 1));
        format!("List<number> {name}0 = {{ 1, 1 }}; {more}")
    };
    setup(format!("{}{}bool same = a{n} == b{n};", lists("a"), lists("b")))
}

/// Sentences that are worked out for each viewer, of texts that are long.
fn long_sentences(pool: &mut Draw) -> Parts {
    let (doubled, parts, told) = (pool.below(21), size(pool, 40), size(pool, 1000));
    let text = "{s}".repeat(parts);
    setup(format!(
        "string s = \"a\"; for (number i in 1..{doubled}) {{ s = s + s; }} for (number i in 1..{told}) {{ tell \"{text}\"; }}"
    ))
}

/// A board that has grown much, and is asked much.
fn grown(pool: &mut Draw) -> Parts {
    let (side, asked) = (size(pool, 64), size(pool, 1_000_000));
    let questions = [
        "G.rows",
        "G.region(G.at(5000, 5000), where: t => true).length",
        "G.tiles().length",
        "G.row(1).length",
    ];
    let question = pool.pick(&questions).copied().unwrap_or_default();
    Parts {
        items: "interactable Stone { }\nboard G { shape square(unbounded); }\n".to_owned(),
        setup: format!(
            "for (number x in 1..{side}) {{ for (number y in 1..{side}) {{ new Stone().putOn(G.at(x, y)); }} }} \
             number n = 0; for (number i in 1..{asked}) {{ n += {question}; }}"
        ),
        ..Parts::default()
    }
}

/// Requirements of several actions, long ones and ones inside one another.
fn shared(pool: &mut Draw) -> Parts {
    let (actions, parts, nested) = (size(pool, 4_000), size(pool, 3_000), size(pool, 150));
    let actions = many(actions, |i| {
        format!("action a{i} {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ }} }}\n")
    });
    let requirement = format!("require k < 5 else \"{}\" {{", "{k}".repeat(parts));
    items(format!(
        "global class R {{ number k = 0; {requirement} {} {actions} {} }} }}",
        "require k < 4 {".repeat(nested),
        "}".repeat(nested)
    ))
}

/// Files with many short statements, each of which takes more room than its text.
fn several_files(pool: &mut Draw) -> Parts {
    let (files, functions) = (size(pool, 12), size(pool, 600));
    let text = |k: usize| {
        let body = format!("take{k}(new C{k}()); ").repeat(300);
        let functions = many(functions, |i| format!("function f{k}x{i}() {{ {body} }}\n"));
        format!("class C{k} {{ }}\nfunction take{k}(C{k} c) {{ }}\n{functions}")
    };
    Parts { imported: (0..files).map(text).collect(), ..Parts::default() }
}

/// One move of which much is to be told: long texts and lists that change again and again, cards that are shuffled, and
/// values that are chosen.
fn told(pool: &mut Draw) -> Parts {
    let (often, doubled, cards) = (size(pool, 20_000), size(pool, 19), size(pool, 20_000));
    let (wide, visible) = (size(pool, 100), pool.pick(&["all", "none"]).copied().unwrap_or_default());
    let effects = [
        "noted = i % 2 == 0 ? long : \"\";",
        "row[i % row.length].others = row.copy();",
        "row[i % row.length].note = long;",
        "row.add(new Card() { note = long });",
        "row.shuffle();",
        "stock.shuffle();",
        "kept = i;",
    ];
    let effect = pool.pick(&effects).copied().unwrap_or_default();
    Parts {
        items: format!(
            "interactable Card {{ string note = \"\"; List<Card> others = {{}}; }}\n\
             zone row of Card {{ visible {visible}; ordered; }}\ndeck stock of Card;\n\
             global class Much {{\n    string long = \"a\"; string noted = \"\"; secret number kept = 0;\n    \
             List<List<List<List<number>>>> deep = {{}};\n    \
             action tell_much {{ trigger PlayerChoiceEvent; effect {{ for (number i in 1..{often}) {{ {effect} }} }} }}\n    \
             action choose_much {{ input List<List<List<number>>> x from deep; trigger PlayerChoiceEvent; effect {{ }} }}\n}}\n"
        ),
        setup: format!(
            "for (number i in 1..{doubled}) {{ Much.long = Much.long + Much.long; }} \
             for (number i in 1..{cards}) {{ row.add(new Card()); stock.add(new Card()); }} \
             List<number> a = {{}}; List<List<number>> b = {{}}; List<List<List<number>>> c = {{}}; \
             for (number i in 1..{wide}) {{ a.add(i); b.add(a); c.add(b); }} Much.deep.add(c);"
        ),
        ..Parts::default()
    }
}

#[cfg(test)]
mod tests {
    use super::{Draw, FORMS, Pool};

    /// Short programs may still declare more tiles than a game may have.
    #[test]
    fn small_programs_of_each_form_are_right() {
        let meant = ["too-many", "too-large", "rule-too-deep", "unknown-name", "chance-before-fail"];
        for (form, make) in FORMS {
            let refused = (0..40).filter(|seed| {
                let parts = make(&mut Draw { pool: Pool::new(*seed), is_large: false });
                let files = parts.files();
                files.iter().map(|(_, text)| text.len()).sum::<usize>() < 2_000 && {
                    let name = files[0].0.clone();
                    let files = files.iter().fold(project::Memory::default(), |m, (n, t)| m.with(n, t));
                    let loaded = project::open(project::Request::new((&files, name.as_str())));
                    loaded.is_ok_and(|l| l.problems.iter().any(|p| p.is_error() && !meant.contains(&p.code)))
                }
            });
            assert_eq!(refused.count(), 0, "{form}");
        }
    }
}
