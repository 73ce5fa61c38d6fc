"""How the card games of this repository correspond to those of OpenSpiel.

The cards that were dealt are read from what the players see here, and told to OpenSpiel.
"""

from .compare import Adapter, Difference, unique
from .engine import card

SUITS = {"C": "Clubs", "D": "Diamonds", "H": "Hearts", "S": "Spades"}
RANKS = {
    "A": "Ace", "2": "Two", "3": "Three", "4": "Four", "5": "Five", "6": "Six", "7": "Seven", "8": "Eight",
    "9": "Nine", "T": "Ten", "J": "Jack", "Q": "Queen", "K": "King",
}
PACK = [rank + suit for suit in SUITS for rank in RANKS]


def outcome(state, text):
    """The outcome of a chance node that ends with these letters."""
    (action,) = [a for a in state.legal_actions() if state.action_to_string(-1, a).endswith(text)]
    return action


def cards(zone):
    return [card(text) for text in zone]


def found(name):
    """The expression for a card."""
    return f"all(Card).first(c => c.suit == Suit.{SUITS[name[1]]} && c.rank == Rank.{RANKS[name[0]]})"


class Leduc(Adapter):
    folder, spiel = "leduc", "leduc_poker"

    def chance(self, engine, state):
        dealt = len(state.full_history())
        if dealt < 2:
            (card,) = engine.view(dealt).zone("hand", dealt)
        else:
            (card,) = engine.view().zone("common")
        suit, rank = card.split()
        return ["Jack", "Queen", "King"].index(rank) * 2 + ["Hearts", "Spades"].index(suit)

    def key(self, move):
        return move["action"].capitalize()

    def returns(self, engine, result):
        return result["scores"]


class Blackjack(Adapter):
    """The dealer's hidden card is set up, since nobody sees it in time."""

    folder, spiel, tables = "blackjack", "blackjack", [1]

    def begin(self, engine, state, rng):
        view = engine.view()
        seen = cards(view.zone("hand", 0) + view.zone("dealer"))
        self.hole = rng.choice([name for name in PACK if name not in seen])
        engine.setup(f"stock.add(hole.top()); hole.add({found(self.hole)}); stock.shuffle();")
        self.given = 0

    def chance(self, engine, state):
        view = engine.view()
        hand, dealer = cards(view.zone("hand", 0)), cards(view.zone("dealer"))
        drawn = [name for name in dealer[1:] if name != self.hole]
        order = [*hand[:2], self.hole, dealer[0], *hand[2:], *drawn]
        self.given += 1
        name = order[self.given - 1]
        return outcome(state, name[1] + name[0])

    def key(self, move):
        return move["action"].capitalize()

    def returns(self, engine, result):
        return result["scores"]


