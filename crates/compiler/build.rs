//! Gathers the explanations of problems, for `src/lib.rs`.

#[path = "../base/build/explanations.rs"]
mod explanations;

fn main() -> std::io::Result<()> {
    explanations::gather()
}
