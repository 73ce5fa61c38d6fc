//! A match from its setup to its end. Between two decisions of the top level the world runs from the same
//! beginning again and again, each time with one answer more.

use crate::collect::collect;
use crate::describe::describe;
use crate::eval::{Attempt, Run, Written, must_try};
use crate::text;
use crate::value::{Ask, Choice, Fault, Stop, Value, fault};
use crate::world::World;
use base::NodeId;
use compiler::typed::{Board, BoardId, Body, ClassId, ClassKind, Game, Visibility};
use language::shape::{Edge, Shape};
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// What is to be decided now, and by whom. The options are legal, and in their order.
#[derive(Clone, Debug)]
pub struct Decision<'g> {
    pub by: u32,
    pub options: Vec<Choice<'g>>,
}

/// A match that waits for a decision, or has come to an end.
#[derive(Clone)]
pub struct Match<'g> {
    /// As it stands now, in the middle of an effect too.
    world: World<'g>,
    decision: Option<Decision<'g>>,
    /// The numbers that the options have in the question.
    raw: Vec<usize>,
    segment: Segment<'g>,
    /// Where several decide at once: those who come after whoever decides now, and what was chosen so far.
    round: Option<Round<'g>>,
    fault: Option<Fault>,
}

/// Several players decide, and nothing happens before the last has.
#[derive(Clone)]
struct Round<'g> {
    left: VecDeque<Decision<'g>>,
    chosen: Vec<Attempt<'g>>,
    then: Option<&'g Body>,
}

/// What the top level asks next.
enum Next<'g> {
    Nobody,
    One(Vec<Choice<'g>>),
    Several(VecDeque<Decision<'g>>, Option<&'g Body>),
}

/// What has happened since the last decision at the top level.
#[derive(Clone)]
struct Segment<'g> {
    before: World<'g>,
    play: Play<'g>,
    answers: Vec<usize>,
    written: Written<'g>,
}

#[derive(Clone)]
enum Play<'g> {
    Setup,
    One(Attempt<'g>),
    /// What several chose at once, and what follows.
    Several(Vec<Attempt<'g>>, Option<&'g Body>),
}

impl<'g> Segment<'g> {
    fn new(before: &World<'g>, play: Play<'g>) -> Segment<'g> {
        Segment { before: before.clone(), play, answers: Vec::new(), written: Written::new() }
    }
}

impl<'g> Match<'g> {
    /// Sets up a match and goes on to its first decision.
    pub fn new(game: &'g Game, players: u32, seed: u64) -> Result<Match<'g>, Fault> {
        if players == 0 || players > compiler::typed::MAX_PLAYERS {
            return Err(Fault { message: format!("{players} players cannot play"), at: NodeId(0) });
        }
        let world = World::new(game, players, seed);
        let segment = Segment::new(&world, Play::Setup);
        let mut game = Match { world, decision: None, raw: Vec::new(), segment, round: None, fault: None };
        game.advance();
        match game.fault.clone() {
            Some(fault) => Err(fault),
            None => Ok(game),
        }
    }

    /// None where the match is over, stuck or at a fault.
    pub fn decision(&self) -> Option<&Decision<'g>> {
        self.decision.as_ref()
    }

    /// Makes the move or gives the answer of that number; does nothing where there is none.
    pub fn play(&mut self, option: usize) {
        let Some(decision) = self.decision.take() else { return };
        let Some(choice) = decision.options.get(option) else {
            self.decision = Some(decision);
            return;
        };
        match choice {
            Choice::Action { action, object, inputs } if self.is_at_top() => {
                let play = Attempt {
                    action: *action,
                    object: object.clone(),
                    actor: decision.by,
                    event: Value::Null,
                    inputs: inputs.clone(),
                };
                let play = match self.round.take() {
                    None => Play::One(play),
                    Some(mut round) => {
                        round.chosen.push(play);
                        if let Some(next) = round.left.pop_front() {
                            (self.segment.answers, self.world.told) = (Vec::new(), Vec::new());
                            self.segment.written.clear();
                            self.decision = Some(next);
                            self.round = Some(round);
                            return;
                        }
                        Play::Several(round.chosen, round.then)
                    }
                };
                self.world.told.clear();
                self.segment = Segment::new(&self.world, play);
            }
            _ => self.segment.answers.push(self.raw[option]),
        }
        self.advance();
    }

