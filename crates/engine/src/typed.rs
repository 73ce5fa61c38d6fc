//! Moves as players type them: finding the one that a text means, and saying why there is none.
//! It knows nothing of parts and numbers of moves.

use crate::game::short;
use crate::matches::Match;
use crate::question::{Move, Refused};

impl Match {
    /// Makes the one legal move that a player typed: `place a1`, or its inputs alone: `a1`.
    pub fn play_text(&mut self, seat: u32, text: &str) -> Result<Move, Refused> {
        if self.core.is_over() {
            return Err(Refused::Over);
        }
        let before = self.core.clone();
        if !self.core.focus(seat) {
            return Err(Refused::NotAsked);
        }
        let found = self.find_text(text);
        match found {
            Ok(i) => Ok(self.make(i)),
            Err(refused) => {
                self.core = before;
                Err(refused)
            }
        }
    }

    /// The listed candidate that a text means.
    fn find_text(&mut self, text: &str) -> Result<usize, Refused> {
        /// So many moves that fit are looked at.
        const MOST_FITTING: usize = 100;
        let n = self.list()?;
        let wanted = words(text);
        let (mut exact, mut brief): (Vec<Move>, Vec<Move>) = (Vec::new(), Vec::new());
        for i in 0..n {
            let found = self.describe(i, i);
            let full = words(&found.text);
            let fitting = match full == wanted {
                true => &mut exact,
                false if found.action.is_some() && full[1..] == wanted[..] => &mut brief,
                false => continue,
            };
            if fitting.len() < MOST_FITTING && self.allows(i) {
                fitting.push(found);
            }
        }
        let fitting = if exact.is_empty() { brief } else { exact };
        match fitting.as_slice() {
            [one] => Ok(one.id),
            [] => Err(Refused::Illegal(self.why_not(n, &wanted))),
            // Moves that read alike in all parts differ in what the seat does not know: any of them is as good.
            [first, rest @ ..] if rest.iter().all(|m| alike(m, first)) => Ok(first.id),
            many => {
                let names: Vec<&str> = many.iter().take(5).map(|m| m.text.as_str()).collect();
                Err(Refused::Ambiguous(short(&names.join(", "))))
            }
        }
    }

    /// Why no legal move reads like that. The list stands in the machine.
    fn why_not(&mut self, n: usize, wanted: &[String]) -> String {
        const MOST_NAMED: usize = 6;
        let first = wanted.first().cloned().unwrap_or_default();
        let mut same: Vec<String> = Vec::new();
        for i in 0..n {
            let text = self.describe(i, i).text;
            let full = words(&text);
            if (full == wanted || full.get(1..) == Some(wanted))
                && let Some(why) = self.refusal(i)
            {
                let because = if why.is_empty() { "the rules forbid its result".to_owned() } else { why };
                return format!("`{}` is not legal: {}", short(&text), short(&because));
            }
            if same.len() < MOST_NAMED && full.contains(&first) && self.allows(i) {
                same.push(text);
            }
        }
        let wanted = short(&wanted.join(" "));
        match same.as_slice() {
            [] => format!("`{wanted}` is not legal now"),
            some => {
                let (first, some) = (short(&first), short(&some.join(", ")));
                format!("`{wanted}` is not legal now; with `{first}` there is: {some}")
            }
        }
    }

    /// Why what must hold after a listed candidate, or a `fail`, refuses it.
    fn refusal(&mut self, i: usize) -> Option<String> {
        let mut runner = self.game.runner(&mut self.machine, &mut self.buffer);
        if runner.tried(&self.core, i) { runner.refusal(&self.core, i) } else { None }
    }
}

/// Whether a seat cannot tell two moves apart.
fn alike(a: &Move, b: &Move) -> bool {
    (&a.action, &a.object, &a.inputs) == (&b.action, &b.object, &b.inputs)
}

/// Small letters, words apart by spaces or commas.
fn words(text: &str) -> Vec<String> {
    let cleaned = text.to_lowercase();
    cleaned.split([' ', ',', '\t']).filter(|w| !w.is_empty()).map(str::to_owned).collect()
}
