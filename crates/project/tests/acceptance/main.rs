//! The language, row by row: small programs in text, what they say in text. Each test is named after its rule.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod acts;
mod asked;
mod boards;
mod came_out;
mod choosing;
mod classes;
mod collections;
mod constants;
mod derived;
mod enums;
mod events;
mod expressions;
mod extending;
mod faults;
mod files;
mod from_use;
mod functions;
mod kit;
mod limits;
mod looks;
mod modifiers;
mod order;
mod reasons;
mod sealed;
mod secrecy;
mod statements;
mod trying;
mod turns;
mod twins;
mod unordered;
mod values;
mod written;
mod zones;
