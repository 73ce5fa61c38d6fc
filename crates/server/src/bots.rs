//! Bots choose on a thread of their own, and their answers leave a fixed time after the question, so that the time tells
//! nothing of what they thought.

use crate::app::App;
use crate::shard::Job;
use ::bots::{BotKind, Decision};
use base::Random;
use engine::Match;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::time::Instant;
use store::MatchId;
use table::Input;

/// A decision that a bot is to make.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) of: MatchId,
    pub(crate) seat: u32,
    pub(crate) q: u64,
    /// Which one; None where somebody has left.
    pub(crate) bot: Option<String>,
    pub(crate) now: Box<Match>,
}

#[derive(Debug)]
pub(crate) struct Bots {
    queue: Sender<(Task, Instant)>,
}

impl Bots {
    pub(crate) fn new() -> (Bots, Receiver<(Task, Instant)>) {
        let (queue, inbox) = channel();
        (Bots { queue }, inbox)
    }

    pub(crate) fn ask(&self, task: Task) {
        // Where the thread is gone the server stops.
        self.queue.send((task, Instant::now())).ok();
    }
}

/// Until nobody asks any more. The thread must not keep the server alive.
pub(crate) fn run(app: &Weak<App>, inbox: &Receiver<(Task, Instant)>, runtime: &tokio::runtime::Handle) {
    for (task, asked) in inbox {
        let Some(app) = app.upgrade() else { return };
        let (of, seat, q) = (task.of, task.seat, task.q);
        let Ok(Some(number)) = base::contained(|| choose(&task)) else { continue };
        let answer_at = asked + app.config.quotas.bot_pause;
        let app: Arc<App> = app;
        runtime.spawn(async move {
            tokio::time::sleep_until(answer_at.into()).await;
            // A match that is gone asks again when it is loaded.
            app.hub.send_always(of, Job::Input(of, Box::new(Input::Bot { seat, q, number }))).ok();
        });
    }
}

/// The number of a move. Its chance is the system's, not that of the match.
fn choose(task: &Task) -> Option<usize> {
    let mut random = Random::new(u64::from_le_bytes(crate::token::random().ok()?));
    let kind = task.bot.as_deref().and_then(|name| name.parse::<BotKind>().ok()).unwrap_or(BotKind::RANDOM);
    match Decision::of(&task.now, task.seat) {
        Some(decision) => Some((kind.make)().choose(&decision, &mut random)),
        // Too many moves to show them to a bot.
        None => {
            let count = task.now.seat(task.seat).count_moves().ok().filter(|count| *count > 0)?;
            Some(random.below(count as u64) as usize)
        }
    }
}
