"""How the games of dice of this repository correspond to those of OpenSpiel.

What the dice showed is read from what everybody sees here, and told to OpenSpiel.
"""

import re

from .compare import Adapter, unique


class Pig(Adapter):
    folder, spiel, tables = "pig", "pig(players={players},horizon=1000000)", [2, 3, 5]

    def chance(self, engine, state):
        return engine.view().attribute("last") - 1

    def key(self, move):
        return {"roll": "roll", "hold": "stop"}[move["action"]]


class Backgammon(Adapter):
    """Here each checker is moved by itself, in OpenSpiel two at once, and after a double two more.

    So whole turns are compared by the positions that they lead to.
    OpenSpiel plays the two halves of a double each as far as possible, where the rules ask for the most of all four:
    turns that use fewer pips than others are left out there.
    """

    folder, slow = "backgammon", 10
    spiel = "backgammon(scoring_type=full_scoring,max_player_turns=1000000)"

    def chance(self, engine, state):
        view = engine.view()
        dice = sorted(set(view.attribute("dice"))) * 2
        starts = f"{'XO'[view.active()]} starts" if not state.full_history() else ""
        for action in state.legal_actions():
            text = state.action_to_string(-1, action)
            rolled = re.search(r"roll: (\d)(\d)", text).groups()
            if sorted(map(int, rolled)) == sorted(dice[:2]) and starts in text:
                return action
        raise AssertionError(f"OpenSpiel cannot roll {dice}")

    def ours(self, engine, moves):
        found = {}
        self.walk_ours(engine, moves, [], found, set())
        return found

    def walk_ours(self, engine, moves, made, found, seen):
        seat = moves[0]["seat"]
        for move in moves:
            engine.play(move)
            position = self.position(engine)
            decider, further = engine.moves()
            if decider != seat:
                found.setdefault(position, [*made, move])
            elif (position, len(made)) not in seen:
                seen.add((position, len(made)))
                self.walk_ours(engine, further, [*made, move], found, seen)
            engine.undo()

    def position(self, engine):
        """The points from 1 to 24 as OpenSpiel counts them for x, then the bar and what is off."""
        view = engine.view()
        points = {int(tile["name"]): [p["owner"] for p in tile["pieces"]] for tile in view.tiles()}
        line = [("xo"[points[n][0]] + str(len(points[n])) if points[n] else ".") for n in range(1, 25)]
        aside = [f"{len(view.zone(zone, p))}" for zone in ("bar", "off") for p in (0, 1)]
        return " ".join(line + aside)

    def theirs(self, engine, state):
        player, found = state.current_player(), {}
        for position, actions in self.walk_theirs(state, player, []):
            found.setdefault(position, actions)
        least = min(pips(position, player) for position in found)
        dice = re.search(r"Dice: (\d)(\d)", str(state)).groups()
        if dice[0] == dice[1]:
            found = {p: actions for p, actions in found.items() if pips(p, player) == least}
        return unique(found.items())

    def walk_theirs(self, state, player, made):
        for action in state.legal_actions():
            after = state.child(action)
            if after.current_player() == player:
                yield from self.walk_theirs(after, player, [*made, action])
            else:
                yield self.their_position(after), [*made, action]

    def their_position(self, state):
        mine = [state.board(0, 23 - n) for n in range(24)]
        others = [state.board(1, 23 - n) for n in range(24)]
        line = [f"x{a}" if a else f"o{b}" if b else "." for a, b in zip(mine, others)]
        text = str(state)
        bar = re.search(r"Bar:(.*)", text).group(1)
        off = re.search(r"Scores, X: (\d+), O: (\d+)", text).groups()
        return " ".join([*line, str(bar.count("x")), str(bar.count("o")), *off])

    def returns(self, engine, result):
        (winner,) = result["winners"]
        points = result["scores"][winner]
        return [points if p == winner else -points for p in (0, 1)]


def pips(position, player):
    """How far a player still has to go."""
    words = position.split()
    away = sum((n + 1 if player == 0 else 24 - n) * int(w[1:]) for n, w in enumerate(words[:24]) if w[0] == "xo"[player])
    return away + 25 * int(words[24 + player])


ADAPTERS = [Pig, Backgammon]
