"""The talk with `tavola engine`: a process for a game, and what is read from its answers.

It knows no game and nothing of OpenSpiel.
"""

import json
import subprocess


class Refused(Exception):
    """The engine refused a request that should have been in order."""


class Engine:
    """A running `tavola engine` with one match at a time."""

    def __init__(self, binary, folder):
        self.process = subprocess.Popen(
            [binary, "engine", folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )

    def close(self):
        self.process.stdin.close()
        self.process.wait()

    def ask(self, **request):
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise Refused(f"the engine has ended at {request}")
        answer = json.loads(line)
        if not answer["ok"]:
            raise Refused(f"{request}: {answer['error']['message']}")
        return answer

    def new(self, seed, players):
        return self.ask(cmd="new", seed=seed, players=players)

    def moves(self):
        """Who decides, and the complete moves; nobody and none where the match is over.

        Of several who choose at the same time it is the first who has not chosen yet.
        """
        answer = self.ask(cmd="moves")
        if answer["over"]:
            return None, []
        if answer.get("more"):
            raise Refused("there are too many moves to list")
        seat, *_ = answer["seats"]
        return seat, answer["moves"]

    def play(self, move):
        return self.ask(cmd="play", id=move["id"])

    def undo(self):
        return self.ask(cmd="undo")

    def view(self, seat=None):
        request = {"cmd": "table"} if seat is None else {"cmd": "table", "seat": seat}
        return View(self.ask(**request)["table"], self.ask(cmd="legend")["legend"])

    def setup(self, code):
        return self.ask(**{"cmd": "test-setup", "code": code})

    def result(self):
        return self.ask(cmd="result")

    def save(self):
        return self.ask(cmd="save")["match"]


class View:
    """What a seat, or a spectator, sees."""

    def __init__(self, table, legend):
        self.table = table
        self.legend = legend

    def things(self, place):
        """The things in a place, from the bottom up where it has an order; None for an unknown one."""
        if place in self.table["count"]:
            return [None] * self.table["count"][place]
        return [None if id is None else self.thing(id) for id in self.table["at"].get(place, [])]

    def thing(self, id):
        """A thing by its number, with its attributes as plain values."""
        thing = self.table["things"][str(id)]
        attributes = {name: self.plain(value) for name, value in thing.get("attributes", {}).items()}
        (owner, *_) = [*thing.get("owners", []), None]
        return {"class": thing.get("class"), "text": thing.get("text", ""), "owner": owner, "attributes": attributes}

    def plain(self, value):
        """A value without its kind; an object as a thing, or as what it is called."""
        if value is None:
            return None
        if isinstance(value, list):
            return [self.plain(one) for one in value]
        ((kind, inner),) = value.items()
        if kind == "thing":
            return self.thing(inner)
        if kind == "named":
            return {"text": inner}
        if kind in ("tile", "case"):
            return inner[1]
        return inner

    def zone(self, name, owner=None):
        """The texts of the cards in a zone, from the bottom up where it has an order; None for an unknown one."""
        assert any(zone["name"] == name for zone in self.legend["zones"]), name
        place = name if owner is None else f"{name}/{owner}"
        return [piece and piece["text"] for piece in self.things(place)]

    def attribute(self, name, of="Rules"):
        return self.plain(self.table["facts"][f"{of}.{name}"])

    def active(self):
        return self.table["course"]["active"]

    def tiles(self):
        boards = [board for board in self.legend["boards"] if board.get("owner", 0) < len(self.table["seats"])]
        return [
            {"name": tile["name"], "pieces": self.things(f"{prefix(board)}/{tile['name']}")}
            for board in boards
            for tile in board["tiles"]
        ]

    def scores(self):
        return [seat["score"] for seat in self.table["seats"]]

    def drawing(self):
        """What lies where in a few lines, for people."""
        lines = [f"scores: {' '.join(map(str, self.scores()))}"]
        for place in [*self.table["at"], *self.table["count"]]:
            lines.append(f"{place}: {', '.join(map(mark, self.things(place)))}")
        for name, value in self.table.get("facts", {}).items():
            lines.append(f"{name}: {json.dumps(self.plain(value))}")
        return "\n".join(lines)


def prefix(board):
    """The places of a board begin so."""
    return board["name"] if "owner" not in board else f"{board['name']}/{board['owner']}"


def card(text):
    """`Seven of Hearts` or `Hearts Seven` as `7H`."""
    words = text.split()
    ranks = "Ace Two Three Four Five Six Seven Eight Nine Ten Jack Queen King".split()
    (rank,) = ["A23456789TJQK"[ranks.index(word)] for word in words if word in ranks]
    (suit,) = [word[0] for word in words if word in ("Clubs", "Diamonds", "Hearts", "Spades")]
    return rank + suit


def mark(piece):
    if piece is None:
        return "?"
    return piece["text"] + ("" if piece["owner"] is None else str(piece["owner"]))


def place(value):
    """Where an input is: the name of the tile or zone of an object, or the value itself."""
    return value["place"] if isinstance(value, dict) else value


def inputs(move):
    """The inputs of a move by value, objects by their places."""
    return [place(value) for value in move["inputs"].values()]
