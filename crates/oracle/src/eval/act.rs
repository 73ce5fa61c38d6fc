//! Actions: which may be taken, with which inputs, and how they run.

use super::{Frame, Run};
use crate::value::{Choice, Step, Stop, Value, fault};
use base::NodeId;
use compiler::typed::{Action, ActionId, ClassId, Input, InputSource, Visibility};

impl<'g> Run<'g> {
    /// What the active player may do, in order: by class, action, age of the object, inputs.
    pub(crate) fn moves(&mut self) -> Step<'g, Vec<Choice<'g>>> {
        self.settle(NodeId(0))?;
        let active = self.world.active;
        let (actor, objects) = (self.actor.clone(), self.world.objects.len());
        self.actor = Value::Player(active);
        let event = self.world.create(ClassId::PLAYER_CHOICE);
        let event_value = Value::Object(event);
        self.set_attribute(NodeId(0), &event_value, 0, Value::Player(active))?;
        let mut moves = Vec::new();
        for (c, class) in self.game.classes.iter().enumerate() {
            for id in &class.actions {
                let action = &self.game.actions[id.index()];
                if !action.triggers.iter().any(|t| self.world.is_a(ClassId::PLAYER_CHOICE, t.event)) {
                    continue;
                }
                for object in self.world.exactly(ClassId(c as u32)) {
                    if self.world.may_act(active, &object)
                        && self.accepts(action, &object, ClassId::PLAYER_CHOICE, &event_value)?
                    {
                        self.moves_of(*id, &object, active, &Value::Null, &mut moves)?;
                    }
                }
            }
        }
        self.world.objects.truncate(objects);
        self.actor = actor;
        Ok(moves)
    }

    /// Whether one of the triggers accepts the event.
    pub(crate) fn accepts(
        &mut self,
        action: &'g Action,
        object: &Value<'g>,
        class: ClassId,
        event: &Value<'g>,
    ) -> Step<'g, bool> {
        for trigger in &action.triggers {
            if !self.world.is_a(class, trigger.event) {
                continue;
            }
            if let Some(application) = self.as_application(object)
                && !self.is_awake(trigger.at, application)?
            {
                continue;
            }
            let mut frame = Frame::new(action.locals.len(), object.clone(), event.clone());
            if self.deeper(action.at, |run| run.holds(action.at, &mut frame, &trigger.body))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Adds the moves of one action of one object: nothing where a requirement fails.
    pub(crate) fn moves_of(
        &mut self,
        id: ActionId,
        object: &Value<'g>,
        actor: u32,
        event: &Value<'g>,
        into: &mut Vec<Choice<'g>>,
    ) -> Step<'g, ()> {
        let action = &self.game.actions[id.index()];
        let before = std::mem::replace(&mut self.actor, Value::Player(actor));
        let mut frame = Frame::new(action.locals.len(), object.clone(), event.clone());
        self.deeper(action.at, |run| {
            if run.required(action, &mut frame)? {
                let (object, event) = (object.clone(), event.clone());
                let mut listing = Listing { id, object, actor, event, into };
                run.fill_next(action, 0, &mut frame, Vec::new(), &mut listing)?;
            }
            Ok(())
        })?;
        self.actor = before;
        Ok(())
    }

    fn required(&mut self, action: &'g Action, frame: &mut Frame<'g>) -> Step<'g, bool> {
        for demand in &action.requires {
            if !self.holds(action.at, frame, &demand.body)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes over the values of the input at `i` and of those after it; adds the move where they end.
    fn fill_next(
        &mut self,
        action: &'g Action,
        i: usize,
        frame: &mut Frame<'g>,
        inputs: Vec<Value<'g>>,
        listing: &mut Listing<'g, '_>,
    ) -> Step<'g, ()> {
        let asked = action.inputs.get(i).filter(|n| !matches!(n.source, InputSource::Player(_)));
        let Some(input) = asked else {
            if !must_try(action) || self.succeeds(listing, &inputs)? {
                let (action, object) = (listing.id, listing.object.clone());
                listing.into.push(Choice::Action { action, object, inputs });
            }
            return Ok(());
        };
        let values = self.fillings(frame, input)?;
        for value in values {
            let mut frame = frame.clone();
            frame.locals[input.local.index()] = value.clone();
            let mut inputs = inputs.clone();
            inputs.push(value);
            self.fill_next(action, i + 1, &mut frame, inputs, listing)?;
        }
        Ok(())
    }

    /// The values of an input that is asked of the actor or fills itself; an optional one may stay null.
    fn fillings(&mut self, frame: &mut Frame<'g>, input: &'g Input) -> Step<'g, Vec<Value<'g>>> {
        if matches!(input.source, InputSource::Auto) {
            let found = self.automatic(frame, input.at, &input.spec)?;
            return Ok(match found {
                Some(value) => vec![value],
                None if input.optional => vec![Value::Null],
                None => Vec::new(),
            });
        }
        let mut values = self.candidates(frame, input.at, &input.spec)?;
        values.extend(self.written(frame, input.at, &input.spec, 0)?);
        if input.optional {
            values.push(Value::Null);
        }
        Ok(values)
    }

