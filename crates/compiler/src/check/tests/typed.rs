//! What the typed tree holds: how operators group, which conversions stand where.
//! Expressions are shown in a short form of their own.

use super::super::check_library;
use super::read;
use crate::typed::{Expr, ExprKind, Game, StatementKind};

/// The typed form of what the last function returns.
fn typed(source: &str) -> String {
    let program = read(&[("part.tgdl", source)]);
    let checked = check_library(&program.modules, &program.links, &program.origins);
    let problems: Vec<String> = checked.problems.iter().map(|p| program.shown(p)).collect();
    let game = checked.value.unwrap_or_else(|| panic!("{}", problems.join("\n")));
    let statements = game.functions.last().unwrap().body.block.statements.iter();
    let shown = statements.filter_map(|s| match &s.kind {
        StatementKind::Return(Some(e)) | StatementKind::Expr(e) => Some(show(e, &game)),
        StatementKind::Declare(_, e) => Some(show(e, &game)),
        StatementKind::ForIn { list, .. } => Some(format!("for {}", show(list, &game))),
        StatementKind::If(e, ..) => Some(format!("if {}", show(e, &game))),
        _ => None,
    });
    shown.collect::<Vec<String>>().join("; ")
}

fn list<'e>(es: impl IntoIterator<Item = &'e Expr>, game: &Game) -> String {
    es.into_iter().map(|e| show(e, game)).collect::<Vec<String>>().join(", ")
}

fn show(e: &Expr, game: &Game) -> String {
    let one = |e: &Expr| show(e, game);
    match &e.kind {
        ExprKind::Number(n) => n.to_string(),
        ExprKind::Bool(b) => b.to_string(),
        ExprKind::String(s) => format!("{s:?}"),
        ExprKind::Null => "null".to_owned(),
        ExprKind::Local(l) => format!("${}", l.0),
        ExprKind::This => "this".to_owned(),
        ExprKind::Tile(b, t) => format!("tile {}.{t}", b.0),
        ExprKind::Binary(op, a, b) => format!("({} {op:?} {})", one(a), one(b)),
        ExprKind::Convert(c, a) => format!("{c:?}({})", one(a)),
        ExprKind::Builtin(b, args) => format!("{b:?}({})", list(args.iter().flatten(), game)),
        ExprKind::BoardBuiltin(_, _, b, args) => format!("{b:?}({})", list(args.iter().flatten(), game)),
        ExprKind::NewList(es) => format!("{{{}}}", list(es, game)),
        ExprKind::Attribute(a, i) => format!("{}.{i}", one(a)),
        ExprKind::Call(f, args) => {
            let args: Vec<String> = args.iter().map(|a| a.as_ref().map_or("_".to_owned(), one)).collect();
            format!("{}({})", game.functions[f.index()].name, args.join(", "))
        }
        ExprKind::Assign(_, a) => format!("= {}", one(a)),
        ExprKind::Update(_, op, a) => format!("{op:?}= {}", one(a)),
        ExprKind::IsSome(a) => format!("is some {}", one(a)),
        ExprKind::IsClass(a, c) => format!("{} is {}", one(a), game.classes[c.index()].name),
        ExprKind::Stepped(a, b, n) => format!("{}..{} step {}", one(a), one(b), one(n)),
        ExprKind::Range(a, b) => format!("{}..{}", one(a), one(b)),
        ExprKind::Zone(z) => game.zones[z.index()].name.clone(),
        ExprKind::Lambda(l) => match l.body.statements.first().map(|s| &s.kind) {
            Some(StatementKind::Return(Some(e))) => format!("=> {}", one(e)),
            _ => "=> ...".to_owned(),
        },
        other => format!("{other:?}"),
    }
}

#[test]
fn operators_group_by_level_and_from_the_left() {
    assert_eq!(
        typed("function bool f() { return 2 + 3 * 4 ^ 2 % 5 == 2 ^ 3 ^ 2; }"),
        "((2 Add ((3 Multiply (4 Power 2)) Modulo 5)) Equal ((2 Power 3) Power 2))"
    );
    assert_eq!(
        typed("function bool f(bool a, bool b) { return a | b ^ a & b; }"),
        "((($0 BitOr $1) Xor $0) BitAnd $1)"
    );
    assert_eq!(typed("function bool f(bool a) { return a || a && a; }"), "(($0 Or $0) And $0)");
    assert_eq!(typed("function number f() { return 7 - 2 - 1; }"), "((7 Subtract 2) Subtract 1)");
}

