//! Printing a tree and reading it again gives the same tree, apart from where its nodes stand.

use base::{FileId, NodeId, Origins, Random, SourceMap};
use dialects::tgdl::{format as layout, parse};
use language::print;
use language::tree::{
    AnswerSays, Argument, Asked, BinaryOp, Block, ChoiceSpec, Choose, Condition, Count, Disclosure, Expr,
    ExprKind, Filter, Free, Item, Lambda, LambdaBody, Module, Name, Parameter, Part, Setup, Statement,
    StatementKind, TypeKind, TypeRef, UnaryOp,
};

const FIXTURES: [&str; 3] = [
    include_str!("../fixtures/tgdl/pegs.tgdl"),
    include_str!("../fixtures/tgdl/fields.tgdl"),
    include_str!("../fixtures/tgdl/words.tgdl"),
];

fn read(text: &str) -> Module {
    let checked = parse(FileId(0), text, &mut Origins::default());
    let errors: Vec<_> = checked.problems.iter().filter(|p| p.is_error()).collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    checked.value
}

/// The one layout of a text reads as the same tree, and is its own layout.
#[track_caller]
fn assert_layout(module: &Module, text: &str) {
    let Some(once) = layout(text) else { panic!("no layout for\n{text}") };
    assert_same(module, &read(&once), &once);
    assert_eq!(layout(&once), Some(once.clone()));
}

/// The tree as text without the numbers of its nodes.
fn shape(module: &Module) -> String {
    let text = format!("{module:#?}");
    let mut pieces = text.split("NodeId(");
    let mut shape = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        shape.push_str("id(");
        shape.push_str(
            piece.trim_start().trim_start_matches(|c: char| c.is_ascii_digit() || c == ',' || c == '\n'),
        );
    }
    shape
}

#[track_caller]
fn assert_same(first: &Module, second: &Module, printed: &str) {
    let (first, second) = (shape(first), shape(second));
    if let Some((a, b)) = first.lines().zip(second.lines()).find(|(a, b)| a != b) {
        panic!("{} became {} in\n{printed}", a.trim(), b.trim());
    }
    assert_eq!(first.lines().count(), second.lines().count());
}

#[test]
fn a_printed_tree_reads_as_the_same_tree() {
    for text in FIXTURES {
        let module = read(text);
        let printed = print(&module);
        let again = read(&printed);
        assert_same(&module, &again, &printed);
        assert_eq!(print(&again), printed);
        assert_layout(&module, text);
        assert_layout(&module, &printed);
    }
}

#[test]
fn options_are_printed_with_bounds_and_prompt() {
    let text = "option number size = 2 * 5 + 1 in 3..19 \"Board \\{size\\}\";\n\noption bool swap = true;\n\n\
                option string s = \"a\" in { \"a\", \"b\" };\n\nparam number handSize = 5;\n\n\
                test \"small\" {\n    option size = 3;\n}\n";
    let module = read(text);
    let printed = print(&module);
    assert_eq!(printed, text);
    assert_same(&module, &read(&printed), &printed);
}

#[test]
fn names_of_a_named_import_are_printed_where_classes_stand() {
    let text = "import \"x\" as lib;\n\nclass Row<T extends interactable> extends lib.Bag<T> {\n    \
                before lib.Sold prio 2 {\n    }\n    after lib.Sold where event.n == 1 {\n    }\n}\n\n\
                modifier Wide on lib.Bag<List<Card>> layer Top {\n}\n\ndeck stock of lib.Card;\n\n\
                zone pile[lib.Colour] of Card per player;\n";
    let module = read(text);
    let printed = print(&module);
    for line in [
        "class Row<T extends Interactable> extends lib.Bag<T>",
        "before lib.Sold prio 2 {",
        "after lib.Sold where event.n == 1 {",
        "modifier Wide on lib.Bag<List<Card>> layer Top",
        "deck stock of lib.Card;",
        "zone pile[lib.Colour] of Card per player;",
    ] {
        assert!(printed.contains(line), "{line} in\n{printed}");
    }
    assert_same(&module, &read(&printed), &printed);
    assert_layout(&module, text);
}

#[test]
fn edges_are_printed_with_weight_and_attributes() {
    let text = "board Map { shape graph { A; B; A - B (1 + 2) (toll: 1); A > B 2 (toll = 1, hard = true); \
                B - A (toll: 3); B > A 4; A - B (1 + 1) * 3 (toll: x); } tile City; edge Road; capacity 2; }
    board Sea per player { shape square(2, 2); capacity 2; visible owner; }";
    let module = read(text);
    let printed = print(&module);
    for line in
        ["A - B 1 + 2 (toll = 1);", "A > B 2 (toll = 1, hard = true);", "B - A (toll = 3);", "edge Road;"]
    {
        assert!(printed.contains(line), "{line} in\n{printed}");
    }
    assert!(printed.contains("A - B (1 + 1) * 3 (toll = x);"), "{printed}");
    assert_same(&module, &read(&printed), &printed);
}

