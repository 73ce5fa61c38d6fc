//! Mistakes that are made on purpose: each must be noticed.

use super::{Event, World};
use crate::plant::Plant;
use std::sync::Arc;
use store::{NextStep, Outcome};
use table::{Input, Output};
use wire::ToClient;

impl World {
    pub(super) fn spoil(&mut self, outputs: Vec<Output>) -> Vec<Output> {
        let Some(plant) = self.plant else { return outputs };
        let name = |text: &str| text.split('"').nth(1).unwrap_or_default().to_owned();
        let is = |output: &Output, what: &str| matches!(output, Output::Send(_, text) if name(text) == what);
        let mut outputs = outputs;
        match plant {
            Plant::AcknowledgeLate => outputs.sort_by_key(|output| is(output, "ack")),
            Plant::AskNobody => outputs.retain(|output| !is(output, "ask")),
            Plant::DropStep if self.random.below(10) == 0 => outputs.retain(|output| !is(output, "step")),
            Plant::RepeatStep => {
                let twice =
                    |output| if is(&output, "step") { vec![output.clone(), output] } else { vec![output] };
                outputs = outputs.into_iter().flat_map(twice).collect();
            }
            Plant::SwapSteps => outputs = self.swap(outputs, &is),
            Plant::CutTrace => edit(&mut outputs, |message| {
                if let ToClient::Step(step) = message {
                    step.trace = None;
                }
            }),
            Plant::EmptyWelcome => edit(&mut outputs, |message| {
                if let ToClient::Welcome(welcome) = message {
                    welcome.table = welcome.table.as_ref().map(|_| wire::raw(&serde_json::json!({})));
                }
            }),
            Plant::AcknowledgeAnew => {
                let again = outputs.len() == 1;
                edit(&mut outputs, |message| {
                    if let (ToClient::Ack(ack), true) = (message, again) {
                        ack.v = ack.v.map(|v| v + 1);
                    }
                });
            }
            Plant::TellSealed => {
                let step = outputs.iter().find(|output| is(output, "step")).cloned();
                if let Some(Output::Send(_, text)) = step {
                    outputs = self.conns.keys().map(|conn| Output::Send(*conn, Arc::clone(&text))).collect();
                }
            }
            _ => {}
        }
        outputs
    }

    fn swap(&mut self, outputs: Vec<Output>, is: &dyn Fn(&Output, &str) -> bool) -> Vec<Output> {
        let mut spoiled = Vec::new();
        for output in outputs {
            let is_step = is(&output, "step");
            match output {
                Output::Send(conn, text) if is_step && self.held.is_none() => self.held = Some((conn, text)),
                output => {
                    let is_next = matches!(&output, Output::Send(conn, _)
                        if is_step && self.held.as_ref().is_some_and(|(of, _)| of == conn));
                    spoiled.push(output);
                    if let Some((conn, text)) = self.held.take_if(|_| is_next) {
                        spoiled.push(Output::Send(conn, text));
                    }
                }
            }
        }
        spoiled
    }

    /// False where the row is not to be written.
    pub(super) fn spoil_row(&mut self, i: usize, write: u64, next: &mut NextStep) -> bool {
        let mut row = next.step.clone();
        match self.plant {
            Some(Plant::LoseRow) if row.n == 3 => {
                self.stands(i, Some(&row));
                self.after(1, Event::Input(i, Input::Written { write, outcome: Outcome::Done }));
                return false;
            }
            Some(Plant::TellBeforeCommit) => {
                let outcome = Outcome::Done;
                self.after(0, Event::Input(i, Input::Written { write, outcome }));
            }
            Some(Plant::ForgetId) => row.id = None,
            Some(Plant::InventId) => row.id = row.id.map(|_| [9; 16]),
            Some(Plant::WriteAnotherMove) => row.candidate = row.candidate.map(|number| number ^ 1),
            _ => return true,
        }
        *next = NextStep::new(next.of, next.before, row, next.standing);
        true
    }
}

fn edit(outputs: &mut [Output], change: impl Fn(&mut ToClient)) {
    for output in outputs {
        if let Output::Send(_, text) = output
            && let Ok(mut message) = ToClient::read(text)
        {
            change(&mut message);
            *text = Arc::from(message.to_text());
        }
    }
}