    /// Offers a text that is written for the next decision, too, where that may be done; not where several decide at
    /// once in a phase.
    pub fn write(&mut self, text: &str) {
        if self.decision.is_some() && self.round.is_none() {
            let written = vec![Value::Text(text.encode_utf16().collect())];
            self.segment.written.insert(self.segment.answers.len(), written);
            self.advance();
        }
    }

    fn is_at_top(&self) -> bool {
        self.raw.is_empty()
    }

    pub fn world(&self) -> &World<'g> {
        &self.world
    }

    pub fn over(&self) -> bool {
        self.world.ranking.is_some() || self.world.stuck
    }

    /// Whether nobody could do anything, and nothing handled it.
    pub fn stuck(&self) -> bool {
        self.world.stuck
    }

    pub fn fault(&self) -> Option<&Fault> {
        self.fault.as_ref()
    }

    /// What was told since the last decision of the top level, and how many answers were given since.
    pub fn told(&self) -> (&[String], usize) {
        (&self.world.told, self.segment.answers.len())
    }

    /// First place first; none before the end.
    pub fn ranking(&self) -> Option<&[Vec<u32>]> {
        self.world.ranking.as_deref()
    }

    /// The players in first place.
    pub fn winners(&self) -> &[u32] {
        self.ranking().and_then(<[_]>::first).map_or(&[], |p| p)
    }

    pub fn scores(&self) -> &[f64] {
        &self.world.scores
    }

    /// Everything that can be seen, as [`crate::describe`] documents it.
    pub fn describe(&self) -> String {
        describe(&self.world)
    }

    /// What a seat sees, or a spectator, as [`crate::view`] documents it; of objects in no place those of the given
    /// classes.
    pub fn view(&self, viewer: Option<u32>, listed: &BTreeSet<String>) -> String {
        crate::view::view(&self.world, viewer, listed)
    }

    /// The options as text: `Rules#0.place(cell: a1)`, or the answer alone.
    pub fn options(&self) -> Vec<String> {
        let options = self.decision.iter().flat_map(|d| &d.options);
        options.map(|choice| self.choice_text(choice)).collect()
    }

    fn choice_text(&self, choice: &Choice<'g>) -> String {
        let show = |v: &Value<'g>| text::exact(&self.world, v);
        match choice {
            Choice::Answer(value) => show(value),
            Choice::Action { action, object, inputs } => {
                let action = &self.world.game.actions[action.index()];
                let pair = |(n, v): (&compiler::typed::Input, &Value<'g>)| format!("{}: {}", n.name, show(v));
                let inputs: Vec<String> = action.inputs.iter().zip(inputs).map(pair).collect();
                format!("{}.{}({})", show(object), action.name, inputs.join(", "))
            }
        }
    }

    /// The number of sequences of decisions of that length.
    pub fn perft(&self, depth: u32) -> u64 {
        let options = self.decision.as_ref().map_or(0, |d| d.options.len());
        match depth {
            0 => 1,
            1 => options as u64,
            _ => (0..options)
                .map(|i| {
                    let mut next = self.clone();
                    next.play(i);
                    next.perft(depth - 1)
                })
                .sum(),
        }
    }

    /// Runs to the next decision.
    fn advance(&mut self) {
        let mut run = Run::new(self.segment.before.clone(), self.segment.answers.clone());
        run.written = self.segment.written.clone();
        let result = run_segment(&mut run, &self.segment.play);
        let (number, tried) = (run.number, run.tried);
        self.world = run.world;
        self.raw.clear();
        match result {
            Ok(Next::One(options)) => self.decision = Some(Decision { by: self.world.active, options }),
            Ok(Next::Several(mut left, then)) => {
                self.decision = left.pop_front();
                self.round = Some(Round { left, chosen: Vec::new(), then });
            }
            Ok(Next::Nobody) | Err(Stop::Over | Stop::Probed(_)) => self.world.queue.clear(),
            // The move was tried before it was offered, and its answers too.
            Err(Stop::Fail) => {
                self.set_fault(Fault { message: "nothing to take back".into(), at: NodeId(0) })
            }
            Err(Stop::Fault(fault)) => self.set_fault(*fault),
            Err(Stop::Ask(ask)) => self.offer(*ask, tried.then_some(number)),
        }
    }

    fn set_fault(&mut self, fault: Fault) {
        self.fault = Some(fault);
    }

    /// Offers the answers to a question. Those after which the action of that number could only fail are left out.
    fn offer(&mut self, ask: Ask<'g>, tried: Option<u32>) {
        let mut options = Vec::new();
        for (i, option) in ask.options.into_iter().enumerate() {
            let mut answers = self.segment.answers.clone();
            answers.push(i);
            if tried.is_none_or(|number| self.leads_on(number, &answers)) {
                self.raw.push(i);
                options.push(option);
            }
        }
        self.decision = Some(Decision { by: ask.by, options });
    }

    /// Whether the action of that number can come to its end after these answers.
    fn leads_on(&self, number: u32, answers: &[usize]) -> bool {
        let mut run = Run::new(self.segment.before.clone(), answers.to_vec());
        run.probe = Some(number);
        run.written = self.segment.written.clone();
        match run_segment(&mut run, &self.segment.play) {
            Err(Stop::Probed(good)) => good,
            Err(Stop::Fail) => false,
            Err(Stop::Ask(ask)) if run.number == number => (0..ask.options.len()).any(|i| {
                let mut answers = answers.to_vec();
                answers.push(i);
                self.leads_on(number, &answers)
            }),
            _ => true,
        }
    }
}

