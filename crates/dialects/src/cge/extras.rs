//! Functions that stand beside the rules, because TGDL has none for what rules of Scala say.
//! It does not know which rules need them.

use super::lambda::lowering::Extra;
use super::lambda::types::Ty;
use crate::builder::Builder;
use language::tree::{ChoiceSpec, Function, Input, InputSource, StatementKind};

/// A function that stands beside the rules.
pub(crate) fn function(builder: &mut Builder, extra: &Extra) -> Function {
    let (params, returns, value) = match extra {
        Extra::Whole => (vec![(Ty::Double, "x")], Ty::Double, "x < 0 ? ceil(x) : floor(x)"),
        Extra::Same(of) => {
            let list = Ty::list(of.clone());
            let same = "a.length == b.length && a.zip(b, (x, y) => x == y).all(e => e)";
            (vec![(list.clone(), "a"), (list, "b")], Ty::Boolean, same)
        }
    };
    let value = builder.quote(value, []);
    let inputs = params
        .into_iter()
        .map(|(ty, name)| Input {
            id: builder.id(),
            optional: false,
            source: InputSource::Given(None),
            ty: builder.ty(&ty),
            name: builder.name(name),
            spec: ChoiceSpec::default(),
        })
        .collect();
    let statement = builder.statement(StatementKind::Return(Some(value)));
    Function {
        id: builder.id(),
        long: false,
        is_abstract: false,
        is_override: false,
        name: builder.name(&extra.name()),
        returns: Some(builder.ty(&returns)),
        inputs,
        body: Some(builder.block(vec![statement])),
    }
}
