//! The types that are written somewhere in a tree. It does not know what they mean.

use language::tree::{
    Action, Block, ChoiceSpec, Class, Expr, ExprKind, Filter, Function, Initialiser, Input, InputSource,
    Item, Lambda, LambdaBody, Modifier, Module, Part, Play, Statement, StatementKind, TypeKind, TypeRef,
};

/// What is done with each type.
type Each<'f, 't> = &'f mut dyn FnMut(&'t TypeRef);

/// All types outside of generic classes. What generic classes say is another type for each class they make.
pub(super) fn in_module<'t>(module: &'t Module, f: Each<'_, 't>) {
    for item in &module.items {
        match item {
            Item::Class(class) if class.parameters.is_empty() => in_class(class, f),
            Item::Function(function) => in_function(function, f),
            Item::Setup(setup) => in_block(&setup.body, f),
            Item::Test(test) => in_block(&test.body, f),
            Item::Turn(turn) => {
                let phases = turn.phases.iter().flat_map(|p| p.default.iter().chain(&p.then));
                let asked = turn.phases.iter().filter_map(|p| p.simultaneous.as_ref());
                asked.for_each(|s| in_expr(&s.players, f));
                turn.default.iter().chain(phases).for_each(|b| in_block(b, f));
            }
            Item::Enum(e) => e.attributes.iter().for_each(|a| f(&a.ty)),
            Item::Option(option) => f(&option.ty),
            Item::Look(look) => {
                let lines = look.lines.iter().chain(look.parts.iter().flat_map(|p| &p.lines));
                lines.flat_map(|l| &l.values).for_each(|e| in_expr(e, f));
            }
            Item::Class(_) | Item::Layers(_) | Item::Board(_) | Item::Zone(_) | Item::Dice(_) => {}
        }
    }
}

/// All types in a class but its parent's name, which is no type by itself.
pub(super) fn in_class<'t>(class: &'t Class, f: Each<'_, 't>) {
    class.parameters.iter().filter_map(|p| p.bound.as_ref()).for_each(&mut *f);
    class.parent_arguments.iter().for_each(&mut *f);
    for attribute in &class.attributes {
        f(&attribute.ty);
        attribute.value.iter().for_each(|e| in_expr(e, f));
    }
    class.functions.iter().for_each(|function| in_function(function, f));
    class.actions.iter().for_each(|action| in_action(action, f));
    for before in &class.befores {
        before.prio.iter().chain(&before.condition).for_each(|e| in_expr(e, f));
        in_block(&before.body, f);
    }
    class.effect.iter().for_each(|b| in_block(b, f));
    class.order.iter().for_each(|e| in_expr(e, f));
    class.modifier.iter().for_each(|m| in_modifier(m, f));
}

fn in_modifier<'t>(modifier: &'t Modifier, f: Each<'_, 't>) {
    modifier.on.iter().for_each(&mut *f);
    modifier.params.iter().for_each(|input| in_input(input, f));
    modifier.parts.iter().chain(&modifier.awake).for_each(|e| in_expr(e, f));
    if let Some(affects) = &modifier.affects {
        f(&affects.of.ty);
        in_expr(&affects.condition, f);
    }
    for change in &modifier.changes {
        f(&change.ty);
        in_block(&change.body, f);
    }
}

fn in_function<'t>(function: &'t Function, f: Each<'_, 't>) {
    function.returns.iter().for_each(&mut *f);
    function.inputs.iter().for_each(|input| in_input(input, f));
    function.body.iter().for_each(|b| in_block(b, f));
}

fn in_action<'t>(action: &'t Action, f: Each<'_, 't>) {
    action.inputs.iter().for_each(|input| in_input(input, f));
    let triggers = action.triggers.iter().map(|t| &t.body);
    let blocks = triggers.chain(&action.requires).chain(&action.effect).chain(&action.ensures);
    blocks.for_each(|b| in_block(b, f));
}

fn in_input<'t>(input: &'t Input, f: Each<'_, 't>) {
    f(&input.ty);
    if let InputSource::Player(Some(e)) | InputSource::Given(Some(e)) = &input.source {
        in_expr(e, f);
    }
    in_spec(&input.spec, f);
}

fn in_spec<'t>(spec: &'t ChoiceSpec, f: Each<'_, 't>) {
    use language::tree::Count;
    let (least, most) = match &spec.count {
        Some(Count::Exactly(n)) => (Some(n), None),
        Some(Count::Between(a, b)) => (Some(a), Some(b)),
        Some(Count::Any) | None => (None, None),
    };
    let parts = spec.prompt.iter().chain(&spec.from).chain(least).chain(most);
    parts.for_each(|e| in_expr(e, f));
    spec.filters.iter().for_each(|Filter { body, .. }| in_block(body, f));
}

