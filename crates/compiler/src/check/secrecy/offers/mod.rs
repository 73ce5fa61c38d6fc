//! What is offered to a player may depend only on what that player may see, or the author says `open`. Here is which
//! code offers something to whom, and what functions hand on to those who call them. What expressions tell is read
//! elsewhere.

mod calls;
mod choices;
mod expressions;
mod labels;
mod players;
mod reading;

use super::{Shape, bodies, lords, may_lie_hidden};
use crate::check::problems as problem;
use crate::check::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::{Action, ClassId, Demand, Function, Game, InputSource, Visibility};
use base::NodeId;
use labels::{Fact, Facts, Label, Who, add};
use reading::Reading;
use std::collections::{BTreeMap, BTreeSet};

/// The object on which something is called, among the numbers of its parameters.
const THIS: usize = usize::MAX;

/// So often a body is read until nothing more is found of its variables.
const MAX_READINGS: usize = 8;

/// So many offers of a function wait for what its callers give.
const MAX_OPEN: usize = 64;

/// What tells something to a player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum What {
    Choice,
    /// What must hold for an action to be offered.
    Condition,
    /// What a modifier is given that everybody may see by what it makes of others.
    Given,
}

/// Something is offered to a player, or to all without one, and tells this.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Offer<'g> {
    at: NodeId,
    what: What,
    decider: Option<Who>,
    told: Facts<'g>,
}

/// What callers must know of a function.
#[derive(Clone, Default, PartialEq)]
struct Summary<'g> {
    result: Label<'g>,
    /// Offers that may tell too much, which the parameters decide.
    open: BTreeSet<Offer<'g>>,
}

impl<'g> Summary<'g> {
    /// Adds what was found besides, and says whether that is more. Nothing is taken back, so that functions which call one
    /// another come to an end.
    fn join(&mut self, other: Summary<'g>) -> bool {
        let before = self.open.len();
        for offer in other.open {
            if self.open.len() < MAX_OPEN {
                self.open.insert(offer);
            }
        }
        self.result.join(&other.result) || before != self.open.len()
    }
}

struct Offers<'g> {
    game: &'g Game,
    dispatch: &'g Dispatch,
    /// By class, whether its objects may be where not everybody sees them.
    hides: Vec<bool>,
    functions: Vec<Summary<'g>>,
    /// What function values give, by what they take and give.
    values: BTreeMap<Shape, Label<'g>>,
    /// What lies in the zones that attributes hold, by the class that declares them and their index.
    zones: BTreeMap<(ClassId, u32), Facts<'g>>,
    /// What modifiers read of themselves that reach others from where not everybody sees them.
    read_by_lords: BTreeSet<(ClassId, u32)>,
    /// Where too much is told, with the name of something that is.
    found: BTreeMap<NodeId, (What, &'g str)>,
}

/// Reports choices and conditions that tell too much, and gives where.
pub(super) fn check(world: &World<'_>, dispatch: &Dispatch) -> BTreeSet<NodeId> {
    let game = &world.game;
    let hides = may_lie_hidden(game);
    let mut offers = Offers {
        game,
        dispatch,
        read_by_lords: lords::read_by_lords(game, &hides),
        hides,
        functions: vec![Summary::default(); game.functions.len()],
        values: BTreeMap::new(),
        zones: BTreeMap::new(),
        found: BTreeMap::new(),
    };
    offers.settle();
    for (at, (what, name)) in &offers.found {
        let span = world.span(*at);
        world.report(match what {
            What::Choice => problem::offer_tells(span, name),
            What::Condition => problem::condition_tells(span, name),
            What::Given => problem::given_tells(span, name),
        });
    }
    offers.found.into_keys().collect()
}

impl<'g> Offers<'g> {
    /// What function values give, and what lies in zones that attributes hold, may be known only when all code was read.
    fn settle(&mut self) {
        loop {
            let (values, zones) = (self.values.clone(), self.zones.clone());
            self.round();
            if self.values == values && self.zones == zones {
                return;
            }
        }
    }

    fn round(&mut self) {
        let (game, dispatch) = (self.game, self.dispatch);
        dispatch.until_stable(game, |id| {
            let summary = self.function(&game.functions[id.index()]);
            self.functions[id.index()].join(summary)
        });
        game.actions.iter().for_each(|action| self.action(action));
        for body in bodies(game) {
            let reading = self.read(|| Reading::new(self, false), |r| r.block(&body.block));
            self.take(reading);
        }
    }

