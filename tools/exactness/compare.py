"""Two programs play the same random games, and every decision is compared.

It knows the engine's protocol and OpenSpiel's states, and no game; what is particular to one is an adapter.
"""

import random

import pyspiel


class Adapter:
    """How a game of this repository and one of OpenSpiel correspond. Most games override only a few of these."""

    folder = ""  # under games/
    spiel = ""  # the game of OpenSpiel with its parameters; `{players}` stands for their number
    tables = [2]  # numbers of players, in turn
    players = 2  # in this game
    numbers = {}  # OpenSpiel's number of a seat, where it is another
    slow = 1  # so many times fewer games than asked for

    def begin(self, engine, state, rng):
        """Both have just begun; a position may be set up."""

    def chance(self, engine, state):
        """The outcome of OpenSpiel's chance node that has happened here."""
        raise NotImplementedError

    def ours(self, engine, moves):
        """The legal moves here: from what both call a move to the moves that make it, one after the other."""
        return unique((self.key(move), [move]) for move in moves)

    def key(self, move):
        return " ".join([move["action"], *map(str, move["inputs"].values())])

    def theirs(self, engine, state):
        """The legal moves there: from what both call a move to the actions that make it, one after the other."""
        return unique((self.name(state, action), [action]) for action in state.legal_actions())

    def name(self, state, action):
        return state.action_to_string(state.current_player(), action)

    def excluded(self, engine, state):
        """Whether the rules part here for a reason that is known, which ends the game for the comparison."""
        return False

    def only_ours(self, engine, state, moves):
        """A move that only this side has to make."""
        return None

    def only_theirs(self, engine, state):
        """An action that only OpenSpiel has to be told."""
        return None

    def again(self, engine, state):
        """Whether a match here goes on with another game there; the one that has ended is compared."""
        return False

    def choose(self, keys, rng):
        """The move that is made, of those that both know."""
        return rng.choice(keys)

    def player(self, seat):
        """OpenSpiel's number of a seat."""
        return self.numbers.get(seat, seat)

    def their_returns(self, state):
        """OpenSpiel's returns by seat."""
        returns = state.returns()
        return [returns[self.player(seat)] for seat in range(self.players)]

    def returns(self, engine, result):
        """What OpenSpiel should say of our result."""
        if len(result["winners"]) != 1:
            return [0.0] * self.players
        loss = -1.0 / (self.players - 1)
        return [1.0 if p in result["winners"] else loss for p in range(self.players)]


class Difference(Exception):
    """The two programs do not agree."""


def unique(pairs):
    found = {}
    for key, steps in pairs:
        if key in found:
            raise Difference(f"two different moves are both called `{key}`")
        found[key] = steps
    return found


def play(engine, adapter, game, seed, tally):
    """Plays one game on both sides, and counts what is compared."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    engine.new(seed, adapter.players)
    adapter.begin(engine, state, rng)
    while True:
        seat, moves = settle(engine, adapter, state)
        if state.is_terminal() and seat is not None and adapter.again(engine, state):
            state = game.new_initial_state()
            continue
        if adapter.excluded(engine, state):
            return
        tally.decisions += 1
        compare_turn(adapter, state, seat)
        if seat is None:
            result = engine.result()
            if result["how"] != "finished":
                raise Difference(f"the match is over here by a {result['how']}")
            compare_results(adapter.returns(engine, result), adapter.their_returns(state))
            tally.ended += 1
            return
        ours, theirs = adapter.ours(engine, moves), adapter.theirs(engine, state)
        compare_moves(ours, theirs)
        key = adapter.choose(sorted(ours), rng)
        make(engine, adapter, state, ours[key], theirs[key])


def settle(engine, adapter, state):
    """Brings both to the next decision that both know."""
    while True:
        while state.is_chance_node():
            state.apply_action(adapter.chance(engine, state))
        action = None if state.is_terminal() else adapter.only_theirs(engine, state)
        if action is not None:
            state.apply_action(action)
            continue
        seat, moves = engine.moves()
        move = adapter.only_ours(engine, state, moves)
        if move is None:
            return seat, moves
        engine.play(move)


def make(engine, adapter, state, moves, actions):
    for move in moves:
        engine.play(move)
    for action in actions:
        while state.is_chance_node():
            state.apply_action(adapter.chance(engine, state))
        state.apply_action(action)


def compare_turn(adapter, state, seat):
    if (seat is None) != state.is_terminal():
        raise Difference(f"over here: {seat is None}, over in OpenSpiel: {state.is_terminal()}")
    if seat is not None and adapter.player(seat) != state.current_player():
        raise Difference(f"here seat {seat} decides, in OpenSpiel player {state.current_player()}")


def compare_moves(ours, theirs):
    only_here, only_there = sorted(set(ours) - set(theirs)), sorted(set(theirs) - set(ours))
    if only_here or only_there:
        raise Difference(
            f"{len(ours)} moves here, {len(theirs)} in OpenSpiel\n"
            f"  only here: {', '.join(only_here) or 'none'}\n"
            f"  only in OpenSpiel: {', '.join(only_there) or 'none'}"
        )


def compare_results(ours, theirs):
    if any(abs(a - b) > 1e-9 for a, b in zip(ours, theirs, strict=True)):
        raise Difference(f"the result is {ours} here, {theirs} in OpenSpiel")


class Tally:
    """What many games of one kind gave."""

    def __init__(self):
        self.games = self.ended = self.decisions = self.differences = 0


def compare(engine, adapter, games, seed, explain):
    """Plays many games; `explain` gets the first difference."""
    tally = Tally()
    for number in range(max(1, games // adapter.slow)):
        adapter.players = adapter.tables[number % len(adapter.tables)]
        recorded = Recorded(pyspiel.load_game(adapter.spiel.format(players=adapter.players)))
        tally.games += 1
        try:
            play(engine, adapter, recorded, seed * 1_000_003 + number, tally)
        except Difference as difference:
            tally.differences += 1
            if tally.differences == 1:
                explain(difference, engine, recorded.state)
    return tally


class Recorded:
    """A game that remembers the state it made last, for the explanation of a difference."""

    def __init__(self, game):
        self.game = game
        self.state = None

    def new_initial_state(self):
        self.state = self.game.new_initial_state()
        return self.state
