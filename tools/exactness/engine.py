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
        if answer.get("stepwise"):
            raise Refused("there are too many moves to list")
        seat, *_ = answer["seats"]
        return seat, answer["moves"]

    def play(self, move):
        return self.ask(cmd="play", id=move["id"])

    def undo(self):
        return self.ask(cmd="undo")

    def view(self, seat=None):
        request = {"cmd": "view"} if seat is None else {"cmd": "view", "seat": seat}
        return View(self.ask(**request)["view"])

    def setup(self, code):
        return self.ask(**{"cmd": "test-setup", "code": code})

    def result(self):
        return self.ask(cmd="result")

    def save(self):
        return self.ask(cmd="save")["match"]


class View:
    """What a seat, or a spectator, sees."""

    def __init__(self, view):
        self.view = view

    def zone(self, name, owner=None):
        """The texts of the cards in a zone, from the bottom up; None for an unknown one."""
        (zone,) = [z for z in self.view["zones"] if z["name"] == name and z["owner"] == owner]
        return [piece and piece["text"] for piece in zone["pieces"]]

    def attribute(self, name, of="Rules"):
        (found,) = [o for o in self.view["objects"] if o["class"] == of]
        return found["attributes"][name]

    def tiles(self):
        return [tile for board in self.view["boards"] for tile in board["tiles"]]

    def scores(self):
        return [seat["score"] for seat in self.view["seats"]]

    def drawing(self):
        """The boards and zones in a few lines, for people."""
        lines = [f"scores: {' '.join(map(str, self.scores()))}"]
        for board in self.view["boards"]:
            taken = [f"{t['name']}={'+'.join(map(mark, t['pieces']))}" for t in board["tiles"] if t["pieces"]]
            lines.append(f"{board['name']}: {' '.join(taken)}")
        for zone in self.view["zones"]:
            owner = "" if zone["owner"] is None else f"({zone['owner']})"
            lines.append(f"{zone['name']}{owner}: {', '.join(p['text'] if p else '?' for p in zone['pieces'])}")
        for thing in self.view["objects"]:
            if thing["global"]:
                lines.append(f"{thing['class']}: {json.dumps(thing['attributes'])}")
        return "\n".join(lines)


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
    return piece["class"] + ("" if piece["owner"] is None else str(piece["owner"]))


def place(value):
    """Where an input is: the name of the tile or zone of an object, or the value itself."""
    return value["place"] if isinstance(value, dict) else value


def inputs(move):
    """The inputs of a move by value, objects by their places."""
    return [place(value) for value in move["inputs"].values()]