/// Runs the setup or a move, then what is queued, then finds what the active player may do, or all of those who
/// decide at once.
fn run_segment<'g>(run: &mut Run<'g>, play: &Play<'g>) -> Result<Next<'g>, Stop<'g>> {
    match play {
        Play::Setup => set_up(run)?,
        Play::Several(all, then) => carry_out(run, all, *then)?,
        Play::One(play) => {
            run.tried = must_try(&run.game.actions[play.action.index()]);
            run.act(play)?;
            if run.probe == Some(0) {
                return Err(Stop::Probed(true));
            }
        }
    }
    let mut since_choice = BTreeSet::new();
    loop {
        run.drain()?;
        collect(&mut run.world);
        match next(run)? {
            Next::Nobody => {}
            some => return Ok(some),
        }
        let before = describe(&run.world);
        if !since_choice.insert((before.clone(), run.world.random.state)) {
            run.world.stuck = true;
            return Ok(Next::Nobody);
        }
        let event = Value::Object(run.world.create(ClassId::NO_CHOICE));
        let active = Value::Player(run.world.active);
        run.set_attribute(NodeId(0), &event, 0, active)?;
        run.raise(NodeId(0), ClassId::NO_CHOICE, event)?;
        let observed = !run.world.queue.is_empty();
        run.drain()?;
        if !observed || describe(&run.world) == before {
            run.world.stuck = true;
            return Ok(Next::Nobody);
        }
    }
}

