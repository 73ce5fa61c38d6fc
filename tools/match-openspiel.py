#!/usr/bin/env python3
"""Lets a bot of this program play OpenSpiel's tree search, both with the same time of the processor.

    pip install open_spiel
    cargo build --release
    tools/match-openspiel.py                                   # four games, 100 matches each, 0.1 s a move
    tools/match-openspiel.py breakthrough --seconds 1 --games 40

`make match` does all of that in a virtual environment of its own.

There it is `MCTSBot` in C++ with `RandomRolloutEvaluator`, one rollout for each simulation, and its solver; here it is
`mcts` through `tavola engine`.
How many simulations each makes follows from what its last moves took in time of the processor, so that other work on
the machine changes nothing.
Matches go in pairs from the same opening of some moves at random, the second one with the seats exchanged.
A line a game tells the share of the points here with its 95 % interval (Wilson), and what a move took on both sides.
"""

import argparse
import math
import pathlib
import random
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent

try:
    import pyspiel
except ImportError:
    sys.exit("OpenSpiel is not installed: pip install open_spiel, or run `make match`")

from exactness import boards
from exactness.compare import compare_moves, compare_turn, settle
from exactness.engine import Engine, Refused

ADAPTERS = {adapter.folder: adapter for adapter in boards.ADAPTERS}
PLAYED = ["connect-four", "hex", "breakthrough", "reversi"]
OPTIONS = {"hex": {"size": 7}}
OPENING = 2  # moves at random
FIRST = 200  # simulations of a first move, before it is known what they take


class Budget:
    """How many simulations fit into the time of a move, by what earlier moves took."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.rates = {}  # simulations a second, by the number of the move
        self.moves = 0
        self.made = 0
        self.used = 0.0

    def simulations(self, number):
        """For a move of that number in its match."""
        known = [n for n in self.rates if n <= number]
        return max(1, round(self.rates[max(known)] * self.seconds)) if known else FIRST

    def spent(self, number, simulations, seconds):
        self.moves += 1
        self.made += simulations
        self.used += seconds
        # A search that has proven its move ends early, and tells nothing of the rate.
        if number not in self.rates and seconds < self.seconds / 2 and self.rates:
            return
        rate = simulations / max(seconds, 1e-6)
        known = self.rates.setdefault(number, rate)
        if seconds > self.seconds / 2:
            self.rates[number] += (rate - known) / 4

    def average(self):
        return self.used / max(1, self.moves)


def processor(process):
    """Seconds of the processor that a running process has had, all its threads together."""
    total = 0
    for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        total += int((task / "schedstat").read_text().split()[0])
    return total / 1e9


class Here:
    """A bot of this program."""

    def __init__(self, engine, seconds, recipe):
        self.engine, self.budget, self.recipe = engine, Budget(seconds), recipe

    def move(self, number, seed):
        simulations = self.budget.simulations(number)
        bot = f"mcts:{simulations}" + (f":recipe={self.recipe}" if self.recipe else "")
        before = processor(self.engine.process)
        self.engine.ask(cmd="bot", bot=bot, seed=seed)
        self.budget.spent(number, simulations, processor(self.engine.process) - before)


class There:
    """OpenSpiel's tree search."""

    def __init__(self, game, seconds, constant):
        self.game, self.budget, self.constant = game, Budget(seconds), constant

    def move(self, state, number, seed):
        simulations = self.budget.simulations(number)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(self.game, evaluator, self.constant, simulations, 1000, True, seed, False)
        before = time.process_time()
        action = bot.step(state)
        self.budget.spent(number, simulations, time.process_time() - before)
        return action


class Pairing:
    """A game on both sides, and the two bots that play it."""

    def __init__(self, name, wanted):
        self.adapter = ADAPTERS[name]()
        self.options = OPTIONS.get(name, {})
        self.engine = Engine(wanted.tavola, str(pathlib.Path(wanted.folder) / name))
        spiel = self.adapter.spiel + (f"(board_size={self.options['size']})" if self.options else "")
        self.game = pyspiel.load_game(spiel)
        self.here = Here(self.engine, wanted.seconds, wanted.recipe)
        self.there = There(self.game, wanted.seconds, wanted.constant)

    def play(self, ours, opening, seed):
        """One match; the points of the bot here, which has this seat: 1, a half or 0."""
        adapter, engine = self.adapter, self.engine
        rng = random.Random(opening)
        state = self.game.new_initial_state()
        engine.ask(cmd="new", seed=1, players=2, options=self.options)
        number = 0
        while True:
            seat, moves = settle(engine, adapter, state)
            compare_turn(adapter, state, seat)
            if seat is None:
                return (adapter.their_returns(state)[ours] + 1) / 2
            here, there = adapter.ours(engine, moves), adapter.theirs(engine, state)
            compare_moves(here, there)
            if number < OPENING:
                key = rng.choice(sorted(here))
                engine.play(alone(here[key]))
            elif seat == ours:
                self.here.move(number, seed + number)
                text = engine.save()["steps"][-1]["text"]
                (key,) = [key for key, steps in here.items() if alone(steps)["text"] == text]
            else:
                action = self.there.move(state, number, seed + number)
                (key,) = [key for key, steps in there.items() if alone(steps) == action]
                engine.play(alone(here[key]))
            state.apply_action(alone(there[key]))
            number += 1


def alone(steps):
    if len(steps) != 1:
        raise Refused("a move of one program is several of the other")
    return steps[0]


def interval(points, games):
    """Wilson's 95 % interval of a share."""
    share, z = points / games, 1.96
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return middle - half, middle + half


def arguments():
    parser = argparse.ArgumentParser(description="Let a bot play OpenSpiel's tree search in equal time.")
    parser.add_argument("game", nargs="*", help="of: " + ", ".join(ADAPTERS))
    parser.add_argument("--games", type=int, default=100, help="matches each, in pairs (100)")
    parser.add_argument("--seconds", type=float, default=0.1, help="of the processor, for a move (0.1)")
    parser.add_argument("--recipe", help="of the bot here; what the game has unless said")
    parser.add_argument("--constant", type=float, default=2.0, help="uct_c of the search there (2, as in its examples)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tavola", default=str(ROOT / "target/release/tavola"), help="the program that plays")
    parser.add_argument("--folder", default=str(ROOT / "games"), help="where the games are")
    wanted = parser.parse_args()
    for game in wanted.game:
        if game not in ADAPTERS:
            parser.error(f"no game `{game}` is played against OpenSpiel; there are: {', '.join(ADAPTERS)}")
    return wanted


def main():
    wanted = arguments()
    for name in wanted.game or PLAYED:
        pairing = Pairing(name, wanted)
        points = 0.0
        games = max(2, wanted.games // 2 * 2)
        for number in range(games):
            opening = wanted.seed * 1_000_003 + number // 2
            points += pairing.play(number % 2, opening, opening * 1000 + number % 2 * 500)
            here, there = pairing.here.budget, pairing.there.budget
            low, high = interval(points, number + 1)
            print(
                f"\r{name}: {number + 1} matches, {100 * points / (number + 1):.1f} % here "
                f"({100 * low:.1f} to {100 * high:.1f}); a move {here.average():.3f} s and "
                f"{there.average():.3f} s, {here.made / max(1, here.moves):.0f} and "
                f"{there.made / max(1, there.moves):.0f} simulations",
                end="",
                flush=True,
            )
        print()
        pairing.engine.close()


if __name__ == "__main__":
    try:
        main()
    except Refused as refused:
        sys.exit(f"the engine refuses: {refused}")
    except KeyboardInterrupt:
        print()