class Hearts(Adapter):
    """A match here is several deals; each of them is a game there. Passing is one step, since the order of seats is another."""

    folder, tables, slow = "hearts", [4], 10
    spiel = "hearts(qs_breaks_hearts=false)"

    def begin(self, engine, state, rng):
        self.before = [0, 0, 0, 0]
        self.rng, self.passed = rng, []

    def chance(self, engine, state):
        dealt = len(state.full_history()) - 1
        if dealt < 0:
            deals = engine.view().attribute("deals", of="Match")
            return [0, 1, 3, 2][deals % 4]
        if dealt == 0:
            self.hands = [cards(engine.view(p).zone("hand", p)) for p in range(4)]
        return outcome(state, self.hands[dealt % 4][dealt // 4])

    def key(self, move):
        return card(move["inputs"]["card"]["text"])

    def ours(self, engine, moves):
        if moves[0]["action"] != "pass":
            return super().ours(engine, moves)
        self.passed = [self.rng.sample(hand, 3) for hand in self.hands]
        left, steps = [list(hand) for hand in self.hands], []
        for round in range(3):
            for seat in range(4):
                name = self.passed[seat][round]
                steps.append({"id": left[seat].index(name)})
                left[seat].remove(name)
        return {f"{len(moves)} cards to pass": steps}

    def theirs(self, engine, state):
        actions = super().theirs(engine, state)
        if not self.passed:
            return actions
        number = {self.name(state, action): action for action in range(52)}
        names = [name for three in self.passed for name in three]
        self.passed = []
        return {f"{len(actions)} cards to pass": [number[name] for name in names]}

    def again(self, engine, state):
        self.compare_deal(engine.view().scores(), state)
        return True

    def compare_deal(self, scores, state):
        ours = [26 - (now - before) for now, before in zip(scores, self.before)]
        if ours != state.returns():
            raise Difference(f"the deal is worth {ours} here, {state.returns()} in OpenSpiel")
        self.before = scores

    def returns(self, engine, result):
        least = [p for p, score in enumerate(result["scores"]) if score == min(result["scores"])]
        if result["winners"] != least:
            raise Difference(f"the fewest points have {least}, but {result['winners']} win")
        return [26 - (now - before) for now, before in zip(result["scores"], self.before)]


PASS, KNOCK = 54, 55  # of gin rummy; what follows are melds


def phase(state):
    return str(state.current_phase()).rpartition(".")[2]


class GinRummy(Adapter):
    """Here the melds are laid by the rules: the same ones are laid in OpenSpiel.

    Left out are what games/gin-rummy/README.md names: putting back the upcard that was just taken, a third card in a
    row on one end of a run, and equal deadwood. Three quarters of the deals are set up with melds, which random play
    hardly ever makes.
    """

    folder, spiel, slow = "gin-rummy", "gin_rummy", 2
    names = {"take": "Draw upcard", "draw": "Draw stock", "pass": "Pass", "knock": "Knock", "done": "Pass"}

    def begin(self, engine, state, rng):
        if rng.random() < 0.75:
            hands = arrangement(rng)
            adds = [f"hand({p}).add({found(name)});" for p in (0, 1) for name in hands[p]]
            code = ["stock.addAll(all(Card));", *adds, "stock.shuffle();", "stock.draw(1, to: pile);"]
            engine.setup(" ".join(code))
        self.given = set()

    def chance(self, engine, state):
        hands = [cards(engine.view(p).zone("hand", p)) for p in (0, 1)]
        order = hands[0] + hands[1] + cards(engine.view().zone("pile"))
        name = next(name for name in order if name not in self.given)
        self.given.add(name)
        return outcome(state, name[0] + name[1].lower())

    def key(self, move):
        values = list(move["inputs"].values())
        return card(values[0]["text"]) if values else self.names[move["action"]]

    def name(self, state, action):
        text = state.action_to_string(0, action).removeprefix("Player: 0 Action: ")
        return text[0] + text[1].upper() if len(text) == 2 else text

    def theirs(self, engine, state):
        actions = [a for a in state.legal_actions() if self.is_move(state, a)]
        return unique((self.name(state, action), [action]) for action in actions)

    def is_move(self, state, action):
        """Whether it does not put back the upcard that was just taken, nor knocks to do so."""
        taken = state.prev_upcard() if phase(state) in ("DISCARD", "KNOCK") else None
        if action == KNOCK and phase(state) == "DISCARD":
            return set(state.child(action).legal_actions()) != {taken}
        return action != taken

    def choose(self, keys, rng):
        return "Knock" if "Knock" in keys and rng.random() < 0.7 else rng.choice(keys)

    def only_theirs(self, engine, state):
        player = state.current_player()
        melds = {"KNOCK": len(state.hands()[player]) <= 10, "LAYOFF": state.finished_layoffs()}
        return self.meld(engine, state, player) if melds.get(phase(state)) else None

    def meld(self, engine, state, player):
        """One of the melds that lie on the table here, as far as OpenSpiel has not laid them."""
        table = {name for name in cards(engine.view().zone("table", player))}
        held = {self.name(state, c) for c in state.hands()[player]}
        deal = engine.view()
        laid = deal.attribute("laid", of="Deal") if player == deal.attribute("knocker", of="Deal") else []
        groups = [set(cards(thing["text"] for thing in meld)) & held for meld in laid] or [table & held]
        for group in groups:
            options = {a: meld_cards(state, a) for a in state.legal_actions() if a > KNOCK}
            chosen = cover(group, options)
            if chosen:
                return chosen[0]
        return PASS

    def excluded(self, engine, state):
        seat, moves = engine.moves()
        if phase(state) != "LAYOFF" or seat is None:
            return False
        ours = {self.key(move) for move in moves}
        theirs = {self.name(state, action) for action in state.legal_actions()}
        return len(state.layoffs()) >= 2 and theirs < ours

    def returns(self, engine, result):
        gain = result["scores"][0] - result["scores"][1]
        return [0.0, 0.0] if self.undercut_of_equals(engine, gain) else [gain, -gain]

    def undercut_of_equals(self, engine, gain):
        """Equal deadwood: 25 for the other here, nothing there."""
        knocker = engine.view().attribute("knocker", of="Deal")
        return knocker is not None and abs(gain) == 25 and (gain > 0) == (knocker == 1)


def meld_cards(state, action):
    text = state.action_to_string(0, action).removeprefix("Player: 0 Action: ")
    return {text[i] + text[i + 1].upper() for i in range(0, len(text), 2)}


def cover(group, options):
    """Options that cover a group of cards exactly, if there are any."""
    if not group:
        return []
    first = min(group)
    for action, meld in options.items():
        if first in meld and meld <= group:
            rest = cover(group - meld, options)
            if rest is not None:
                return [action, *rest]
    return None


def arrangement(rng):
    """Two hands of ten cards with up to three melds each."""
    free = list(PACK)
    hands = []
    for _ in (0, 1):
        hand = []
        for _ in (0, 1, 2):
            run = rng.random() < 0.5
            suit, rank, start = rng.choice("CDHS"), rng.choice(list(RANKS)), rng.randrange(10)
            length = rng.choice([3, 3, 4])
            meld = [r + suit for r in list(RANKS)[start : start + length]] if run else [rank + s for s in SUITS][:length]
            if len(hand) + len(meld) <= 10 and all(name in free for name in meld):
                hand += meld
                free = [name for name in free if name not in meld]
        rest = rng.sample(free, 10 - len(hand))
        hands.append(hand + rest)
        free = [name for name in free if name not in rest]
    return hands


class CrazyEights(Adapter):
    """OpenSpiel draws by choice, where here only who cannot play draws, one card, and must play it if it fits.

    Those choices are left out there. It begins with no eight on the table, and counts the points of the cards in a
    way of its own; what becomes of an empty stock is not compared.
    """

    folder, tables = "crazy-eights", [2, 3, 4, 5]
    spiel = "crazy_eights(players={players},max_draw_cards=1,max_turns=100000)"

    def begin(self, engine, state, rng):
        while cards(engine.view().zone("discard"))[0][0] == "8":
            engine.new(rng.randrange(1 << 30), self.players)
        self.given = set()

    def chance(self, engine, state):
        if not state.full_history():
            return outcome(state, f"Player {self.players - 1} to be the dealer")  # so that player 0 begins
        hands = [cards(engine.view(p).zone("hand", p)) for p in range(self.players)]
        dealt = len(self.given)
        if dealt < self.players * (7 if self.players == 2 else 5):
            name = hands[dealt % self.players][dealt // self.players]
        else:
            order = cards(engine.view().zone("discard")) + [name for hand in hands for name in hand]
            name = next(name for name in order if name not in self.given)
        self.given.add(name)
        return outcome(state, name[1] + name[0])

    def key(self, move):
        values = list(move["inputs"].values())
        if move["action"] == "play":
            name = card(values[0]["text"])
            return f"Play {name[1]}{name[0]}"
        if values:
            return f"Nominate suit {values[0][0]}"
        return move["action"].capitalize()

    def theirs(self, engine, state):
        named = {self.name(state, action): action for action in state.legal_actions()}
        plays = {name: action for name, action in named.items() if name not in ("Draw", "Pass")}
        return unique((name, [action]) for name, action in (plays or named).items())

    def only_theirs(self, engine, state):
        """To pass after a draw that does not fit goes without saying here."""
        actions = state.legal_actions()
        stock = engine.view().zone("stock")
        return actions[0] if stock and [self.name(state, a) for a in actions] == ["Pass"] else None

    def only_ours(self, engine, state, moves):
        """The suit after a last eight matters no more."""
        return moves[0] if state.is_terminal() and moves else None

    def excluded(self, engine, state):
        return not engine.view().zone("stock") and not state.is_terminal()

    def returns(self, engine, result):
        """What OpenSpiel takes for the cards that are left."""
        worths = []
        for p in range(self.players):
            left = cards(engine.view(p).zone("hand", p))
            worths.append(-float(sum(their_points(name) for name in left)))
        if [p for p in range(self.players) if worths[p] == 0] != result["winners"]:
            raise Difference(f"{result['winners']} win, who have {worths}")
        return worths


def their_points(name):
    rank, suit = "23456789TJQKA".index(name[0]), "CDHS".index(name[1])
    if name[0] == "8":
        return 50
    return 10 if rank >= 9 else rank * 4 + suit + 2


class Goofspiel(Adapter):
    """OpenSpiel plays the last card of everybody by itself, which is a choice with one option here."""

    folder, tables = "goofspiel", [2, 3, 4]
    spiel = (
        "turn_based_simultaneous_game(game=goofspiel(players={players},points_order=random,returns_type=total_points))"
    )

    def chance(self, engine, state):
        (prize,) = engine.view().things("offer")
        return outcome(state, f"Deal {prize['attributes']['worth']}")

    def only_ours(self, engine, state, moves):
        return moves[0] if state.is_terminal() and moves else None

    def key(self, move):
        return str(move["inputs"]["card"]["numbers"]["value"])

    def name(self, state, action):
        return state.action_to_string(state.current_player(), action).split()[-1]

    def returns(self, engine, result):
        return result["scores"]


ADAPTERS = [Leduc, Blackjack, Hearts, GinRummy, CrazyEights, Goofspiel]
