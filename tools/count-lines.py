#!/usr/bin/env python3
"""Counts the lines of product Rust, crate by crate: what lies in crates/*/src, without tests, oracle and fuzz."""

import pathlib

CRATES = pathlib.Path(__file__).resolve().parent.parent / "crates"
# They are for tests alone.
LEFT_OUT = {"oracle", "fuzz"}


def is_product(path):
    return path.name != "tests.rs" and "tests" not in path.parts


total = 0
for crate in sorted(CRATES.iterdir()):
    if crate.name in LEFT_OUT:
        continue
    files = [path for path in (crate / "src").rglob("*.rs") if is_product(path.relative_to(CRATES))]
    lines = sum(path.read_bytes().count(b"\n") for path in files)
    total += lines
    print(f"{lines:7}  {crate.name}")
print(f"{total:7}  product Rust")