#[test]
fn edges_in_a_row_are_edges_one_by_one() {
    let printed =
        print(&read("board Map { shape graph { A; B; C; A - B > C (toll = 1) - A 4; A - B - C -1; } }"));
    for line in ["A - B;", "B > C (toll = 1);", "C - A 4;", "B - C -1;"] {
        assert!(printed.contains(line), "{line} in\n{printed}");
    }
    assert_eq!(printed.matches("A - B;").count(), 2, "{printed}");
}

/// Makes expressions as a lowering might, of every kind, without a text that they came from.
struct TreeGenerator {
    random: Random,
}

impl TreeGenerator {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn boxed(&mut self, depth: u32) -> Box<Expr> {
        Box::new(self.expr(depth))
    }

    fn op(&mut self) -> BinaryOp {
        use BinaryOp::{
            Add, And, BitAnd, BitOr, Divide, Equal, Greater, GreaterEqual, Less, LessEqual, Modulo, Multiply,
            NotEqual, Or, Power, Subtract,
        };
        let all = [
            Power,
            Multiply,
            Divide,
            Modulo,
            Add,
            Subtract,
            Less,
            LessEqual,
            Greater,
            GreaterEqual,
            Equal,
            NotEqual,
            BitAnd,
            BitOr,
            And,
            Or,
        ];
        all[self.below(16) as usize]
    }

    fn name(&mut self) -> Name {
        Name { text: ["a", "score", "turn", "b"][self.below(4) as usize].to_owned(), id: NodeId(0) }
    }

    fn ty(&mut self) -> TypeRef {
        match self.below(5) {
            0 => TypeRef { id: NodeId(0), kind: TypeKind::Function(vec![self.thing()], Box::new(self.ty())) },
            1 => {
                let returns = (self.below(2) == 0).then(|| Box::new(self.ty()));
                TypeRef { id: NodeId(0), kind: TypeKind::Act(vec![self.ty()], returns) }
            }
            _ => self.thing(),
        }
    }

    /// A type of what can be chosen.
    fn thing(&mut self) -> TypeRef {
        let named = |name: &str| TypeKind::Named { module: None, name: name.to_owned() };
        let card = TypeRef { id: NodeId(0), kind: named("Card") };
        let kind = match self.below(3) {
            0 => TypeKind::Generic(Name { text: "List".to_owned(), id: NodeId(0) }, vec![card]),
            1 => named("number"),
            _ => return card,
        };
        TypeRef { id: NodeId(0), kind }
    }

    fn block(&mut self, depth: u32) -> Block {
        let kind = match self.below(3) {
            0 => StatementKind::Return(Some(self.expr(depth))),
            1 => StatementKind::Expr(self.expr(depth)),
            _ => {
                let who = Expr { id: NodeId(0), kind: ExprKind::Name(self.name().text) };
                StatementKind::Score(who, self.expr(depth))
            }
        };
        Block { id: NodeId(0), statements: vec![Statement { id: NodeId(0), kind }] }
    }

    fn choice_spec(&mut self, depth: u32) -> ChoiceSpec {
        let count = match self.below(4) {
            0 => Some(Count::Exactly(self.expr(depth))),
            1 => Some(Count::Between(self.expr(depth), self.expr(depth))),
            _ => None,
        };
        let from = (self.below(2) == 0).then(|| self.expr(depth));
        let short = self.below(2) == 0;
        let value = if short { Some(self.expr(depth)) } else { None };
        let returned = |value| Statement { id: NodeId(0), kind: StatementKind::Return(Some(value)) };
        let body = match value {
            Some(value) => Block { id: NodeId(0), statements: vec![returned(value)] },
            None => self.block(0),
        };
        let why = (self.below(2) == 0).then(|| self.expr(depth));
        let condition = Condition { id: NodeId(0), open: false, short, body, why };
        let filter = Filter { id: NodeId(0), name: None, condition };
        let filters = if self.below(3) == 0 { vec![filter] } else { Vec::new() };
        let disclosure = [None, Some(Disclosure::Secret), Some(Disclosure::Open)][self.below(3) as usize];
        let ordered = count.is_some() && self.below(2) == 0;
        let free = match self.below(6) {
            0 => Some(Free { id: NodeId(0), most: None }),
            1 => {
                let most = Some(Expr { id: NodeId(0), kind: ExprKind::Number(20.0) });
                Some(Free { id: NodeId(0), most })
            }
            _ => None,
        };
        ChoiceSpec { disclosure, prompt: None, count, ordered, free, from, filters }
    }

    fn expr(&mut self, depth: u32) -> Expr {
        let kind = if depth == 0 { self.leaf() } else { self.inner(depth - 1) };
        Expr { id: NodeId(0), kind }
    }

