//! What a table does, case by case.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod back;
mod clocks;
mod coming_back;
mod leaving;
mod looking_on;
mod messages;
mod past;
mod room;
#[path = "../shared/rows.rs"]
mod rows;
mod sealed;

use room::Room;
use table::Settings;
use wire::{Bye, ByeWhy, ToClient};

const TTT: &str = "tic-tac-toe";
const SEALED: &str = "rock-paper-scissors";

fn plain() -> Settings {
    Settings::default()
}

fn bye(room: &Room, conn: u64) -> Option<ByeWhy> {
    room.got(conn).into_iter().find_map(|message| match message {
        ToClient::Bye(Bye { why, .. }) => Some(why),
        _ => None,
    })
}
