#!/usr/bin/env python3
"""Plays random games here and in OpenSpiel side by side, and compares every decision.

    pip install open_spiel
    cargo build --release
    tools/compare-openspiel.py                     # every game, 100 random games each
    tools/compare-openspiel.py chess pig --games 200 --seed 1

`make compare` does all of that in a virtual environment of its own.

At every decision it compares whose turn it is, the number of legal moves and the moves themselves; and then the end
and the result.
One side is driven through `tavola engine`, the other through OpenSpiel's Python module (Python 3.11, open_spiel 2.0).
A line tells how many games were played, how many decisions were compared and in how many games there was a
difference; the first difference of a game is explained with both boards, both lists of moves and the match so far,
which `{"cmd":"load"}` of `tavola engine` takes.
It exits with 1 if there is any difference.

Where rules differ on purpose, the adapter of the game says so and leaves those cases out; see docs/exactness.md.
"""

import argparse
import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

try:
    import pyspiel
except ImportError:
    sys.exit("OpenSpiel is not installed: pip install open_spiel, or run `make compare`")

from exactness import boards, cards, dice
from exactness.compare import compare
from exactness.engine import Engine, Refused

ADAPTERS = {adapter.folder: adapter for adapter in boards.ADAPTERS + dice.ADAPTERS + cards.ADAPTERS}


def arguments():
    parser = argparse.ArgumentParser(description="Compare games with OpenSpiel, decision by decision.")
    parser.add_argument("game", nargs="*", help="such as chess or pig; all of them unless said: " + ", ".join(ADAPTERS))
    parser.add_argument("--games", type=int, default=100, help="random games each, fewer of slow ones (100)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (1)")
    parser.add_argument("--tavola", default=str(ROOT / "target/release/tavola"), help="the program to compare")
    parser.add_argument("--folder", default=str(ROOT / "games"), help="where the games are")
    wanted = parser.parse_args()
    for game in wanted.game:
        if game not in ADAPTERS:
            parser.error(f"there is no game `{game}` to compare; there are: {', '.join(ADAPTERS)}")
    return wanted


def explain(difference, engine, state):
    print(f"difference: {difference}", file=sys.stderr)
    print(f"here:\n{engine.view().drawing()}", file=sys.stderr)
    print(f"in OpenSpiel, after {state.history()}:\n{state}", file=sys.stderr)
    print(f"the match: {json.dumps(engine.save())}", file=sys.stderr)


def main():
    wanted = arguments()
    total = 0
    for name in wanted.game or ADAPTERS:
        adapter = ADAPTERS[name]()
        engine = Engine(wanted.tavola, str(pathlib.Path(wanted.folder) / name))
        tally = compare(engine, adapter, wanted.games, wanted.seed, explain)
        engine.close()
        total += tally.differences
        print(
            f"{name}: {tally.games} games, {tally.ended} to their end, {tally.decisions} decisions compared, "
            f"{tally.differences} with a difference",
            flush=True,
        )
    return 1 if total else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Refused as refused:
        sys.exit(f"the engine refuses: {refused}")
