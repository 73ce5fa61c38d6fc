//! Calls of functions, methods and function values, and the making of objects.

use super::{Frame, Run};
use crate::value::{Base, Step, Value, fault};
use base::NodeId;
use compiler::typed::{ActionId, BoardId, ClassId, ClassKind, Expr, FunctionId, LocalId, Param};
use language::catalogue::Builtin;
use std::rc::Rc;

impl<'g> Run<'g> {
    pub(super) fn call_method(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        of: &'g Expr,
        function: FunctionId,
        args: &'g [Option<Expr>],
    ) -> Step<'g, Value<'g>> {
        let this = self.expr(f, of)?;
        let args = self.given(f, args)?;
        self.method(of.at, &this, function)?;
        self.call_through(at, function, &this, args)
    }

    pub(super) fn call_value(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        function: &'g Expr,
        args: &'g [Expr],
    ) -> Step<'g, Value<'g>> {
        let function = self.expr(f, function)?;
        let args = args.iter().map(|a| self.expr(f, a)).collect::<Step<'g, Vec<_>>>()?;
        self.apply(at, &function, args)
    }

    pub(super) fn call_action_of(
        &mut self,
        f: &mut Frame<'g>,
        of: &'g Expr,
        action: ActionId,
        args: &'g [Option<Expr>],
    ) -> Step<'g, Value<'g>> {
        let object = self.expr(f, of)?;
        let args = self.given(f, args)?;
        if self.world.class_of(&object).is_none() {
            return fault(of.at, "the object is null");
        }
        self.call_action(object, action, args)?;
        Ok(Value::Null)
    }

    /// `fault("...")`
    pub(super) fn own_fault(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        args: &'g [Option<Expr>],
    ) -> Step<'g, Value<'g>> {
        let text = args.iter().flatten().next();
        let text = text.map_or_else(|| Ok(String::new()), |text| self.said(f, text))?;
        fault(at, text)
    }

