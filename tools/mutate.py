#!/usr/bin/env python3
"""Makes one mistake after the other, and demands that each is noticed: by the comparison of oracle and engine, or by
what the mutation names, a kind of the fuzzers or a test.

Works on a copy of the sources under target/mutate, so that the working tree stays as it is.
`tools/mutate.py WORD` tries only the mutations whose name contains the word, `tools/mutate.py --from NAME` those from
the first with that name on; a run of all takes an hour on an idle machine.
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
# What is tried once need not be built for speed, and most of it is what was built for the last one.
QUICK = {"CARGO_PROFILE_RELEASE_LTO": "off", "CARGO_PROFILE_RELEASE_OPT_LEVEL": "1", "CARGO_INCREMENTAL": "1"}
# Some mistakes show in few programs: more of them than are compared with all tests.
MORE = {"SAME_PROGRAMS": "300"}


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
    environment = {**os.environ, **QUICK, **MORE}
    built = subprocess.run(build, cwd=COPY, capture_output=True, text=True, env=environment)
    if built.returncode:
        return None, built.stderr
    tested = subprocess.run([*command, "--", *rest.split()], cwd=COPY, capture_output=True, text=True, env=environment)
    return tested.returncode == 0, tested.stdout


def chosen_ones(words):
    """The mutations that the command line asks for."""
    every = list(mutations())
    if words[:1] == ["--from"]:
        start = next((i for i, m in enumerate(every) if words[1:] and words[1] in m[0]), None)
        if start is None:
            sys.exit("--from needs a word of the first mutation's name")
        return every[start:]
    return [m for m in every if not words or any(word in m[0] for word in words)]


def main():
    chosen = chosen_ones(sys.argv[1:])
    copy_sources()
    sound, wrong = set(), []
    for name, path, found, instead, by in chosen:
        if by not in sound:
            passes, output = run(by)
            if not passes:
                sys.exit(f"`cargo {by}` fails without any mutation\n{output}")
            sound.add(by)
        file = COPY / path
        text = file.read_text()
        if found not in text:
            said = f"NOT FOUND: {name}: `{found}` does not stand in {path}"
        else:
            file.write_text(text.replace(found, instead))
            passes, output = run(by)
            file.write_text(text)
            said = f"DOES NOT COMPILE: {name}\n{output}" if passes is None else None
            said = said or (f"MISSED: {name}" if passes else None)
        print(said or f"noticed: {name}", flush=True)
        wrong += [name] if said else []
    if wrong:
        sys.exit(f"{len(wrong)} of {len(chosen)} mutations are not noticed: {', '.join(wrong)}")
    print(f"all {len(chosen)} mutations are noticed")


if __name__ == "__main__":
    main()
