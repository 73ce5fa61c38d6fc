//! What a server does beside the matches: it notes that it is there, removes what is older than it may be, in memory
//! too, and copies its database once a day. It knows no match.

use crate::app::App;
use crate::config::now;
use std::io::{self, Write as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};
use store::{Millis, Store as _};

/// How often it is noted that the server is there: whoever is to move after a kill has at most so much more time.
const NOTE: Duration = Duration::from_secs(5);

/// How often it is looked what is too old, and whether there is a copy of today.
const HOUR: Duration = Duration::from_secs(60 * 60);

const DAY: Millis = 24 * 60 * 60 * 1000;

/// So many copies of the database are kept.
const COPIES: usize = 7;

/// Until nobody holds the other end of `stopped`.
pub(crate) fn run(app: &Weak<App>, stopped: &Receiver<()>) {
    let mut looked: Option<Instant> = None;
    while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(NOTE) {
        let Some(app) = app.upgrade() else { return };
        let noted = app.store.disk().note_service();
        app.metrics.kept(noted.is_ok());
        app.store.sweep();
        if looked.is_none_or(|at| at.elapsed() >= HOUR) {
            looked = Some(Instant::now());
            tidy(&app);
        }
    }
}

fn tidy(app: &Arc<App>) {
    let removed = app.store.disk().retain(now(), &app.config.retention);
    app.metrics.kept(removed.is_ok());
    if let Some(folder) = &app.config.backup {
        let copied = app.store.disk().copy_daily(folder, &date(now()), COPIES);
        app.metrics.kept(copied.is_ok());
        if let Err(failure) = copied {
            let _ = writeln!(io::stderr(), "no copy of the database was made: {failure}");
        }
    }
}

/// A day as `2026-11-23`, by Greenwich.
pub(crate) fn date(at: Millis) -> String {
    // Hinnant, "chrono-compatible low-level date algorithms": years begin in March, eras have 400 of them.
    let days = at.div_euclid(DAY) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let (month, turn) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year_of_era + turn)
}

#[cfg(test)]
mod tests {
    use super::{DAY, date};

    #[test]
    fn days_have_their_dates() {
        for (day, text) in
            [(0, "1970-01-01"), (11_016, "2000-02-29"), (20_780, "2026-11-23"), (-1, "1969-12-31")]
        {
            assert_eq!(date(day * DAY + 5), text);
        }
    }
}
