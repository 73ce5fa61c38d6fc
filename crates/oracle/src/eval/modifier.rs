//! Modifiers, as the reference tells of them: at each reading and call the applications that may change the member
//! are found, and gone through from the outermost. It shares nothing with what the compiler makes of modifiers but
//! the hidden attributes in which an application and its object know of each other.

use super::statement::Flow;
use super::{Frame, Run, bool};
use crate::value::{Base, Step, Value, fault};
use base::NodeId;
use compiler::typed::{Authored, Class, ClassId, Member, Modifier, ModifierOf, Override, Replacement, Until};
use std::rc::Rc;

impl<'g> Run<'g> {
    /// What bodies do with modifiers.
    pub(super) fn modify(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        what: &'g Authored,
    ) -> Step<'g, Value<'g>> {
        match what {
            Authored::StoredAttribute(of, i) => {
                let object = self.expr(f, of)?;
                self.attribute(of.at, &object, *i)
            }
            Authored::AddModifier(of, class, args) => {
                let object = self.expr(f, of)?;
                let args = self.given(f, args)?;
                self.add_modifier(at, object, *class, args)
            }
            Authored::RenewModifier(application) => {
                let application = self.expr(f, application)?;
                self.renew(at, &application)
            }
            Authored::HasModifier(of, class) => {
                let object = self.expr(f, of)?;
                let all = self.has_now(of.at, &object)?;
                Ok(Value::Bool(all.iter().any(|a| self.is_application_of(*a, *class))))
            }
            Authored::RemoveModifier(of, class) => {
                let object = self.expr(f, of)?;
                self.remove_modifier(of.at, &object, *class)
            }
            Authored::Modifiers(of) => {
                let object = self.expr(f, of)?;
                let all = self.has_now(of.at, &object)?;
                Ok(self.world.list(all.into_iter().map(Value::Object).collect()))
            }
            Authored::EndModifier(application) => {
                let application = self.expr(f, application)?;
                self.end_modifier(at, &application)
            }
            Authored::TakeOffModifier(of, application) => {
                let object = self.expr(f, of)?;
                if let Value::Object(a) = self.expr(f, application)? {
                    self.take_off(of.at, &object, a)?;
                } else {
                    self.applications(of.at, &object)?;
                }
                Ok(Value::Null)
            }
            Authored::ModifierName(application) => {
                let application = self.expr(f, application)?;
                let class = self.world.class_of(&application);
                Ok(class.map_or(Value::Null, |c| Value::text(&self.game.classes[c.index()].name)))
            }
            Authored::Base(member, args) => {
                let args = self.given(f, args)?;
                let Some(base) = f.base.clone() else { return fault(at, "there is no base here") };
                if let (Member::Attribute(_), Some(value)) = (member, &base.value) {
                    return Ok(value.clone());
                }
                self.member_below(at, *member, &base.object, &base.chain, base.below, args)
            }
        }
    }

    // ---- what modifiers make of members ----

    /// Reads an attribute of an object as modifiers make it.
    pub(crate) fn read(&mut self, at: NodeId, of: &Value<'g>, i: u32) -> Step<'g, Value<'g>> {
        if self.game.settles {
            let settled = self.settled(at, of, i)?;
            return settled.map_or_else(|| self.attribute(at, of, i), Ok);
        }
        let member = Member::Attribute(i);
        match self.chain(at, member, of)? {
            Some(chain) => self.member_below(at, member, of, &chain, chain.len(), Vec::new()),
            None => self.attribute(at, of, i),
        }
    }

    /// Calls a method of an object as modifiers make it.
    pub(crate) fn call_through(
        &mut self,
        at: NodeId,
        first: compiler::typed::FunctionId,
        of: &Value<'g>,
        args: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let member = Member::Function(first);
        match self.chain(at, member, of)? {
            Some(chain) => self.member_below(at, member, of, &chain, chain.len(), args),
            None => {
                let function = self.method(at, of, first)?;
                self.call(at, function, of.clone(), args)
            }
        }
    }

    /// The overrides of a member that objects of a class have.
    fn overrides(
        &self,
        member: Member,
        class: ClassId,
    ) -> impl Iterator<Item = (&'g Modifier, &'g Override)> {
        let (game, all) = (self.game, self.game.modifiers.iter());
        all.flat_map(|m| m.overrides.iter().map(move |o| (m, o)))
            .filter(move |(_, o)| o.member == member && game.is_sub(class, o.class))
    }