    /// Whether the action comes to its end on a copy of the world, for some answers to what it asks.
    fn succeeds(&mut self, listing: &Listing<'g, '_>, inputs: &[Value<'g>]) -> Step<'g, bool> {
        let attempt = Attempt {
            action: listing.id,
            object: listing.object.clone(),
            actor: listing.actor,
            event: listing.event.clone(),
            inputs: inputs.to_vec(),
        };
        attempt.succeeds(self)
    }

    /// Runs the action with the inputs of a move; those after them are asked now.
    pub(crate) fn act(&mut self, attempt: &Attempt<'g>) -> Step<'g, ()> {
        let action = &self.game.actions[attempt.action.index()];
        let before = std::mem::replace(&mut self.actor, Value::Player(attempt.actor));
        let mut frame = Frame::new(action.locals.len(), attempt.object.clone(), attempt.event.clone());
        let result = self.deeper(action.at, |run| {
            for (input, value) in action.inputs.iter().zip(&attempt.inputs) {
                frame.locals[input.local.index()] = value.clone();
            }
            for input in action.inputs.iter().skip(attempt.inputs.len()) {
                match run.late_input(&mut frame, input, &Value::Player(attempt.actor), None)? {
                    Some(value) => frame.locals[input.local.index()] = value,
                    None => return Ok(false),
                }
            }
            match run.effect(action, &mut frame) {
                Err(Stop::Over) => run.ensured(action, &mut frame).and(Err(Stop::Over)),
                other => other.map(|()| true),
            }
        });
        self.actor = before;
        result.map(|_| ())
    }

    /// The value of an input that is asked while the action runs; none if it cannot be filled.
    fn late_input(
        &mut self,
        frame: &mut Frame<'g>,
        input: &'g Input,
        actor: &Value<'g>,
        given: Option<Value<'g>>,
    ) -> Step<'g, Option<Value<'g>>> {
        if given.is_some() {
            return Ok(given);
        }
        let by = match &input.source {
            InputSource::Auto => return Ok(self.fillings(frame, input)?.into_iter().next()),
            InputSource::Actor => self.player(input.at, actor)?,
            InputSource::Player(e) => {
                let p = self.expr(frame, e)?;
                self.player(e.at, &p)?
            }
        };
        self.settle(input.at)?;
        let options = self.candidates(frame, input.at, &input.spec)?;
        match (options.is_empty(), input.optional) {
            (true, true) => Ok(Some(Value::Null)),
            (true, false) => Ok(None),
            (false, optional) => {
                let null = optional.then_some(Value::Null);
                let written = self.written(frame, input.at, &input.spec, 0)?;
                let options = options.into_iter().chain(null).chain(written).collect();
                Ok(Some(self.ask_value(input.at, by, options)?))
            }
        }
    }

    /// The effect and what must hold after it.
    fn effect(&mut self, action: &'g Action, frame: &mut Frame<'g>) -> Step<'g, ()> {
        self.block(frame, &action.effect)?;
        self.expire_modifiers(action.at)?;
        self.ensured(action, frame)
    }

    fn ensured(&mut self, action: &'g Action, frame: &mut Frame<'g>) -> Step<'g, ()> {
        for demand in &action.ensures {
            if !self.holds(action.at, frame, &demand.body)? {
                return Err(Stop::Fail);
            }
        }
        Ok(())
    }

    /// An action called like a function: what an override put in its place, if it may be taken. The actor stays
    /// who it was; inputs that are not given are asked one by one.
    pub(crate) fn call_action(
        &mut self,
        object: Value<'g>,
        action: ActionId,
        given: Vec<Option<Value<'g>>>,
    ) -> Step<'g, ()> {
        let declared = self.game.actions[action.index()].class;
        let place = self.game.classes[declared.index()].actions.iter().position(|a| *a == action);
        let class = self.world.class_of(&object).unwrap_or(declared);
        let own = place.and_then(|i| self.game.classes[class.index()].actions.get(i));
        let action = &self.game.actions[own.copied().unwrap_or(action).index()];
        let (of, acting) = self.world.acting(&object).unwrap_or((class, Value::Null));
        let tile = matches!(acting, Value::Tile(..));
        let local = !tile && self.game.classes[of.index()].visibility == Visibility::Local;
        let owner = self.world.owner(&acting).filter(|_| local).map(Value::Player);
        let asked = owner.unwrap_or_else(|| self.actor.clone());
        let mut frame = Frame::new(action.locals.len(), object, Value::Null);
        self.deeper(action.at, |run| {
            if !run.required(action, &mut frame)? {
                return Ok(());
            }
            for (i, input) in action.inputs.iter().enumerate() {
                let given = given.get(i).cloned().flatten();
                match run.late_input(&mut frame, input, &asked, given)? {
                    Some(value) => frame.locals[input.local.index()] = value,
                    None => return Ok(()),
                }
            }
            run.effect(action, &mut frame)
        })
    }

