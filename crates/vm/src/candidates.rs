//! Candidates for moves, as a program emits them: how they lie in memory. It does not know which of them are legal.

/// One move, or one answer to a question in the middle of an effect.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Candidate<'a> {
    /// By its place in `Program::actions`; None for an answer.
    pub action: Option<u16>,
    /// The object that carries the action, or null.
    pub holder: u64,
    /// An answer is one input.
    pub inputs: &'a [u64],
}

/// Candidates in the order in which they were emitted, packed into one vector, for there can be many.
#[derive(Clone, Debug, Default)]
pub struct Candidates {
    /// For each a head, its holder and its inputs.
    words: Vec<u64>,
    /// Where the head of each stands.
    starts: Vec<u32>,
}

/// The action in the head of an answer. The number of inputs stands above it.
const NO_ACTION: u16 = u16::MAX;
const INPUTS_SHIFT: u32 = 32;

impl Candidates {
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// How many words all of them take.
    pub fn size(&self) -> usize {
        self.words.len()
    }

    pub fn clear(&mut self) {
        self.words.clear();
        self.starts.clear();
    }

    pub fn push(&mut self, candidate: Candidate<'_>) {
        let Candidate { action, holder, inputs } = candidate;
        self.starts.push(self.words.len() as u32);
        let head = u64::from(action.unwrap_or(NO_ACTION)) | (inputs.len() as u64) << INPUTS_SHIFT;
        self.words.reserve(2 + inputs.len());
        self.words.extend([head, holder]);
        self.words.extend(inputs);
    }

    /// The candidate of that number, which must be less than [`Candidates::len`].
    pub fn get(&self, i: usize) -> Candidate<'_> {
        let at = self.starts[i] as usize;
        let head = self.words[at];
        let n = (head >> INPUTS_SHIFT) as usize;
        let action = Some(head as u16).filter(|action| *action != NO_ACTION);
        Candidate { action, holder: self.words[at + 1], inputs: &self.words[at + 2..at + 2 + n] }
    }

    pub fn iter(&self) -> impl Iterator<Item = Candidate<'_>> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Takes a candidate out; the last one takes its number.
    pub fn swap_remove(&mut self, i: usize) {
        self.starts.swap_remove(i);
    }
}

#[cfg(test)]
mod tests {
    use super::{Candidate, Candidates};

    #[test]
    fn candidates_come_out_as_they_went_in() {
        let moves = [
            Candidate { action: Some(0), holder: 7, inputs: &[] },
            Candidate { action: None, holder: 0, inputs: &[u64::MAX] },
            Candidate { action: Some(u16::MAX - 1), holder: 9, inputs: &[1, 2, 3] },
        ];
        let mut candidates = Candidates::default();
        moves.iter().for_each(|c| candidates.push(*c));
        assert_eq!(candidates.iter().collect::<Vec<_>>(), moves);
        candidates.swap_remove(0);
        assert_eq!(candidates.iter().collect::<Vec<_>>(), [moves[2], moves[1]]);
    }
}
