//! How much work runs may do, one at a time and all together. It knows nothing of what the work is.

/// The fuel of several runs: each takes from what all of them may use.
///
/// One unit pays for a loop turn or a call with up to sixteen instructions, and for something built in; work that grows
/// with the length of something pays by its length.
#[derive(Clone, Debug)]
pub struct FuelBudget {
    /// What the current run may still use. A builtin may take it below zero, and the run stops after it.
    pub run: i64,
    /// What `run` was when the current run began.
    run_limit: i64,
    /// What was left for all runs when the current run began.
    total: i64,
    /// What was used since the machine was made, before the current run began.
    used: u64,
}

/// What a run costs beside its steps: beginning and trying one takes at least a quarter of a microsecond.
const RUN_COST: u64 = 50;

/// How many instructions more of a loop or function cost one unit more.
const INSTRUCTIONS_PER_UNIT: u32 = 16;

/// How many words are copied for one unit.
const WORDS_PER_UNIT: usize = 16;

/// So many words fit into a cache; what is beyond them takes four times as long.
const NEAR_WORDS: usize = 1 << 14;

impl Default for FuelBudget {
    fn default() -> FuelBudget {
        FuelBudget { run: 0, run_limit: 0, total: i64::MAX, used: 0 }
    }
}

impl FuelBudget {
    /// Begins a new budget: what all runs from here on may use together.
    pub fn reset(&mut self, total: i64) {
        *self = FuelBudget { run: 0, run_limit: 0, total, used: self.used() };
    }

    /// Begins a run that may use so much, if there is that much left.
    pub fn begin_run(&mut self, limit: i64) {
        let used = self.used_by_run();
        self.used = self.used.saturating_add(used);
        self.total = self.total.saturating_sub_unsigned(used.saturating_add(RUN_COST));
        self.run = limit.min(self.total).max(0);
        self.run_limit = self.run;
    }

    /// What is left for further runs.
    pub fn left(&self) -> i64 {
        self.total.saturating_sub_unsigned(self.used_by_run())
    }

    pub fn is_exhausted(&self) -> bool {
        self.total <= 0 || self.used_by_run() >= self.total.unsigned_abs()
    }

    /// Leaves at most so much, and gives the rest, which [`FuelBudget::give_back`] adds again.
    pub fn set_aside_beyond(&mut self, most: i64) -> i64 {
        let rest = self.left().saturating_sub(most).max(0);
        self.total = self.total.saturating_sub(rest);
        rest
    }

    /// Adds what was set aside.
    pub fn give_back(&mut self, rest: i64) {
        self.total = self.total.saturating_add(rest);
    }

    /// Pays for copying words outside of a run.
    pub fn charge_copy(&mut self, words: usize) {
        self.total = self.total.saturating_sub(Self::copy_cost(words));
    }

    /// What a loop turn or a call costs whose code is so many instructions long, whether all of them run or not.
    #[inline(always)]
    pub(crate) fn code_cost(instructions: u32) -> i64 {
        1 + i64::from(instructions / INSTRUCTIONS_PER_UNIT)
    }

    /// What it costs to copy words.
    #[inline(always)]
    pub(crate) fn copy_cost(words: usize) -> i64 {
        let far = words.saturating_sub(NEAR_WORDS);
        ((words + 3 * far) / WORDS_PER_UNIT) as i64
    }

    /// All fuel used since the machine was made.
    pub fn used(&self) -> u64 {
        self.used.saturating_add(self.used_by_run())
    }

    /// A run only takes, so the difference is a whole number that is not negative, however far below zero `run` is.
    fn used_by_run(&self) -> u64 {
        self.run_limit.wrapping_sub(self.run) as u64
    }
}
