//! The `fuzz` command: long runs, single cases, and making failing ones smaller.
//! What is done with a case stands in the library.

use clap::builder::PossibleValuesParser;
use clap::{Parser, Subcommand};
use fuzz::case::Case;
use fuzz::kind::Kind;
use fuzz::supervise::{self, Series};
use fuzz::watch::{self, Bounds};
use fuzz::{corpus, minimise, sizes};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Seeded mutations of what people and programs give to Tavola; no case may panic, hang, or take too much memory.
#[derive(Parser)]
#[command(name = "fuzz")]
#[command(after_help = "Examples:\n  fuzz sources --count 100000 --seed 1\n  \
    fuzz minimise sources target/fuzz/sources-1-4711.case")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Mutated sources: checked, and played where they compile
    Sources(Long),
    /// Mutated lines to a session of the engine protocol
    Protocol(Long),
    /// Mutated saved matches
    Saved(Long),
    /// Programs of unreasonable sizes: checked, and played where they compile
    Sizes(Long),
    /// Programs that hide things: two matches that differ in these alone are told alike
    Secrets(Long),
    /// Runs one case that was kept, and says how it went
    One { kind: Kind, file: PathBuf },
    /// Writes the case of a number and a seed to the standard output
    Show {
        kind: Kind,
        #[arg(long, default_value_t = 1)]
        seed: u64,
        #[arg(long, value_parser = PossibleValuesParser::new(sizes::forms()))]
        form: Option<String>,
        number: u64,
    },
    /// Makes a case that was kept smaller while it fails in the same way
    Minimise { kind: Kind, file: PathBuf },
    #[command(hide = true)]
    Worker {
        kind: Kind,
        #[command(flatten)]
        long: Long,
    },
}

#[derive(clap::Args)]
struct Long {
    #[arg(long, default_value_t = 10_000)]
    count: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first case
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// The most seconds of one case
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Only cases of one form, of those of unreasonable sizes
    #[arg(long, value_parser = PossibleValuesParser::new(sizes::forms()))]
    form: Option<String>,
    /// The folder of the project, whose games and documents are mutated
    #[arg(long, default_value = ".")]
    root: PathBuf,
    /// Where failing cases are kept
    #[arg(long, default_value = "target/fuzz")]
    keep: PathBuf,
    /// Leave failing cases as they are
    #[arg(long)]
    no_minimise: bool,
}

impl Long {
    fn series(self, kind: Kind) -> Series {
        let bounds = Bounds { time: Duration::from_secs(self.seconds), ..Bounds::default() };
        Series {
            kind,
            seed: self.seed,
            first: self.first,
            count: self.count,
            bounds,
            form: self.form,
            root: self.root,
            keep: self.keep,
            smaller: !self.no_minimise,
        }
    }
}

fn main() -> ExitCode {
    match run(Arguments::parse().command) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(error) => {
            eprintln!("fuzz: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether nothing failed.
fn run(command: Command) -> io::Result<bool> {
    match command {
        Command::Sources(long) => long_run(long.series(Kind::Sources)),
        Command::Protocol(long) => long_run(long.series(Kind::Protocol)),
        Command::Saved(long) => long_run(long.series(Kind::Saved)),
        Command::Sizes(long) => long_run(long.series(Kind::Sizes)),
        Command::Secrets(long) => long_run(long.series(Kind::Secrets)),
        Command::Worker { kind, long } => supervise::work(&long.series(kind)).map(|()| true),
        Command::One { kind, file } => one(kind, &file),
        Command::Show { kind, seed, form, number } => {
            let case = kind.make(&corpus::Corpus::read(Path::new(".")), seed, number, form.as_deref());
            io::Write::write_all(&mut io::stdout(), &case.to_bytes()).map(|()| true)
        }
        Command::Minimise { kind, file } => {
            let case = read(kind, &file)?;
            let smaller = minimise::minimise(kind, &case, Bounds::default());
            let path = file.with_extension("min");
            std::fs::write(&path, smaller.to_bytes())?;
            println!("{}", path.display());
            Ok(true)
        }
    }
}

fn read(kind: Kind, file: &Path) -> io::Result<Case> {
    Ok(Case::from_bytes(&std::fs::read(file)?, kind.main_file()))
}

fn long_run(series: Series) -> io::Result<bool> {
    let summary = supervise::run(&series)?;
    for (what, cases) in &summary.failures {
        let first: Vec<String> = cases.iter().take(10).map(u64::to_string).collect();
        println!("{} times: {what}\n  cases {}", cases.len(), first.join(", "));
    }
    Ok(summary.failures.is_empty())
}

fn one(kind: Kind, file: &Path) -> io::Result<bool> {
    let case = read(kind, file)?;
    watch::note_panics();
    let ran = watch::run(kind, &case, Bounds::default());
    match &ran.how {
        Ok(far) => {
            println!("ok {} {:?} {} KB", if *far { "far" } else { "not far" }, ran.time, ran.memory >> 10)
        }
        Err(what) => println!("failed {what}"),
    }
    Ok(ran.how.is_ok())
}