    /// Of a board, or of that of a player, where each has one.
    pub(super) fn call_board(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        (mut board, player): (BoardId, Option<&'g Expr>),
        id: Builtin,
        args: &'g [Option<Expr>],
    ) -> Step<'g, Value<'g>> {
        if let Some(p) = player {
            let value = self.expr(f, p)?;
            board.0 += self.player(p.at, &value)?;
        }
        let args = self.given(f, args)?;
        self.board_builtin(at, board, id, args)
    }

    pub(super) fn given(
        &mut self,
        f: &mut Frame<'g>,
        args: &'g [Option<Expr>],
    ) -> Step<'g, Vec<Option<Value<'g>>>> {
        args.iter().map(|a| a.as_ref().map(|e| self.expr(f, e)).transpose()).collect()
    }

    /// What runs for the first declaration of a method on an object.
    pub(super) fn method(&mut self, at: NodeId, this: &Value<'g>, first: FunctionId) -> Step<'g, FunctionId> {
        let Some(class) = self.world.class_of(this) else { return fault(at, "the object is null") };
        let methods = &self.game.classes[class.index()].methods;
        Ok(methods.iter().find(|m| m.0 == first).map_or(first, |m| m.1))
    }

    /// Arguments left out take their defaults, which see the parameters before them.
    pub(crate) fn call(
        &mut self,
        at: NodeId,
        function: FunctionId,
        this: Value<'g>,
        args: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let function = &self.game.functions[function.index()];
        let mut frame = Frame::new(function.body.locals.len(), this, Value::Null);
        self.deeper(at, |run| {
            run.parameters(&mut frame, &function.params, args)?;
            run.returned(&mut frame, &function.body.block)
        })
    }

    /// Calls what a modifier puts in the place of a function, with what `base` is there.
    pub(super) fn call_over(
        &mut self,
        at: NodeId,
        function: FunctionId,
        this: Value<'g>,
        args: Vec<Option<Value<'g>>>,
        (object, base): (LocalId, Rc<Base<'g>>),
    ) -> Step<'g, Value<'g>> {
        let function = &self.game.functions[function.index()];
        let mut frame = Frame::new(function.body.locals.len(), this, Value::Null);
        frame.locals[object.index()] = base.object.clone();
        frame.base = Some(base);
        self.deeper(at, |run| {
            run.parameters(&mut frame, &function.params, args)?;
            run.returned(&mut frame, &function.body.block)
        })
    }

    /// The arguments of a function with the defaults of those that are left out.
    pub(super) fn with_defaults(
        &mut self,
        at: NodeId,
        function: FunctionId,
        this: &Value<'g>,
        args: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Vec<Option<Value<'g>>>> {
        let function = &self.game.functions[function.index()];
        let mut frame = Frame::new(function.body.locals.len(), this.clone(), Value::Null);
        self.deeper(at, |run| {
            run.parameters(&mut frame, &function.params, args)?;
            let value = |p: &Param| Some(frame.locals[p.local.index()].clone());
            Ok(function.params.iter().map(value).collect())
        })
    }

    /// Binds the arguments of a call; those left out take their defaults.
    pub(super) fn parameters(
        &mut self,
        frame: &mut Frame<'g>,
        params: &'g [Param],
        args: Vec<Option<Value<'g>>>,
    ) -> Step<'g, ()> {
        let mut args = args.into_iter();
        let mut left_out = Vec::new();
        for param in params {
            match args.next().flatten() {
                Some(value) => frame.locals[param.local.index()] = value,
                None => left_out.push(param),
            }
        }
        for param in left_out {
            if let Some(default) = &param.default {
                frame.locals[param.local.index()] = self.expr(frame, default)?;
            }
        }
        Ok(())
    }

    /// Calls a function value.
    pub(crate) fn apply(
        &mut self,
        at: NodeId,
        function: &Value<'g>,
        args: Vec<Value<'g>>,
    ) -> Step<'g, Value<'g>> {
        let Value::Function(closure) = function else { return fault(at, "the function is null") };
        let (this, event) = (closure.this.clone(), closure.event.clone());
        let mut frame = Frame { locals: closure.locals.clone(), this, event, base: closure.base.clone() };
        for (param, value) in closure.lambda.params.iter().zip(args) {
            frame.locals[param.index()] = value;
        }
        self.deeper(at, |run| run.returned(&mut frame, &closure.lambda.body))
    }

    /// The object exists first; then it gets the given values in their order, then the defaults of the attributes that
    /// are not given.
    pub(crate) fn make(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        class: ClassId,
        given: &'g [(u32, Expr)],
    ) -> Step<'g, Value<'g>> {
        let object = Value::Object(self.world.create(class));
        for (i, e) in given {
            let value = self.expr(f, e)?;
            self.set_attribute(at, &object, *i, value)?;
        }
        self.defaults(at, &object, class, |i| given.iter().any(|g| g.0 == i))?;
        if self.game.classes[class.index()].kind == ClassKind::Const {
            for i in 0..self.game.classes[class.index()].attributes.len() as u32 {
                let value = self.attribute(at, &object, i)?;
                let frozen = self.world.freeze(&value);
                self.set_attribute(at, &object, i, frozen)?;
            }
        }
        Ok(object)
    }

    /// Gives an object or tile the defaults of the attributes that are not set already.
    pub(crate) fn defaults(
        &mut self,
        at: NodeId,
        of: &Value<'g>,
        class: ClassId,
        is_set: impl Fn(u32) -> bool,
    ) -> Step<'g, ()> {
        for (i, attribute) in self.game.classes[class.index()].attributes.iter().enumerate() {
            let i = i as u32;
            if let Some(body) = &attribute.default
                && !is_set(i)
            {
                let value = self.body(at, body, of.clone(), Value::Null)?;
                self.set_attribute(at, of, i, value)?;
            }
        }
        Ok(())
    }
}