    /// Takes an action of the queue. What its player is asked before somebody else is one move.
    pub(crate) fn take(&mut self, id: ActionId, object: Value<'g>, event: Value<'g>) -> Step<'g, ()> {
        let action = &self.game.actions[id.index()];
        let runs_ended = self.game.settles && self.as_application(&object).is_some();
        if !runs_ended && matches!(object, Value::Object(o) if !self.world.objects[o].live) {
            return Ok(());
        }
        let Some(actor) = self.target(action, &object) else { return Ok(()) };
        let inputs = Vec::new();
        let mut attempt = Attempt { action: id, object: object.clone(), actor, event: event.clone(), inputs };
        if chooses(action) {
            let mut moves = Vec::new();
            self.moves_of(id, &object, actor, &event, &mut moves)?;
            if moves.is_empty() {
                return Ok(());
            }
            match self.ask(actor, moves)? {
                Choice::Action { inputs, .. } => attempt.inputs = inputs,
                Choice::Answer(_) => return fault(action.at, "the answer is of another kind"),
            }
            return self.act(&attempt);
        }
        let before = std::mem::replace(&mut self.actor, Value::Player(actor));
        let mut frame = Frame::new(action.locals.len(), object, event);
        let required = self.deeper(action.at, |run| run.required(action, &mut frame));
        self.actor = before;
        // One that can only fail does nothing, and asks nobody.
        if required? && (!must_try(action) || attempt.succeeds(self)?) {
            return self.act(&attempt);
        }
        Ok(())
    }

    /// Whom an action that nobody chose is taken by; none where there is something to choose but nobody to ask.
    fn target(&mut self, action: &Action, object: &Value<'g>) -> Option<u32> {
        let active = self.world.active;
        let (class, object) = self.world.acting(object)?;
        let object = &object;
        let nobody = (!chooses(action)).then_some(active);
        match (self.game.classes[class.index()].visibility, object) {
            (Visibility::Global, _) | (_, Value::Tile(..)) => Some(active),
            (Visibility::Group, Value::Object(o)) => {
                let members = self.world.objects[*o].owners.clone();
                if members.contains(&active) {
                    return Some(active);
                }
                let i = self.world.random.below(members.len() as u64) as usize;
                members.get(i).copied().or(nobody)
            }
            _ => self.world.owner(object).or(nobody),
        }
    }
}

/// Whether a move of the action must be tried out before it is offered.
pub(crate) fn must_try(action: &Action) -> bool {
    !action.ensures.is_empty() || action.effects.fails
}

/// Whether its move has an input that somebody chooses.
fn chooses(action: &Action) -> bool {
    let mut own = action.inputs.iter().take_while(|n| !matches!(n.source, InputSource::Player(_)));
    own.any(|n| matches!(n.source, InputSource::Actor))
}

struct Listing<'g, 'm> {
    id: ActionId,
    object: Value<'g>,
    actor: u32,
    event: Value<'g>,
    into: &'m mut Vec<Choice<'g>>,
}

/// What a match ends with whose moves cannot be told in reasonable time; nothing can be compared any more.
pub const TOO_MANY_TRIES: &str = "there are too many answers to try";

/// A search through the answers to what one action asks tries so many of them.
const MAX_TRIES: u32 = 2_000;

/// An action about to run.
#[derive(Clone)]
pub(crate) struct Attempt<'g> {
    pub action: ActionId,
    pub object: Value<'g>,
    pub actor: u32,
    /// What triggered it; null where a player chose it.
    pub event: Value<'g>,
    /// Those of the move, which come first.
    pub inputs: Vec<Value<'g>>,
}

impl<'g> Attempt<'g> {
    /// Whether it comes to its end on a copy of the world of `run`, for some answers to what it asks.
    pub(crate) fn succeeds(&self, run: &Run<'g>) -> Step<'g, bool> {
        self.succeeds_after(run, &mut Vec::new(), &mut { MAX_TRIES })
    }

    /// Whether it does so after these answers and some more.
    fn succeeds_after(&self, run: &Run<'g>, answers: &mut Vec<usize>, tries: &mut u32) -> Step<'g, bool> {
        if *tries == 0 {
            return fault(NodeId(0), TOO_MANY_TRIES);
        }
        *tries -= 1;
        let mut copy = Run::new(run.world.clone(), answers.clone());
        copy.frames = run.frames;
        copy.holds_settled = false;
        match copy.settle(NodeId(0)).and_then(|()| copy.act(self)) {
            // A fault comes when the move is made.
            Ok(()) | Err(Stop::Over | Stop::Fault(_) | Stop::Probed(_)) => Ok(true),
            Err(Stop::Fail) => Ok(false),
            Err(Stop::Ask(ask)) => {
                for i in 0..ask.options.len() {
                    answers.push(i);
                    let good = self.succeeds_after(run, answers, tries)?;
                    answers.pop();
                    if good {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
        }
    }
}
