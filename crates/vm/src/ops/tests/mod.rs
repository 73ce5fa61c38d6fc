//! What is built in, one file for each group; see `crate::tests` for the world they stand in.

mod edge;
mod list;
mod number;
mod object;
mod path;
mod place;
mod player;
mod position;
mod show;
mod stack;
mod table;
mod text;
mod tile;
mod tile_query;
mod zone;