/// Carries out what several chose at once, one after the other, each with what follows from it.
fn carry_out<'g>(run: &mut Run<'g>, all: &[Attempt<'g>], then: Option<&'g Body>) -> Result<(), Stop<'g>> {
    let mut active = run.world.active;
    for play in all {
        run.world.active = play.actor;
        let action = &run.game.actions[play.action.index()];
        run.number += 1;
        run.tried = must_try(action);
        let mut values = std::iter::once(&play.object).chain(&play.inputs);
        let there = values.all(|v| exists(&run.world, v));
        run.settle(NodeId(0))?;
        if there && (!run.tried || play.succeeds(run)?) {
            match run.act(play) {
                Err(Stop::Fail) if run.probe == Some(run.number) => return Err(Stop::Probed(false)),
                Ok(()) if run.probe == Some(run.number) => return Err(Stop::Probed(true)),
                other => other?,
            }
        }
        run.drain()?;
        if run.world.active != play.actor {
            active = run.world.active;
        }
        run.world.active = active;
    }
    run.number += 1;
    run.tried = false;
    run.settle(NodeId(0))?;
    if let Some(then) = then {
        run.actor = Value::Player(active);
        run.body(NodeId(0), then, Value::Null, Value::Null)?;
        run.actor = Value::Null;
    }
    Ok(())
}

/// Whether no object in a value was removed.
fn exists(world: &World<'_>, value: &Value<'_>) -> bool {
    match value {
        Value::Object(o) => world.objects[*o].live,
        Value::List(_) => world.items(value).is_none_or(|items| items.iter().all(|v| exists(world, v))),
        _ => true,
    }
}

/// What the active player may do, or each of those who decide at once in this phase.
fn next<'g>(run: &mut Run<'g>) -> Result<Next<'g>, Stop<'g>> {
    let game = run.game;
    // Whoever is out decides nothing more.
    run.world.active = run.world.still_in(run.world.active);
    if run.world.out[run.world.active as usize] {
        return Ok(Next::Nobody);
    }
    let turn = run.world.turn.map(|t| &game.turns[t.index()]);
    let phase = turn.zip(run.world.phase).and_then(|(t, p)| t.phases.get(p as usize));
    let Some(together) = phase.and_then(|p| p.simultaneous.as_ref()) else {
        let moves = run.moves()?;
        return Ok(if moves.is_empty() { Next::Nobody } else { Next::One(moves) });
    };
    let active = run.world.active;
    run.settle(NodeId(0))?;
    run.actor = Value::Player(active);
    let list = run.body(NodeId(0), &together.players, Value::Null, Value::Null)?;
    run.actor = Value::Null;
    let Some(wanted) = run.world.items(&list) else { return fault(NodeId(0), "the list of players is null") };
    let mut asked = VecDeque::new();
    for k in 0..run.world.players {
        let by = (active + k) % run.world.players;
        let named = wanted.iter().any(|v| matches!(v, Value::Player(p) if *p == by));
        if !named || run.world.out[by as usize] {
            continue;
        }
        run.world.active = by;
        // What modifiers make of the game is what it is before anybody has chosen.
        let options = run.as_settled(|run| run.moves())?;
        run.world.active = active;
        if !options.is_empty() {
            asked.push_back(Decision { by, options });
        }
    }
    let then = together.then.as_ref();
    Ok(if asked.is_empty() { Next::Nobody } else { Next::Several(asked, then) })
}

/// What constants are: each is evaluated as it is written, once those are known that it reads.
fn work_out_constants<'g>(run: &mut Run<'g>) -> Result<(), Stop<'g>> {
    let game = run.game;
    for id in &game.made {
        let constant = &game.constants[id.index()];
        if let Some(value) = &constant.value {
            let value = run.body(constant.at, value, Value::Null, Value::Null)?;
            run.world.constants[id.index()] = value;
            run.world.fixed = run.world.collections.len();
        }
    }
    Ok(())
}