fn in_block<'t>(block: &'t Block, f: Each<'_, 't>) {
    block.statements.iter().for_each(|s| in_statement(s, f));
}

fn in_statement<'t>(s: &'t Statement, f: Each<'_, 't>) {
    use StatementKind as K;
    match &s.kind {
        K::Return(e) => e.iter().for_each(|e| in_expr(e, f)),
        K::Expr(e) | K::Winner(e) | K::Remove(e) | K::Fail(e) | K::Eliminate(e) | K::Expect(e) => {
            in_expr(e, f)
        }
        K::Declare(d) => {
            f(&d.ty);
            d.value.iter().for_each(|e| in_expr(e, f));
        }
        K::If(check, then, otherwise) => {
            in_expr(check, f);
            in_block(then, f);
            otherwise.iter().for_each(|s| in_statement(s, f));
        }
        K::While(check, body) => {
            in_expr(check, f);
            in_block(body, f);
        }
        K::For(each) => {
            each.init.iter().for_each(|s| in_statement(s, f));
            each.check.iter().chain(&each.step).for_each(|e| in_expr(e, f));
            in_block(&each.body, f);
        }
        K::ForIn(each) => {
            f(&each.ty);
            in_expr(&each.list, f);
            in_block(&each.body, f);
        }
        K::Block(block) => in_block(block, f),
        K::Score(a, b) => [a, b].into_iter().for_each(|e| in_expr(e, f)),
        K::Team(_, players) => players.iter().for_each(|e| in_expr(e, f)),
        K::Until(a, b, condition) => [a, b].into_iter().chain(condition).for_each(|e| in_expr(e, f)),
        K::Play(play) | K::ExpectLegal(_, play) => in_play(play, f),
        K::Answer(e, by) => std::iter::once(e).chain(by).for_each(|e| in_expr(e, f)),
        // What stands there is known before the game runs, so it makes no objects.
        K::Continue
        | K::Break
        | K::Cancel
        | K::WinnerNone
        | K::Players(_)
        | K::Seed(_)
        | K::Option(..)
        | K::Missing => {}
    }
}

fn in_play<'t>(play: &'t Play, f: Each<'_, 't>) {
    let inputs = play.inputs.iter().map(|a| &a.value);
    play.object.iter().chain(inputs).chain(&play.by).for_each(|e| in_expr(e, f));
}

fn in_expr<'t>(e: &'t Expr, f: Each<'_, 't>) {
    use ExprKind as K;
    match &e.kind {
        K::Number(_) | K::Bool(_) | K::Null | K::This | K::Event | K::Name(_) | K::BaseAttribute(_) => {}
        K::Missing => {}
        K::String(parts) => {
            for part in parts {
                if let Part::Expr(e) = part {
                    in_expr(e, f);
                }
            }
        }
        K::Member(a, _) | K::Unary(_, a) => in_expr(a, f),
        K::Index(a, b) | K::Binary(_, a, b) | K::Coalesce(a, b) | K::Range(a, b) | K::Assign(a, _, b) => {
            in_expr(a, f);
            in_expr(b, f);
        }
        K::Call(callee, args) => {
            in_expr(callee, f);
            args.iter().for_each(|a| in_expr(&a.value, f));
        }
        K::BaseCall(_, args) | K::Raise(_, args) => args.iter().for_each(|a| in_expr(&a.value, f)),
        K::New(ty, init) => {
            f(ty);
            match init {
                Some(Initialiser::Attributes(values)) => values.iter().for_each(|(_, e)| in_expr(e, f)),
                Some(Initialiser::Elements(values)) => values.iter().for_each(|e| in_expr(e, f)),
                None => {}
            }
        }
        K::Braces(values) => values.iter().for_each(|e| in_expr(e, f)),
        K::Chain(first, rest) => {
            in_expr(first, f);
            rest.iter().for_each(|(_, e)| in_expr(e, f));
        }
        K::Ternary(a, b, c) => [a, b, c].into_iter().for_each(|e| in_expr(e, f)),
        K::Is(a, ty) | K::As(a, ty) => {
            in_expr(a, f);
            f(ty);
        }
        K::Lambda(lambda) => in_lambda(lambda, f),
        K::Choose(choose) => {
            f(&choose.ty);
            choose.by.iter().for_each(|e| in_expr(e, f));
            in_spec(&choose.spec, f);
        }
        K::Suppose(block, gives) => {
            in_block(block, f);
            in_expr(gives, f);
        }
        K::Type(ty) => f(ty),
    }
}

fn in_lambda<'t>(lambda: &'t Lambda, f: Each<'_, 't>) {
    lambda.parameters.iter().filter(|p| p.ty.kind != TypeKind::Inferred).for_each(|p| f(&p.ty));
    match &lambda.body {
        LambdaBody::Expr(e) => in_expr(e, f),
        LambdaBody::Block(block) => in_block(block, f),
    }
}
