"""How the board games of this repository correspond to those of OpenSpiel.

Squares are named as in this repository: columns by letters, rows by numbers from the bottom.
"""

import re

import pyspiel

from .compare import Adapter, unique
from .engine import inputs, place


def square(column, row):
    return "abcdefghijklmno"[column] + str(row + 1)


def numbers(text):
    return [int(n) for n in re.findall(r"\d+", text)]


class TicTacToe(Adapter):
    folder, spiel = "tic-tac-toe", "tic_tac_toe"

    def key(self, move):
        return move["inputs"]["cell"]

    def name(self, state, action):
        return square(action % 3, 2 - action // 3)


class ConnectFour(Adapter):
    folder, spiel = "connect-four", "connect_four"

    def key(self, move):
        return str(move["inputs"]["column"])

    def name(self, state, action):
        return str(action + 1)


class Breakthrough(Adapter):
    """OpenSpiel's first player begins at the top: its rows are counted the other way."""

    folder, spiel = "breakthrough", "breakthrough"

    def key(self, move):
        return "".join(inputs(move))

    def name(self, state, action):
        text = super().name(state, action)
        return f"{text[0]}{9 - int(text[1])}{text[2]}{9 - int(text[3])}"


class Reversi(Adapter):
    folder, spiel = "reversi", "othello"

    def key(self, move):
        return move["inputs"]["cell"] if move["action"] == "place" else move["action"]


class Chess(Adapter):
    """OpenSpiel knows more positions in which nobody can mate: the comparison ends there."""

    folder, spiel, slow = "chess", "chess", 4
    numbers = {0: 1, 1: 0}

    def key(self, move):
        return "".join(inputs(move)).lower()

    def name(self, state, action):
        return pyspiel.chess.action_to_move(action, state.board()).to_lan()

    def excluded(self, engine, state):
        pieces = re.sub(r"[^a-zA-Z]", "", str(state).split()[0]).lower()
        return state.is_terminal() and re.fullmatch(r"[kbn]+", pieces) and not engine.moves()[0] is None


class Hex(Adapter):
    folder, spiel = "hex", "hex"

    def key(self, move):
        return move["inputs"]["cell"]


class Amazons(Adapter):
    """OpenSpiel moves in three steps: which amazon, where to, where to shoot."""

    folder, spiel, slow = "amazons", "amazons", 10

    def key(self, move):
        return " ".join(inputs(move))

    def theirs(self, engine, state):
        return unique(self.walk(state, [], []))

    def walk(self, state, names, actions):
        if len(actions) == 3:
            yield " ".join(names), actions
            return
        for action in state.legal_actions():
            after = state.child(action) if len(actions) < 2 else None
            yield from self.walk(after, [*names, square(action % 10, 9 - action // 10)], [*actions, action])


class Draughts(Adapter):
    """OpenSpiel makes every jump of a move an action of its own."""

    folder, spiel = "draughts", "checkers"

    def key(self, move):
        if move["action"] == "move":
            return " ".join(inputs(move))
        piece, path = move["inputs"].values()
        return " ".join([place(piece), *path])

    def theirs(self, engine, state):
        return unique(self.walk(state, state.current_player(), [], []))

    def walk(self, state, player, names, actions):
        for action in state.legal_actions():
            text = state.action_to_string(player, action)
            start, end = text[:2], text[2:4]
            path = [*names, end] if names else [start, end]
            after = state.child(action)
            if not after.is_terminal() and after.current_player() == player:
                yield from self.walk(after, player, path, [*actions, action])
            else:
                yield " ".join(path), [*actions, action]


class Kalah(Adapter):
    folder, spiel = "kalah", "mancala"

    def key(self, move):
        return move["inputs"]["house"]


class NineMensMorris(Adapter):
    """To take a man after a mill is a decision of its own in both.

    Whoever could not move after turn 200 has lost there, while the limit goes first here: such ends are left out.
    """

    folder, spiel = "nine-mens-morris", "nine_mens_morris"
    points = (
        "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
    ).split()

    def key(self, move):
        return " ".join(inputs(move))

    def name(self, state, action):
        return " ".join(self.points[n] for n in numbers(super().name(state, action)))

    def excluded(self, engine, state):
        if "Turn number: 200" not in str(state) or state.returns() == [0, 0]:
            return False
        left = numbers(re.search(r"Num men: .*", str(state)).group())
        return min(left) > 2 and len(engine.result()["winners"]) == 2


class Gomoku(Adapter):
    folder, spiel = "gomoku", "gomoku"

    def key(self, move):
        return move["inputs"]["point"]

    def name(self, state, action):
        return square(action % 15, 14 - action // 15)


class Go(Adapter):
    """OpenSpiel lets positions repeat and calls that a draw: such moves are left out there."""

    folder, spiel, slow = "go", "go(board_size=9,komi=7.5,max_game_length=100000)", 4

    def key(self, move):
        return move["inputs"]["point"] if move["action"] == "place" else move["action"]

    def name(self, state, action):
        return "pass" if action == 81 else square(action % 9, action // 9)

    def theirs(self, engine, state):
        kept = [a for a in state.legal_actions() if a == 81 or not state.child(a).is_terminal()]
        return unique((self.name(state, action), [action]) for action in kept)


ADAPTERS = [
    TicTacToe,
    ConnectFour,
    Breakthrough,
    Reversi,
    Chess,
    Hex,
    Amazons,
    Draughts,
    Kalah,
    NineMensMorris,
    Gomoku,
    Go,
]
