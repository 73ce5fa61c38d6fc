//! What goes over a socket between a server and its clients: messages as types, how large they may be, and how strictly
//! they are read. It knows no engine: what an engine says passes through as the JSON that it is.

mod client;
mod id;
mod read;
mod secret;
mod server;

pub use client::{Chat, FromClient, Hello, Part, Past, Ping, Play, Request, Undo, Unseal, Vote, Why};
pub use id::{Id, UNREADABLE};
pub use read::{MAX_BODY, MAX_DEPTH, MAX_FRAME, Misread, body, frame};
pub use secret::Secret;
pub use server::{
    Ack, Ask, Bye, ByeWhy, Clock, Code, How, Moment, No, Now, Part as PartAnswer, Past as PastAnswer, People,
    Person, Pong, Raw, Rematch, Ruling, Said, Step, Take, ToClient, UndoState, VoteKind, Voting, Waiting,
    Welcome, Why as WhyAnswer, raw,
};

/// The number of this protocol. A client that speaks another one is told so and reloads.
pub const PROTO: u32 = 1;