    fn leaf(&mut self) -> ExprKind {
        match self.below(7) {
            0 => ExprKind::Number(self.below(1000) as f64 / 8.0),
            1 => ExprKind::String(vec![Part::Text("a{\"\\\n".to_owned())]),
            2 => ExprKind::This,
            3 => ExprKind::Braces(Vec::new()),
            4 => ExprKind::New(self.ty(), None),
            _ => ExprKind::Name(self.name().text),
        }
    }

    fn inner(&mut self, depth: u32) -> ExprKind {
        match self.below(19) {
            0 => ExprKind::Member(self.boxed(depth), self.name()),
            1 => ExprKind::Index(self.boxed(depth), self.boxed(depth)),
            2 => ExprKind::Call(self.boxed(depth), vec![Argument { name: None, value: self.expr(depth) }]),
            3 => ExprKind::Braces(vec![self.expr(depth), self.expr(depth)]),
            4 => ExprKind::Unary(UnaryOp::Negate, self.boxed(depth)),
            5 => ExprKind::Unary(UnaryOp::Not, self.boxed(depth)),
            6 => {
                let caret = (BinaryOp::Power, self.expr(depth));
                ExprKind::Chain(self.boxed(depth), vec![(self.op(), self.expr(depth)), caret])
            }
            7 => ExprKind::Ternary(self.boxed(depth), self.boxed(depth), self.boxed(depth)),
            8 => ExprKind::Coalesce(self.boxed(depth), self.boxed(depth)),
            9 => ExprKind::Is(self.boxed(depth), self.ty()),
            10 => ExprKind::As(self.boxed(depth), self.ty()),
            11 => {
                let range = ExprKind::Range(self.boxed(depth), self.boxed(depth));
                match self.below(2) {
                    0 => range,
                    _ => {
                        let range = Box::new(Expr { id: NodeId(0), kind: range });
                        ExprKind::Stepped(range, self.boxed(depth))
                    }
                }
            }
            12 => ExprKind::Assign(self.boxed(depth), None, self.boxed(depth)),
            13 => ExprKind::String(vec![Part::Expr(self.expr(depth)), Part::Text(" ".to_owned())]),
            14 => self.lambda(depth),
            15 => {
                let (spec, by) = (Box::new(self.choice_spec(depth)), Some(self.boxed(depth)));
                let asked = if self.below(3) == 0 { Asked::First } else { Asked::One };
                // Behind `first` stands no bracket.
                let (by, who) = match asked {
                    Asked::First if self.below(2) == 0 => (by, Some(self.name())),
                    Asked::First => (Some(Box::new(Expr { id: NodeId(0), kind: ExprKind::This })), None),
                    _ => (by, None),
                };
                let text = |part: &str| Expr {
                    id: NodeId(0),
                    kind: ExprKind::String(vec![Part::Text(part.to_owned())]),
                };
                let says = AnswerSays {
                    text: text("shows it"),
                    otherwise: (self.below(2) == 0).then(|| text("hides it")),
                };
                let says = (self.below(2) == 0).then(|| Box::new(says));
                ExprKind::Choose(Choose {
                    says,
                    optional: self.below(2) == 0,
                    ty: self.thing(),
                    asked,
                    who,
                    by,
                    spec,
                })
            }
            16 => ExprKind::Suppose(self.block(depth), self.boxed(depth)),
            _ => ExprKind::Binary(self.op(), self.boxed(depth), self.boxed(depth)),
        }
    }

    fn lambda(&mut self, depth: u32) -> ExprKind {
        let ty = TypeRef { id: NodeId(0), kind: TypeKind::Inferred };
        let body = match self.below(2) {
            0 => LambdaBody::Expr(self.boxed(depth)),
            _ => LambdaBody::Block(self.block(depth)),
        };
        ExprKind::Lambda(Lambda { parameters: vec![Parameter { ty, name: self.name() }], body })
    }
}

#[test]
fn any_expression_that_a_lowering_makes_is_printed_so_that_it_reads_the_same() {
    let mut maker = TreeGenerator { random: Random::new(11) };
    for round in 0..2_000 {
        let body = maker.block(1 + round % 4);
        let setup = Item::Setup(Setup { id: NodeId(0), body });
        let module =
            Module { file: FileId(0), game: None, imports: Vec::new(), items: vec![setup], is_tests: false };
        let printed = print(&module);
        let again = read(&printed);
        assert_same(&module, &again, &printed);
        assert_layout(&module, &printed);
    }
}

#[test]
fn every_name_comes_from_where_it_is_written() {
    for text in FIXTURES {
        let mut sources = SourceMap::default();
        let mut origins = Origins::default();
        let file = sources.add("game.tgdl", text);
        let module = parse(file, text, &mut origins).value;
        let tree = format!("{module:?}");
        let mut names = 0;
        for piece in tree.split("Name { text: \"").skip(1) {
            let (name, rest) = piece.split_once("\", id: NodeId(").expect("a name has an id");
            let id: u32 = rest.split(')').next().unwrap_or("").parse().expect("an id is a number");
            assert_eq!(sources.piece(origins.span(NodeId(id))), name);
            names += 1;
        }
        assert!(names > 20);
    }
}
