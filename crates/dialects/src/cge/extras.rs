//! Functions that stand beside the rules, because TGDL has none for what rules of Scala say.
//! It does not know which rules need them.

use super::lambda::check::Extra;
use super::lambda::make::Maker;
use super::lambda::types::Ty;
use language::tree::{BinaryOp, ChoiceSpec, Expr, Function, Input, InputSource, StatementKind};

/// A function that stands beside the rules.
pub(super) fn function(maker: &mut Maker, extra: &Extra) -> Function {
    let (params, returns, value) = match extra {
        Extra::Whole => (vec![(Ty::Double, "x")], Ty::Double, whole(maker)),
        Extra::Same(of) => {
            let list = Ty::list(of.clone());
            (vec![(list.clone(), "a"), (list, "b")], Ty::Boolean, same(maker))
        }
    };
    let inputs = params
        .into_iter()
        .map(|(ty, name)| Input {
            id: maker.id(),
            optional: false,
            source: InputSource::Given(None),
            ty: maker.ty(&ty),
            name: maker.name(name),
            spec: ChoiceSpec::default(),
        })
        .collect();
    let statement = maker.statement(StatementKind::Return(Some(value)));
    Function {
        id: maker.id(),
        long: false,
        is_abstract: false,
        is_override: false,
        name: maker.name(&extra.name()),
        returns: Some(maker.ty(&returns)),
        inputs,
        body: Some(maker.block(vec![statement])),
    }
}

/// `x < 0 ? ceil(x) : floor(x)`
fn whole(maker: &mut Maker) -> Expr {
    let zero = maker.number(0.0);
    let xs: [Expr; 3] = std::array::from_fn(|_| maker.var("x"));
    let [first, second, third] = xs;
    let is_below = maker.binary(BinaryOp::Less, first, zero);
    let up = maker.function("ceil", vec![second]);
    let down = maker.function("floor", vec![third]);
    maker.ternary(is_below, up, down)
}

/// `a.length == b.length && a.zip(b, with: (x, y) => x == y).all(e => e)`
fn same(maker: &mut Maker) -> Expr {
    let (a, b) = (maker.var("a"), maker.var("b"));
    let (long_a, long_b) = (maker.member(a.clone(), "length"), maker.member(b.clone(), "length"));
    let lengths = maker.binary(BinaryOp::Equal, long_a, long_b);
    let (x, y) = (maker.var("x"), maker.var("y"));
    let equal = maker.binary(BinaryOp::Equal, x, y);
    let both = maker.lambda(&["x".to_owned(), "y".to_owned()], Vec::new(), equal);
    let zipped = maker.method(a, "zip", vec![b, both]);
    let e = maker.var("e");
    let each = maker.lambda(&["e".to_owned()], Vec::new(), e);
    let all = maker.method(zipped, "all", vec![each]);
    maker.binary(BinaryOp::And, lengths, all)
}
