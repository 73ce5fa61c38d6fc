//! What the compiler says of a defect of its own.

use base::{NodeId, Origins, SourceMap};
use compiler::typed::{Authored, Expr, Game, Member, Statement, StatementKind, Type};
use compiler::{check, emit, lower};

const GAME: &str = "game \"T\";\nsetup { players 2; }";

fn checked() -> (Game, Origins) {
    let (mut sources, mut origins) = (SourceMap::default(), Origins::default());
    let file = sources.add("game.tgdl", GAME);
    let module = dialects::tgdl::parse(file, GAME, &mut origins).value;
    let game = check::check(&[module], &[Vec::new()], &origins).value.expect("the game is right");
    (game, origins)
}

#[test]
fn what_lowering_leaves_over_is_no_program() {
    let (mut game, origins) = checked();
    assert!(emit::emit(&lower::lower(game.clone()), &origins).is_ok());
    // There is no modifier whose `base` this could be.
    let kind = Authored::Base(Member::Attribute(0), Vec::new()).into();
    let base = Expr { at: NodeId(0), ty: Type::Number, kind };
    let setup = game.setup.as_mut().expect("there is a setup");
    setup.block.statements.push(Statement { at: NodeId(0), kind: StatementKind::Expr(base) });
    let problem = emit::emit(&lower::lower(game), &origins).expect_err("it is left over");
    assert_eq!(problem.code, "broken-program");
    assert!(problem.message.contains("this was not lowered"), "{}", problem.message);
}
