#!/usr/bin/env python3
"""Makes one mistake after the other, and demands that each is noticed: by the comparison of oracle and engine, or by
what the mutation names, a kind of the fuzzers or a test.

Works on a copy of the sources under target/mutate, so that the working tree stays as it is.
`tools/mutate.py WORD` tries only the mutations whose name contains the word; a run of all takes an hour.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "target" / "mutate"
# The games are long, and random programs and the small ones beside them notice more.
COMPARISON = "test --package oracle --test same -- --skip games_run_the_same"
# What is tried once need not be built for speed.
QUICK = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1"}


def mutations():
    text = (ROOT / "tools" / "mutations.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for block in re.split("\n{2,}", "\n".join(lines).strip()):
        name, path, found, instead, *by = block.splitlines()
        yield name, path, found, instead, by[0] if by else COMPARISON


def copy_sources():
    COPY.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = listed.stdout.splitlines()
    # A module that has moved would be there twice.
    for old in COPY.glob("crates/**/*.rs"):
        if str(old.relative_to(COPY)) not in names:
            old.unlink()
    for name in names:
        source, copy = ROOT / name, COPY / name
        if source.is_file() and not (copy.is_file() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)


def run(by):
    """What cargo says to a command: whether it builds, and whether it passes."""
    verb, *options = by.split()
    options, _, rest = " ".join(options).partition("-- ")
    command = ["cargo", verb, "--quiet", *options.split()]
    build = [*command, "--no-run"]
    if verb == "run":
        command.append("--release")
        build = ["cargo", "build", *command[2:]]
    environment = {**os.environ, **QUICK}
    built = subprocess.run(build, cwd=COPY, capture_output=True, text=True, env=environment)
    if built.returncode:
        return None, built.stderr
    tested = subprocess.run([*command, "--", *rest.split()], cwd=COPY, capture_output=True, text=True, env=environment)
    return tested.returncode == 0, tested.stdout


def main():
    words = sys.argv[1:]
    chosen = [m for m in mutations() if not words or any(word in m[0] for word in words)]
    copy_sources()
    for by in dict.fromkeys(m[4] for m in chosen):
        passes, output = run(by)
        if not passes:
            sys.exit(f"`cargo {by}` fails without any mutation\n{output}")
    missed = []
    for name, path, found, instead, by in chosen:
        file = COPY / path
        text = file.read_text()
        if found not in text:
            sys.exit(f"{name}: `{found}` does not stand in {path}")
        file.write_text(text.replace(found, instead))
        passes, output = run(by)
        file.write_text(text)
        if passes is None:
            sys.exit(f"{name}: this does not compile\n{output}")
        print(f"{'MISSED' if passes else 'noticed'}: {name}", flush=True)
        if passes:
            missed.append(name)
    if missed:
        sys.exit(f"{len(missed)} of {len(chosen)} mutations are not noticed")
    print(f"all {len(chosen)} mutations are noticed")


if __name__ == "__main__":
    main()
