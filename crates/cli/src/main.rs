//! The `tavola` command: reads the command line and hands over to one of the commands.

#[macro_use]
mod tell;

mod commands;
mod failure;
mod interrupt;
mod library;
mod open;
mod play;
mod problems;
mod replay;
mod slug;
mod write;

use clap::{Parser, Subcommand};
use failure::{CommandResult, Failure};
use std::io::{self, Write};
use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// A workbench for tabletop and card games: write the rules once, play, check and measure them.
#[derive(Parser)]
#[command(name = "tavola", version, max_term_width = 100)]
#[command(after_help = "Example:\n  tavola play tic-tac-toe")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    New(commands::new::Arguments),
    Play(commands::play::Arguments),
    Serve(commands::serve::Arguments),
    Dev(commands::dev::Arguments),
    Replay(commands::replay::Arguments),
    Check(commands::check::Arguments),
    Explain(commands::explain::Arguments),
    Expand(commands::expand::Arguments),
    Vocabulary(commands::vocabulary::Arguments),
    Words(commands::words::Arguments),
    Test(commands::test::Arguments),
    Simulate(commands::simulate::Arguments),
    Arena(commands::arena::Arguments),
    Bots(commands::bots::Arguments),
    Train(commands::train::Arguments),
    Perft(commands::perft::Arguments),
    Fmt(commands::fmt::Arguments),
    Engine(commands::engine::Arguments),
}

fn main() -> ExitCode {
    // Where it cannot be had, files are as safe as those of other programs.
    let _ = write::survive_size_limits();
    let done = match Arguments::try_parse() {
        Ok(arguments) => base::contained(|| run(arguments.command)),
        Err(wrong) if wrong.use_stderr() => return failure::wrong_call(&wrong.to_string()),
        Err(help) => Ok(help.print().and_then(|()| io::stdout().flush()).map_err(Failure::from)),
    };
    failure::exit_code(done.unwrap_or_else(|defect| Err(Failure::Defect(defect))))
}

fn run(command: Command) -> CommandResult {
    match command {
        Command::New(a) => commands::new::run(&a),
        Command::Play(a) => commands::play::run(a),
        Command::Serve(a) => commands::serve::run(&a),
        Command::Dev(a) => commands::dev::run(a),
        Command::Replay(a) => commands::replay::run(&a),
        Command::Check(a) => commands::check::run(&a),
        Command::Expand(a) => commands::expand::run(&a),
        Command::Vocabulary(a) => commands::vocabulary::run(&a),
        Command::Words(a) => commands::words::run(&a),
        Command::Explain(a) => commands::explain::run(&a),
        Command::Test(a) => commands::test::run(&a),
        Command::Simulate(a) => commands::simulate::run(&a),
        Command::Arena(a) => commands::arena::run(&a),
        Command::Bots(a) => commands::bots::run(&a),
        Command::Train(a) => commands::train::run(&a),
        Command::Perft(a) => commands::perft::run(&a),
        Command::Fmt(a) => commands::fmt::run(&a),
        Command::Engine(a) => commands::engine::run(&a),
    }
}
