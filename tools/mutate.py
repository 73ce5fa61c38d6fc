#!/usr/bin/env python3
"""Makes one mistake after the other, and demands that the comparison of oracle and engine notices each.

Works on a copy of the sources under target/mutate, so that the working tree stays as it is.
`tools/mutate.py WORD` tries only the mutations whose name contains the word; a run of all takes a quarter of an hour.
"""

import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / "target" / "mutate"
TEST = ["cargo", "test", "--quiet", "--package", "oracle", "--test", "same"]
# The games are long, and random programs and the small ones beside them notice more.
OTHERS = ["--", "--skip", "games_run_the_same"]


def mutations():
    text = (ROOT / "tools" / "mutations.txt").read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for block in "\n".join(lines).strip().split("\n\n"):
        name, path, found, instead = block.splitlines()
        yield name, path, found, instead


def copy_sources():
    COPY.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    for name in listed.stdout.splitlines():
        source, copy = ROOT / name, COPY / name
        if source.is_file() and not (copy.is_file() and copy.read_bytes() == source.read_bytes()):
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, copy)


def run():
    """What the comparison says: whether it builds, and whether it passes."""
    built = subprocess.run([*TEST, "--no-run"], cwd=COPY, capture_output=True, text=True)
    if built.returncode:
        return None, built.stderr
    tested = subprocess.run([*TEST, *OTHERS], cwd=COPY, capture_output=True, text=True)
    return tested.returncode == 0, tested.stdout


def main():
    words = sys.argv[1:]
    chosen = [m for m in mutations() if not words or any(word in m[0] for word in words)]
    copy_sources()
    passes, output = run()
    if not passes:
        sys.exit(f"the comparison fails without any mutation\n{output}")
    missed = []
    for name, path, found, instead in chosen:
        file = COPY / path
        text = file.read_text()
        if found not in text:
            sys.exit(f"{name}: `{found}` does not stand in {path}")
        file.write_text(text.replace(found, instead))
        passes, output = run()
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