/// Constants first, then the objects of global classes, then the attributes of tiles, then `setup`.
fn set_up<'g>(run: &mut Run<'g>) -> Result<(), Stop<'g>> {
    let game = run.game;
    work_out_constants(run)?;
    for (c, class) in game.classes.iter().enumerate() {
        let global = class.visibility == Visibility::Global && !class.is_abstract;
        if global && matches!(class.kind, ClassKind::Class | ClassKind::Piece) {
            let object = run.world.create(ClassId(c as u32));
            run.world.globals[c] = Some(object);
        }
    }
    for (b, board) in game.boards.iter().enumerate() {
        make_spots(run, b, board)?;
    }
    for c in 0..game.classes.len() {
        if let Some(object) = run.world.globals[c] {
            let class = ClassId(c as u32);
            run.defaults(game.classes[c].at, &Value::Object(object), class, |_| false)?;
        }
    }
    for (b, board) in game.boards.iter().enumerate() {
        let at = game.classes[board.tile.index()].at;
        for t in 0..run.world.boards[b].len() as u32 {
            let object = run.world.spots[b].get(t as usize);
            let tile = object.map_or(Value::Tile(BoardId(b as u32), t), |o| Value::Object(*o));
            for (_, i, value) in board.values.iter().filter(|v| v.0 == t) {
                run.set_attribute(at, &tile, *i, crate::eval::constant(value))?;
            }
            run.defaults(at, &tile, board.tile, |i| board.values.iter().any(|v| (v.0, v.1) == (t, i)))?;
        }
    }
    for (b, board) in game.boards.iter().enumerate() {
        for (e, edge) in board.loose_edges().iter().enumerate() {
            if board.player.is_none_or(|p| p < run.world.players) {
                make_edge(run, BoardId(b as u32), e as u32, edge)?;
            }
        }
    }
    match &game.setup {
        Some(body) => {
            run.body(NodeId(0), body, Value::Null, Value::Null)?;
            run.expire_modifiers(NodeId(0))
        }
        None => Ok(()),
    }
}

/// The objects of the edges or corners that a board consists of.
fn make_spots<'g>(run: &mut Run<'g>, b: usize, board: &Board) -> Result<(), Stop<'g>> {
    let Some(of) = board.of else { return Ok(()) };
    let sides = Rc::clone(&run.world.sides);
    for t in 0..run.world.boards[b].len() {
        let object = run.world.create(board.tile);
        run.world.spots[b].push(object);
        run.world.objects[object].live = board.player.is_none_or(|p| p < run.world.players);
        let mut own = Vec::new();
        if let (Shape::Edges(_), Some(edge)) = (&board.shape, sides[of.index()].edges.get(t)) {
            own.push(Value::Tile(of, edge.from));
            own.push(edge.to.map_or(Value::Null, |to| Value::Tile(of, to)));
            own.extend([Value::Number(edge.weight), Value::Bool(edge.one_way)]);
        }
        own.push(Value::Tile(BoardId(b as u32), t as u32));
        for (i, value) in (0..).zip(own) {
            run.set_attribute(NodeId(0), &Value::Object(object), i, value)?;
        }
    }
    Ok(())
}

/// The object of an edge of a graph that is no place: its ends and what the graph says first, which its defaults may look
/// at.
fn make_edge<'g>(run: &mut Run<'g>, b: BoardId, number: u32, edge: &Edge) -> Result<(), Stop<'g>> {
    let (game, board) = (run.game, &run.game.boards[b.index()]);
    let at = game.classes[board.edge.index()].at;
    let object = Value::Object(run.world.create(board.edge));
    let own = [
        Value::Tile(b, edge.from),
        Value::Tile(b, edge.to),
        Value::Number(edge.weight),
        Value::Bool(edge.one_way),
    ];
    for (i, value) in (0..).zip(own) {
        run.set_attribute(at, &object, i, value)?;
    }
    for (_, i, value) in board.edge_values.iter().filter(|v| v.0 == number) {
        run.set_attribute(at, &object, *i, crate::eval::constant(value))?;
    }
    run.defaults(at, &object, board.edge, |i| board.edge_values.iter().any(|v| (v.0, v.1) == (number, i)))
}
