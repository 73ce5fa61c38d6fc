//! A case as text: the seed of what is done with it and its files, so that a failing one can be kept, read, made
//! smaller and run again. It does not know how cases are made.

use std::fmt::Write;

/// What stands before the name of a file.
const FILE: &str = "//// file ";
/// What stands before the seed.
const SEED: &str = "//// seed ";

/// Named texts, the main one first, and the seed of what is done with them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Case {
    pub seed: u64,
    pub files: Vec<(String, Vec<u8>)>,
}

impl Case {
    /// The case in one file. Bytes stay as they are.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut head = String::new();
        let _ = writeln!(head, "{SEED}{}", self.seed);
        let mut out = head.into_bytes();
        for (name, text) in &self.files {
            out.extend(format!("{FILE}{name}\n").into_bytes());
            out.extend(text);
            out.push(b'\n');
        }
        out
    }

    /// A case that was kept. Text without such headers is one file called `main`.
    pub fn from_bytes(bytes: &[u8], main: &str) -> Case {
        let mut case = Case::default();
        for line in bytes.split(|b| *b == b'\n') {
            let text = std::str::from_utf8(line).unwrap_or("");
            if let Some(seed) = text.strip_prefix(SEED).filter(|_| case.files.is_empty()) {
                case.seed = seed.trim().parse().unwrap_or(0);
            } else if let Some(name) = text.strip_prefix(FILE) {
                case.files.push((name.to_owned(), Vec::new()));
            } else {
                if case.files.is_empty() {
                    case.files.push((main.to_owned(), Vec::new()));
                }
                if let Some((_, file)) = case.files.last_mut() {
                    file.extend(line);
                    file.push(b'\n');
                }
            }
        }
        for (_, file) in &mut case.files {
            file.pop();
        }
        if let Some((_, file)) = case.files.last_mut()
            && bytes.ends_with(b"\n")
        {
            file.pop();
        }
        case
    }
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn a_kept_case_is_read_back_as_it_was() {
        let files = vec![("a.tgdl".to_owned(), b"x\n\xff\n".to_vec()), ("b.tgdl".to_owned(), b"".to_vec())];
        let case = Case { seed: 7, files };
        assert_eq!(Case::from_bytes(&case.to_bytes(), "main"), case);
        let plain = Case::from_bytes(b"one\ntwo\n", "main");
        assert_eq!(plain.files, [("main".to_owned(), b"one\ntwo".to_vec())]);
    }
}
