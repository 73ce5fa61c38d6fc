//! A match from its setup to its end. Between two decisions of the top level the world runs from the same
//! beginning again and again, each time with one answer more.

use crate::collect::collect;
use crate::describe::describe;
use crate::eval::{Attempt, Run, must_try};
use crate::text;
use crate::value::{Ask, Choice, Fault, Stop, Value};
use crate::world::World;
use base::NodeId;
use compiler::typed::{BoardId, ClassId, ClassKind, Game, Visibility};
use language::shape::Edge;

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
    fault: Option<Fault>,
}

/// What has happened since the last decision at the top level.
#[derive(Clone)]
struct Segment<'g> {
    before: World<'g>,
    /// None: the setup.
    play: Option<Attempt<'g>>,
    answers: Vec<usize>,
}

impl<'g> Match<'g> {
    /// Sets up a match and goes on to its first decision.
    pub fn new(game: &'g Game, players: u32, seed: u64) -> Result<Match<'g>, Fault> {
        if players == 0 || players > compiler::typed::MOST_PLAYERS {
            return Err(Fault { message: format!("{players} players cannot play"), at: NodeId(0) });
        }
        let world = World::new(game, players, seed);
        let segment = Segment { before: world.clone(), play: None, answers: Vec::new() };
        let mut game = Match { world, decision: None, raw: Vec::new(), segment, fault: None };
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
                let before = self.world.clone();
                self.segment = Segment { before, play: Some(play), answers: Vec::new() };
            }
            _ => self.segment.answers.push(self.raw[option]),
        }
        self.advance();
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
        let result = run_segment(&mut run, self.segment.play.as_ref());
        let (number, tried) = (run.number, run.tried);
        self.world = run.world;
        self.raw.clear();
        match result {
            Ok(Some(options)) => self.decision = Some(Decision { by: self.world.active, options }),
            Ok(None) | Err(Stop::Over | Stop::Probed(_)) => self.world.queue.clear(),
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
        match run_segment(&mut run, self.segment.play.as_ref()) {
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

/// Runs the setup or a move, then what is queued, then finds what the active player may do. None: nobody can
/// do anything.
fn run_segment<'g>(
    run: &mut Run<'g>,
    play: Option<&Attempt<'g>>,
) -> Result<Option<Vec<Choice<'g>>>, Stop<'g>> {
    match play {
        None => set_up(run)?,
        Some(play) => {
            run.tried = must_try(&run.game.actions[play.action.index()]);
            run.act(play)?;
            if run.probe == Some(0) {
                return Err(Stop::Probed(true));
            }
        }
    }
    loop {
        run.drain()?;
        collect(&mut run.world);
        let moves = run.moves()?;
        if !moves.is_empty() {
            return Ok(Some(moves));
        }
        let before = describe(&run.world);
        let event = Value::Object(run.world.create(ClassId::NO_CHOICE));
        let active = Value::Player(run.world.active);
        run.set_attribute(NodeId(0), &event, 0, active)?;
        run.raise(NodeId(0), ClassId::NO_CHOICE, event)?;
        let observed = !run.world.queue.is_empty();
        run.drain()?;
        if !observed || describe(&run.world) == before {
            run.world.stuck = true;
            return Ok(None);
        }
    }
}

/// The objects of global classes first, then the attributes of tiles, then `setup`.
fn set_up<'g>(run: &mut Run<'g>) -> Result<(), Stop<'g>> {
    let game = run.game;
    for (c, class) in game.classes.iter().enumerate() {
        let global = class.visibility == Visibility::Global && !class.is_abstract;
        if global && matches!(class.kind, ClassKind::Class | ClassKind::Piece) {
            let object = run.world.create(ClassId(c as u32));
            run.world.globals[c] = Some(object);
        }
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
            let tile = Value::Tile(BoardId(b as u32), t);
            run.defaults(at, &tile, board.tile, |i| board.values.iter().any(|v| (v.0, v.1) == (t, i)))?;
        }
        for (t, i, value) in &board.values {
            let tile = Value::Tile(BoardId(b as u32), *t);
            run.set_attribute(at, &tile, *i, crate::eval::constant(value))?;
        }
    }
    for (b, board) in game.boards.iter().enumerate() {
        for (e, edge) in board.edges().iter().enumerate() {
            make_edge(run, BoardId(b as u32), e as u32, edge)?;
        }
    }
    match &game.setup {
        Some(body) => {
            run.body(NodeId(0), body, Value::Null, Value::Null)?;
            run.settle(NodeId(0))
        }
        None => Ok(()),
    }
}

/// The object of an edge of a graph: its ends first, which its defaults may look at, then what the graph says.
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
    run.defaults(at, &object, board.edge, |i| board.edge_values.iter().any(|v| (v.0, v.1) == (number, i)))?;
    for (_, i, value) in board.edge_values.iter().filter(|v| v.0 == number) {
        run.set_attribute(at, &object, *i, crate::eval::constant(value))?;
    }
    Ok(())
}