#[test]
fn numbers_become_players_and_back() {
    assert_eq!(
        typed("function player f(player p) { return p + 1; }"),
        "NumberToPlayer((PlayerToNumber($0) Add 1))"
    );
    assert_eq!(
        typed("function player f() { return turn.active() + 1; }"),
        "NumberToPlayer((PlayerToNumber(TurnToPlayer(TurnActive())) Add 1))"
    );
    assert_eq!(typed("function bool f(player p) { return p == 3; }"), "($0 Equal NumberToPlayer(3))");
    assert_eq!(typed("function bool f(player p) { return p < 3; }"), "(PlayerToNumber($0) Less 3)");
    assert_eq!(
        typed("function f(player p) { p += 1; number n = 2; n *= p; }"),
        "= NumberToPlayer((PlayerToNumber($0) Add 1)); 2; Multiply= PlayerToNumber($0)"
    );
    assert_eq!(
        typed("function List<player> f() { return { 0, player.active() }; }"),
        "{NumberToPlayer(0), PlayersActive()}"
    );
}

#[test]
fn names_of_tiles_become_tiles() {
    let board = "board A { shape square(3, 3); } ";
    assert_eq!(
        typed(&format!("{board} function bool f(Tile t) {{ return t == \"b1\"; }}")),
        "($0 Equal tile 0.1)"
    );
    assert_eq!(
        typed(&format!("{board} interactable M {{ }} function f(M m) {{ A.place(m, on: \"a2\"); }}")),
        "BoardPlace($0, tile 0.3)"
    );
    assert_eq!(
        typed(&format!("{board} function Tile f(string s) {{ return s as Tile; }}")),
        "StringToTile(BoardId(0))($0)"
    );
}

#[test]
fn loops_visit_lists() {
    let cards = "interactable Card { } deck stock of Card; ";
    assert_eq!(
        typed(&format!("{cards} function f() {{ for (Card c in stock) {{ }} }}")),
        "for ListCopy(stock)"
    );
    assert_eq!(typed("function f(Table<number> t) { for (number n in t) { } }"), "for TableValues($0)");
    assert_eq!(typed("function f() { for (number n in 1..3) { } }"), "for 1..3");
    assert_eq!(typed(&format!("{cards} function List<Card> f() {{ return stock; }}")), "ListCopy(stock)");
}

#[test]
fn arguments_stand_in_the_order_of_parameters() {
    let g = "function g { function input number a; function input number b = 2; function input number c; effect { } } ";
    assert_eq!(
        typed(&format!("{g} function f() {{ g(c: 3, a: 1); g(1, 2, c: 3); }}")),
        "g(1, _, 3); g(1, 2, 3)"
    );
}

#[test]
fn inputs_of_functions_are_choices_at_their_start() {
    let shown = typed("interactable Card { } function f { auto input Card c; effect { c.lift(); } }");
    assert!(shown.starts_with("Auto("), "{shown}");
    assert!(shown.ends_with("if ($0 Equal null); PieceLift($0)"), "{shown}");
}

#[test]
fn overriding_functions_run_for_the_first_declaration() {
    let source = "
abstract interactable A { abstract function number f(); function number g() { return 1; } }
interactable B extends A { override function number f() { return 2; } }
interactable C extends B { override function number g() { return random.roll(6); } }
function number h(A a) { return a.f() + a.g(); }";
    let program = read(&[("part.tgdl", source)]);
    let game = check_library(&program.modules, &program.links, &program.origins).value.unwrap();
    let class = |name: &str| game.classes.iter().find(|c| c.name == name).unwrap();
    let run =
        |name: &str| -> Vec<(u32, u32)> { class(name).methods.iter().map(|m| (m.0.0, m.1.0)).collect() };
    let names: Vec<&str> = game.functions.iter().map(|f| f.name.as_str()).collect();
    assert_eq!(names, ["h", "f", "g", "f", "g"]);
    assert_eq!((run("A"), run("B"), run("C")), (vec![(2, 2)], vec![(2, 2), (1, 3)], vec![(1, 3), (2, 4)]));
    let chance: Vec<bool> = game.functions.iter().map(|f| f.effects.chance).collect();
    assert_eq!(chance, [true, false, true, false, true]);
    assert_eq!(game.piece.map(|c| game.classes[c.index()].name.as_str()), Some("A"));
}