    /// Reads code until nothing more is found of its variables.
    fn read<'o>(
        &'o self,
        begin: impl Fn() -> Reading<'o, 'g>,
        run: impl Fn(&mut Reading<'o, 'g>),
    ) -> ReadThrough<'g> {
        let mut reading = begin();
        for _ in 0..MAX_READINGS {
            reading.again();
            run(&mut reading);
            if !reading.changed {
                break;
            }
        }
        let Reading { result, found, kept, zones, .. } = reading;
        ReadThrough { result, found, kept, zones }
    }

    fn function(&mut self, f: &'g Function) -> Summary<'g> {
        let game = self.game;
        let begin = || {
            let decides = !f.effects.changes && !f.effects.makes_choices;
            let mut reading = Reading::new(self, decides);
            reading.this = f.class.filter(|class| !is_global(game, *class)).map(|_| Who::Param(THIS));
            for (k, param) in f.params.iter().enumerate() {
                let ty = &f.body.locals[param.local.index()].ty;
                reading.gives(param.local, &Label::param(k, ty), Some(Who::Param(k)));
            }
            reading
        };
        let read = self.read(begin, |r| r.block(&f.body.block));
        let result = read.result.clone();
        Summary { result, open: self.take(read) }
    }

    fn action(&mut self, action: &'g Action) {
        let game = self.game;
        let is_chosen = action.triggers.iter().any(|t| t.event == ClassId::PLAYER_CHOICE);
        let begin = || {
            let mut reading = Reading::new(self, false);
            reading.this = (!is_global(game, action.class)).then_some(Who::Actor);
            reading
        };
        let read = self.read(begin, |r| {
            r.active_acts = is_chosen;
            if is_chosen {
                let triggers = action.triggers.iter().map(|trigger| (trigger.at, &trigger.body));
                for (at, body) in triggers {
                    let told = r.returned(body).all();
                    r.offer(Offer { at, what: What::Condition, decider: Some(Who::Actor), told });
                }
                action.requires.iter().for_each(|demand| r.demand(demand));
            }
            for input in &action.inputs {
                let label = match &input.source {
                    InputSource::Auto => r.candidates(&input.spec),
                    InputSource::Actor => r.chosen(input.at, &input.spec, Some(Who::Actor), &Facts::new()),
                    InputSource::Player(player) => {
                        let (decider, asked_by) = (r.who(player), r.label(player).all());
                        r.chosen(input.at, &input.spec, decider, &asked_by)
                    }
                };
                r.gives(input.local, &label, None);
            }
            r.block(&action.effect);
            r.active_acts = false;
            if is_chosen {
                action.ensures.iter().for_each(|demand| r.demand(demand));
            }
        });
        self.take(read);
    }

    /// Notes what tells too much, and gives what callers decide.
    fn take(&mut self, read: ReadThrough<'g>) -> BTreeSet<Offer<'g>> {
        let mut open = BTreeSet::new();
        for offer in read.found {
            let too_much = offer.told.iter().find_map(|fact| is_too_much(offer.decider, *fact));
            if let Some(name) = too_much {
                self.found.entry(offer.at).or_insert((offer.what, name));
            } else {
                open.insert(offer);
            }
        }
        for (shape, label) in read.kept {
            self.values.entry(shape).or_default().join(&label);
        }
        for (attribute, held) in read.zones {
            add(self.zones.entry(attribute).or_default(), &held);
        }
        open
    }
}

/// The name of what is told that this player may not see, whatever the parameters are.
fn is_too_much<'g>(decider: Option<Who>, fact: Fact<'g>) -> Option<&'g str> {
    let is_param = |who: Who| matches!(who, Who::Param(_));
    match fact {
        Fact::Unseen(name) => Some(name),
        Fact::SeenBy(who, name) => {
            let depends = is_param(who) && decider.is_some() || decider.is_some_and(is_param);
            (!depends).then_some(name)
        }
        Fact::Told(_) | Fact::Held(_) => None,
    }
}

impl<'g> Reading<'_, 'g> {
    /// Whether an action is offered tells what a condition of it looks at.
    fn demand(&mut self, demand: &'g Demand) {
        let told = self.returned(&demand.body).all();
        if !demand.open {
            self.offer(Offer { at: demand.at, what: What::Condition, decider: Some(Who::Actor), told });
        }
    }
}

/// What is known of a body once it was read.
struct ReadThrough<'g> {
    result: Label<'g>,
    found: Vec<Offer<'g>>,
    kept: Vec<(Shape, Label<'g>)>,
    zones: Vec<((ClassId, u32), Facts<'g>)>,
}

fn is_global(game: &Game, class: ClassId) -> bool {
    game.classes[class.index()].visibility == Visibility::Global
}