    /// What an application makes of a member that objects of a class have: the nearest modifier of its line says it.
    fn overriding(&self, member: Member, class: ClassId, application: usize) -> Option<&'g Override> {
        let mut line = self.game.above(self.world.objects[application].class);
        line.find_map(|c| self.overrides(member, class).find(|(m, _)| m.class == c)).map(|(_, o)| o)
    }

    /// The applications that may change a member of an object, innermost first; none where no modifier of the
    /// game overrides it.
    fn chain(&mut self, at: NodeId, member: Member, of: &Value<'g>) -> Step<'g, Option<Rc<[usize]>>> {
        let Some(class) = self.world.class_of(of) else { return Ok(None) };
        if self.overrides(member, class).next().is_none() {
            return Ok(None);
        }
        self.settle(at)?;
        let own = self.applications(at, of)?;
        // A removed object is read as it was, with those that have ended with it.
        let removed = own.first().is_some_and(|a| !self.world.objects[*a].live);
        let affects = |m: &Modifier| self.game.of_modifiers(m.class, |m| m.affects.as_ref()).is_some();
        let reaching = self.overrides(member, class).any(|(m, _)| affects(m));
        let sources = match (self.game.settles, reaching && !removed) {
            (true, _) if !removed => self.there(None),
            (_, true) => self.all_applications(),
            _ => own,
        };
        let mut found: Vec<(usize, usize)> = Vec::new();
        for a in sources {
            let Some(o) = self.overriding(member, class, a) else { continue };
            if self.reaches(at, a, of, class)? {
                found.push((o.layer, a));
            }
        }
        found.sort_by_key(|(layer, _)| *layer);
        Ok(Some(found.into_iter().map(|(_, a)| a).collect()))
    }

    /// Those of all objects, the oldest first.
    fn all_applications(&self) -> Vec<usize> {
        let all = self.world.all(ClassId::MODIFIER).into_iter();
        all.filter_map(|v| if let Value::Object(o) = v { Some(o) } else { None }).collect()
    }

    /// Whether an application is turned to an object.
    fn reaches(&mut self, at: NodeId, application: usize, of: &Value<'g>, class: ClassId) -> Step<'g, bool> {
        if let Some(whom) = self.reached(application) {
            return Ok(whom.iter().any(|o| o.same(of)));
        }
        let own = self.world.objects[application].class;
        let Some(affects) = self.game.of_modifiers(own, |m| m.affects.as_ref()) else {
            return Ok(self.holder(application).same(of));
        };
        if !self.game.is_sub(class, affects.class) {
            return Ok(false);
        }
        let body = &affects.condition.body;
        let mut frame = Frame::new(body.locals.len(), Value::Object(application), Value::Null);
        frame.locals[affects.object.index()] = of.clone();
        self.deeper(at, |run| run.holds(affects.condition.at, &mut frame, &body.block))
    }

    /// What a member is by the first `n` applications of a chain: what the last of them that overrides it and is
    /// awake makes of it, and without one the member itself.
    fn member_below(
        &mut self,
        at: NodeId,
        member: Member,
        of: &Value<'g>,
        chain: &Rc<[usize]>,
        n: usize,
        args: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let Some(class) = self.world.class_of(of) else { return fault(at, "the object is null") };
        for below in (0..n).rev() {
            let application = chain[below];
            let Some(o) = self.overriding(member, class, application) else { continue };
            if self.is_awake(at, application)? {
                let base = Rc::new(Base { object: of.clone(), chain: chain.clone(), below, value: None });
                return self.overridden(at, o, application, base, args);
            }
        }
        match member {
            Member::Attribute(i) => self.attribute(at, of, i),
            Member::Function(first) => {
                let function = self.method(at, of, first)?;
                self.call(at, function, of.clone(), args)
            }
        }
    }

    /// Runs what an application puts in the place of a member.
    fn overridden(
        &mut self,
        at: NodeId,
        o: &'g Override,
        application: usize,
        base: Rc<Base<'g>>,
        args: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let this = Value::Object(application);
        match &o.by {
            Replacement::Function(f) => {
                // An argument that is left out has the default that the class says.
                let Member::Function(first) = o.member else { return fault(at, "this is no function") };
                let args = self.with_defaults(at, first, &base.object, args)?;
                self.call_over(at, *f, this, args, (o.object, base))
            }
            Replacement::Attribute { body, .. } => {
                let mut frame = Frame::new(body.locals.len(), this, Value::Null);
                frame.locals[o.object.index()] = base.object.clone();
                frame.base = Some(base);
                self.deeper(at, |run| run.returned(&mut frame, &body.block))
            }
        }
    }

    /// Whether what an application says counts.
    pub(crate) fn is_awake(&mut self, at: NodeId, application: usize) -> Step<'g, bool> {
        if self.game.settles { self.is_acting(at, application) } else { self.wakes(at, application) }
    }

    /// Whether `while` of an application holds.
    pub(super) fn wakes(&mut self, at: NodeId, application: usize) -> Step<'g, bool> {
        let class = self.world.objects[application].class;
        let Some(awake) = self.game.of_modifiers(class, |m| m.awake.as_ref()) else { return Ok(true) };
        let mut frame = Frame::new(awake.body.locals.len(), Value::Object(application), Value::Null);
        self.deeper(at, |run| run.holds(awake.at, &mut frame, &awake.body.block))
    }

    /// An object that is an application.
    pub(crate) fn as_application(&self, object: &Value<'g>) -> Option<usize> {
        let Value::Object(o) = object else { return None };
        let class = self.world.objects[*o].class;
        self.game.classes[class.index()].modifier.is_some().then_some(*o)
    }

    // ---- having, adding, taking off ----

    /// The place of the attribute in which an object keeps its applications.
    fn list_attribute(&self, at: NodeId, of: &Value<'g>) -> Step<'g, Option<u32>> {
        let Some(class) = self.world.class_of(of) else { return fault(at, "the object is null") };
        let mut attributes = self.game.classes[class.index()].attributes.iter();
        Ok(attributes.position(|a| a.name == Class::APPLICATIONS).map(|i| i as u32))
    }

    /// Those of an object, innermost first.
    fn applications(&mut self, at: NodeId, of: &Value<'g>) -> Step<'g, Vec<usize>> {
        let Some(list) = self.list_attribute(at, of)? else { return Ok(Vec::new()) };
        let list = self.attribute(at, of, list)?;
        let all = self.world.items(&list).unwrap_or_default();
        Ok(all.into_iter().filter_map(|v| if let Value::Object(o) = v { Some(o) } else { None }).collect())
    }

    /// Those of an object that are there.
    fn has_now(&mut self, at: NodeId, of: &Value<'g>) -> Step<'g, Vec<usize>> {
        self.settle(at)?;
        match of {
            Value::Object(o) if !self.game.settles || !self.world.objects[*o].live => {
                self.applications(at, of)
            }
            Value::Null => self.applications(at, of),
            _ if self.game.settles => Ok(self.there(Some(of))),
            _ => self.applications(at, of),
        }
    }

    pub(super) fn keep_applications(&mut self, at: NodeId, of: &Value<'g>, all: Vec<usize>) -> Step<'g, ()> {
        let Some(attribute) = self.list_attribute(at, of)? else { return Ok(()) };
        let list = match all.is_empty() {
            true => Value::Null,
            false => self.world.list(all.into_iter().map(Value::Object).collect()),
        };
        self.set_attribute(at, of, attribute, list)
    }

    fn is_application_of(&self, application: usize, class: ClassId) -> bool {
        self.world.is_a(self.world.objects[application].class, class)
    }

    pub(super) fn holder(&self, application: usize) -> Value<'g> {
        self.world.objects[application].attributes[ModifierOf::HOLDER as usize].clone()
    }

    fn origin(&self, application: usize) -> Option<usize> {
        match self.world.objects[application].attributes[ModifierOf::ORIGIN as usize] {
            Value::Object(o) => Some(o),
            _ => None,
        }
    }

    /// The parameters come first, then the application with its own attributes; then those that a composition brings.
    fn add_modifier(
        &mut self,
        at: NodeId,
        object: Value<'g>,
        class: ClassId,
        args: Vec<Option<Value<'g>>>,
    ) -> Step<'g, Value<'g>> {
        let Some(modifier) = self.game.modifiers.iter().find(|m| m.class == class) else {
            return fault(at, "there is no such modifier");
        };
        let adding = &modifier.adding;
        let of = self.game.classes[class.index()].modifier.as_ref();
        let params: &[u32] = of.map_or(&[], |of| &of.params);
        let mut frame = Frame::new(adding.locals.len(), Value::Null, Value::Null);
        frame.locals[adding.object.index()] = object.clone();
        self.deeper(at, |run| {
            run.parameters(&mut frame, &adding.params, args)?;
            run.settle(at)?;
            let application = run.world.create(class);
            let value = Value::Object(application);
            run.set_attribute(at, &value, ModifierOf::HOLDER, object.clone())?;
            for (i, param) in adding.params.iter().enumerate() {
                let given = frame.locals[param.local.index()].clone();
                run.set_attribute(at, &value, params[i], given)?;
            }
            run.defaults(at, &value, class, |_| false)?;
            if run.game.settles {
                run.was_added(application);
            } else {
                let mut all = run.applications(at, &object)?;
                all.push(application);
                run.keep_applications(at, &object, all)?;
            }
            for part in &adding.parts {
                let brought = run.expr(&mut frame, part)?;
                run.set_attribute(part.at, &brought, ModifierOf::ORIGIN, value.clone())?;
            }
            Ok(value)
        })
    }

    /// Takes the latest off that was added by itself, or else the latest that a composition brought.
    fn remove_modifier(&mut self, at: NodeId, object: &Value<'g>, class: ClassId) -> Step<'g, Value<'g>> {
        let all = self.removable(at, object)?;
        let of_class: Vec<usize> = all.into_iter().filter(|a| self.is_application_of(*a, class)).collect();
        let single = of_class.iter().rev().find(|a| self.origin(**a).is_none());
        let Some(last) = single.or(of_class.last()).copied() else { return Ok(Value::Bool(false)) };
        self.take_off(at, object, last)?;
        Ok(Value::Bool(true))
    }

    /// Ends an application wherever it is, and what it brought. Null ends nothing.
    pub(crate) fn end_modifier(&mut self, at: NodeId, application: &Value<'g>) -> Step<'g, Value<'g>> {
        if let Value::Object(a) = application {
            let holder = self.holder(*a);
            self.take_off(at, &holder, *a)?;
        }
        Ok(Value::Null)
    }

    /// The applications of an object that can be taken off: those that somebody added.
    fn removable(&mut self, at: NodeId, object: &Value<'g>) -> Step<'g, Vec<usize>> {
        let listed = self.applications(at, object)?;
        if !self.game.settles {
            return Ok(listed);
        }
        let mut all = self.all_applications();
        all.retain(|a| self.holder(*a).same(object) && self.was_added_by_someone(*a));
        Ok(all)
    }

    fn take_off(&mut self, at: NodeId, object: &Value<'g>, off: usize) -> Step<'g, ()> {
        let all = self.removable(at, object)?;
        let brought = |a: &usize| std::iter::successors(Some(*a), |a| self.origin(*a)).any(|a| a == off);
        let (gone, kept): (Vec<usize>, Vec<usize>) = all.into_iter().partition(brought);
        gone.iter().for_each(|a| self.world.objects[*a].live = false);
        if self.game.settles || gone.is_empty() && kept.is_empty() {
            return Ok(());
        }
        self.keep_applications(at, object, kept)
    }

    /// With an object its applications end; it keeps them for whoever still looks at it.
    pub(crate) fn end_all_of(&mut self, at: NodeId, object: &Value<'g>) -> Step<'g, ()> {
        if let (true, Value::Object(o)) = (self.game.settles, object) {
            self.keep_last(at, *o)?;
            for a in self.all_applications() {
                if self.holder(a).same(object) {
                    self.world.objects[a].live = false;
                }
            }
            return Ok(());
        }
        for a in self.applications(at, object)? {
            self.world.objects[a].live = false;
        }
        Ok(())
    }

    // ---- ends ----

    /// Adds a modifier, and notes what ends it.
    pub(super) fn until(&mut self, f: &mut Frame<'g>, at: NodeId, until: &'g Until) -> Step<'g, Flow<'g>> {
        let application = self.expr(f, &until.added)?;
        f.locals[until.application.index()] = application.clone();
        let number = until.event.map_or(ModifierOf::WHILE, |c| f64::from(c.0));
        self.set_attribute(at, &application, ModifierOf::ENDS, Value::Number(number))?;
        if let Some(condition) = &until.condition {
            let condition = self.expr(f, condition)?;
            self.set_attribute(at, &application, ModifierOf::ENDS_IF, condition)?;
        }
        Ok(Flow::Next)
    }

    /// Takes off what ends with an event: the classes of the event from the first declared, then by age.
    pub(super) fn end_with(&mut self, at: NodeId, class: ClassId, event: &Value<'g>) -> Step<'g, ()> {
        let line = (0..self.game.classes.len() as u32).map(ClassId).filter(|c| self.world.is_a(class, *c));
        for of in line.collect::<Vec<_>>() {
            self.sweep(at, f64::from(of.0), event)?;
        }
        Ok(())
    }

    /// Takes off whose condition has come true.
    pub(crate) fn expire_modifiers(&mut self, at: NodeId) -> Step<'g, ()> {
        self.settle(at)?;
        self.sweep(at, ModifierOf::WHILE, &Value::Null)?;
        self.settle(at)
    }

    /// Ends the live applications that end with something of that number, if their condition holds.
    fn sweep(&mut self, at: NodeId, number: f64, event: &Value<'g>) -> Step<'g, ()> {
        for application in self.world.all(ClassId::MODIFIER) {
            let Value::Object(a) = application else { continue };
            let attributes = &self.world.objects[a].attributes;
            let ends = attributes[ModifierOf::ENDS as usize].same(&Value::Number(number));
            let condition = attributes[ModifierOf::ENDS_IF as usize].clone();
            if ends && (condition.is_null() || self.asked(at, &condition, event)?) {
                self.end_modifier(at, &application)?;
            }
        }
        Ok(())
    }

    fn asked(&mut self, at: NodeId, condition: &Value<'g>, event: &Value<'g>) -> Step<'g, bool> {
        let value = self.apply(at, condition, vec![event.clone()])?;
        bool(at, &value)
    }
}
