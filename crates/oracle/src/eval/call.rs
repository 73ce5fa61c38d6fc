//! Calls of functions, methods and function values, and the making of objects.

use super::expr::not_evaluated;
use super::{Frame, Run};
use crate::value::{Base, Step, Value, fault};
use base::NodeId;
use compiler::typed::{ClassId, ClassKind, Expr, ExprKind, FunctionId, LocalId, Param};
use language::catalogue::Builtin;
use std::rc::Rc;

impl<'g> Run<'g> {
    pub(crate) fn called(&mut self, f: &mut Frame<'g>, e: &'g Expr) -> Step<'g, Value<'g>> {
        match &e.kind {
            ExprKind::Call(function, args) => {
                let args = self.given(f, args)?;
                self.call(e.at, *function, f.this.clone(), args)
            }
            ExprKind::CallMethod(of, function, args) => {
                let this = self.expr(f, of)?;
                let args = self.given(f, args)?;
                self.method(of.at, &this, *function)?;
                self.call_through(e.at, *function, &this, args)
            }
            ExprKind::CallBase(function, args) => {
                let args = self.given(f, args)?;
                self.call(e.at, *function, f.this.clone(), args)
            }
            ExprKind::CallValue(function, args) => {
                let function = self.expr(f, function)?;
                let args = args.iter().map(|a| self.expr(f, a)).collect::<Step<'g, Vec<_>>>()?;
                self.apply(e.at, &function, args)
            }
            ExprKind::CallAction(of, action, args) => {
                let object = self.expr(f, of)?;
                let args = self.given(f, args)?;
                if self.world.class_of(&object).is_none() {
                    return fault(of.at, "the object is null");
                }
                self.call_action(object, *action, args)?;
                Ok(Value::Null)
            }
            ExprKind::Builtin(Builtin::FaultOf, args) => {
                let text = args.iter().flatten().next();
                let text = text.map_or_else(|| Ok(String::new()), |text| self.said(f, text))?;
                fault(e.at, text)
            }
            ExprKind::Builtin(id, args) => {
                let args = self.given(f, args)?;
                self.builtin(e.at, *id, args)
            }
            ExprKind::BoardBuiltin(first, player, id, args) => {
                let mut board = *first;
                if let Some(p) = player {
                    let value = self.expr(f, p)?;
                    board.0 += self.player(p.at, &value)?;
                }
                let args = self.given(f, args)?;
                self.board_builtin(e.at, board, *id, args)
            }
            ExprKind::DiceBuiltin(dice, id) => self.dice_builtin(e.at, *dice, *id),
            ExprKind::EnumBuiltin(of, id, args) => {
                let args = self.given(f, args)?;
                self.enum_builtin(e.at, *of, *id, args)
            }
            ExprKind::Authored(authored) => self.modify(f, e.at, authored),
            _ => not_evaluated(e),
        }
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
