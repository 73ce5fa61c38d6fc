"""How the games of dice and cards of this repository correspond to those of OpenSpiel.

What chance did is read from what players see here, and told to OpenSpiel.
"""

from .compare import Adapter

RANKS = ["Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King"]
SUITS = ["Clubs", "Diamonds", "Hearts", "Spades"]


class Pig(Adapter):
    folder, spiel = "pig", "pig(horizon=1000000)"

    def chance(self, engine, state):
        return engine.view().attribute("last") - 1

    def key(self, move):
        return {"roll": "roll", "hold": "stop"}[move["action"]]


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

    folder, spiel, players = "blackjack", "blackjack", 1

    def begin(self, engine, state, rng):
        view = engine.view()
        open_cards = view.zone("hand", 0) + view.zone("dealer")
        self.hole = rng.choice([f"{s} {r}" for s in SUITS for r in RANKS if f"{s} {r}" not in open_cards])
        suit, rank = self.hole.split()
        engine.setup(
            f"stock.add(hole.top()); hole.add(all(Card).first(c => c.suit == Suit.{suit} && c.rank == Rank.{rank}));"
            " stock.shuffle();"
        )
        self.given = []

    def chance(self, engine, state):
        view = engine.view()
        hand, dealer = view.zone("hand", 0), view.zone("dealer")
        order = hand[:2] + [self.hole] + dealer[:1] + hand[2:] + [card for card in dealer[1:] if card != self.hole]
        card = order[len(self.given)]
        self.given.append(card)
        suit, rank = card.split()
        return SUITS.index(suit) * 13 + RANKS.index(rank)

    def key(self, move):
        return move["action"].capitalize()

    def returns(self, engine, result):
        return result["scores"]


ADAPTERS = [Pig, Leduc, Blackjack]
