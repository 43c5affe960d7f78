"""What a person is asked, and by which keys they answer. The words of both faces of the terminal come from here."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain

from passgo.game import Auction, Debt, KeepOrLift, Shortage
from passgo.game.views import Board, Estate, Matter
from passgo.notation.actions import Action
from passgo.notation.sentences import dollars, what, who
from passgo.notation.text import format_goods
from passgo.terminal.letters import square_index
from passgo.terminal.table import Table

RAISES = (0, 10, 50, 100)
"""How far above the lowest bid the keys 1 to 4 go."""

PICKED = ("ChooseSquare", "PlaceBuilding")
"""Kinds that are chosen from a list, because there are many."""


@dataclass(frozen=True)
class Answer:
    """A key and what it does: an action that is played, or a sheet that is opened."""

    key: str
    label: str
    action: Action | None = None
    opens: str = ""


@dataclass(frozen=True)
class Question:
    """What is asked: a heading, what should be known, the question in a line, and the answers."""

    heading: str
    lines: tuple[str, ...] = ()
    asks: str = ""
    answers: tuple[Answer, ...] = ()
    usual: Answer | None = None
    """What Enter does; None where there is no usual answer."""
    square: int | None = None
    """The square that it is about."""


@dataclass(frozen=True)
class Tool:
    """A key that is always there, and what is missing if it can do nothing now."""

    key: str
    label: str
    lacks: str = ""


@dataclass
class Asking:
    """A person, what they may do, and the answers found so far."""

    table: Table
    person: str
    legal: list[Action]
    answers: list[Answer] = field(default_factory=list)

    @property
    def board(self) -> Board:
        """How the game stands."""
        return self.table.board

    @property
    def cash(self) -> int:
        """The person's cash."""
        return self.board[self.person].cash

    def of(self, *kinds: str) -> list[Action]:
        """What the person may do of these kinds."""
        return [action for action in self.legal if action.kind in kinds]


def ask(table: Table) -> Question:
    """What is asked now, or what is waited for."""
    person, wish = table.person, table.wish
    if table.is_over:
        return end_of(table)
    if wish is not None:
        answers = (Answer("y", "agree", opens="agree"), Answer("n", "do not agree", opens="disagree"))
        return Question("A WISH", (f"{wish.player} wishes to take a move back.",), "Do you agree?", answers)
    if person is None:
        return waiting_for(table)
    question = ask_person(Asking(table, person, table.legal_actions(person)))
    return question if len(table.people) == 1 else replace(question, asks=f"{person}: {question.asks}")


def ask_person(asking: Asking) -> Question:
    """What somebody here is asked: about a rent, an offer, a matter, or their turn."""
    table, board = asking.table, asking.board
    matter = board.matters[-1] if board.matters else None
    offers = [offer for offer in board.offers if offer.other == asking.person]
    if table.may_wait:
        return ask_claim(asking)
    if offers and board.next_to_decide == asking.person and asking.of("Accept", "Refuse"):
        return ask_offer(asking, offers[0])
    return ask_matter(asking, matter) if matter is not None else ask_turn(asking)


def end_of(table: Table) -> Question:
    """The game is over."""
    outcome = table.board.outcome
    if outcome is None:
        return Question("THE GAME IS OVER", (), table.status, (Answer("q", "leave", opens="leave"),))
    worth = sorted(outcome.worth.items(), key=lambda pair: -pair[1])
    winners = " and ".join(outcome.winners)
    lines = tuple(f"{name:<20.20}{dollars(amount):>9}" for name, amount in worth)
    answers = (Answer("q", "leave", opens="leave"), Answer("s", "save the record", opens="save"))
    return Question(f"{winners.upper()} WON", lines, f"{winners} won.", answers)


def waiting_for(table: Table) -> Question:
    """Others are to move."""
    if table.status:
        return Question("WAITING", (), table.status)
    board = table.board
    out = " You are out of the game." if all(board[name].out for name in table.people) else ""
    matter = board.matters[-1] if board.matters else None
    lines = tuple(describe(matter)) if matter is not None else ()
    return Question(f"{board.on_turn.upper()}'S TURN", lines, f"{board.next_to_decide} is deciding.{out}")


def describe(matter: Matter) -> Iterator[str]:
    """What is to be settled, in lines."""
    if isinstance(matter, Debt):
        yield f"{matter.debtor} owes {who(matter.creditor)} {dollars(matter.amount)}."
    elif isinstance(matter, Auction):
        yield f"Auction of {what(matter.lot)}."
        yield f"{matter.highest_bidder} bids {dollars(matter.bid)}." if matter.highest_bidder else "No bid yet."
        yield f"Still in: {', '.join(matter.bidders)}."
    elif isinstance(matter, KeepOrLift):
        yield f"Mortgages to keep or lift: {', '.join(matter.deeds)}."
    elif isinstance(matter, Estate):
        yield f"The Bank auctions what {matter.player} left."
    elif matter.placing:
        yield f"{matter.placing} has a {matter.building} to place."
    else:
        yield f"Too few {matter.building}s are left; asked: {', '.join(matter.asked)}."


# Questions of the turn


def ask_turn(asking: Asking) -> Question:
    """What the person on turn does."""
    phase, board = asking.board.phase, asking.board
    heading = "YOUR TURN" if len(asking.table.people) == 1 else f"{asking.person.upper()}'S TURN"
    square = board.ruleset.squares[square_index(board.ruleset, board[asking.person].square)].name
    if board.on_turn != asking.person:
        return finish(asking, f"{asking.person.upper()} MAY ACT", [], "What do you do?")
    if phase == "buy":
        return ask_buy(asking, heading, square)
    if asking.of("ChooseSteps"):
        return finish(asking, heading, ["The Bus: one die, the other, or both."], "How far do you move?", usual=False)
    if asking.of("ChooseSquare"):
        return finish(asking, heading, ["A triple: move to any square."], "Where do you go?")
    if asking.of("PayWorthTax"):
        lines = [f"{square}: a fixed sum, or a share of all you have.", "Choose before anything is added up."]
        return finish(asking, heading, lines, "How do you pay?", usual=False)
    if asking.of("TakeChance"):
        return finish(asking, heading, ["The card: pay the fine, or take a Chance."], "Which?", usual=False)
    if asking.of("Throw"):
        turn = board[asking.person].jail_turn
        lines = [f"In Jail, turn {turn} of 3."] if turn else [f"On {square}."]
        return finish(asking, heading, lines, "Throw for doubles?" if turn else "Throw the dice.")
    if asking.of("EndTurn"):
        return finish(asking, heading, [f"On {square}."], "End your turn, or do more first.")
    return finish(asking, heading, [f"On {square}."], "What do you do?")


def ask_buy(asking: Asking, heading: str, square: str) -> Question:
    """Buy what one stands on, or leave it to an auction."""
    board = asking.board
    deed = board.deed(square)
    left = asking.cash - deed.price
    group = board.group(square)
    have = group.owners.count(asking.person) + 1
    lines = [
        f"{square} costs {dollars(deed.price)}.",
        f"You would keep {dollars(left)}."
        if left >= 0
        else f"You have {dollars(asking.cash)}: {dollars(-left)} short.",
        f"{group.name}: {have} of {len(group.deeds)} would be yours.",
    ]
    return finish(asking, heading, lines, f"Buy {square}?", usual=bool(asking.of("Buy")))


# Matters and offers


def ask_matter(asking: Asking, matter: Matter) -> Question:
    """What is to be settled before the turn goes on."""
    lines = list(describe(matter))
    if isinstance(matter, Auction):
        lines.append(f"You have {dollars(asking.cash)}.")
        return finish(asking, "AUCTION", lines, f"Your call for {what(matter.lot)}?", usual=False)
    if isinstance(matter, Debt):
        short = matter.amount - asking.cash
        lines = [f"You owe {who(matter.creditor)} {dollars(matter.amount)}."]
        lines += [f"You have {dollars(asking.cash)}: raise {dollars(max(0, short))} more."]
        return finish(asking, "DEBT", lines, "Sell, mortgage or deal to raise it.", usual=False)
    if isinstance(matter, KeepOrLift):
        return finish(asking, "MORTGAGE", lines, f"Keep the mortgage of {matter.deeds[0]}, or lift it?", usual=False)
    if isinstance(matter, Shortage):
        asks = f"Where does the {matter.building} go?" if matter.placing else f"Do you want a {matter.building}?"
        return finish(asking, "SHORTAGE", lines, asks, usual=False)
    return finish(asking, "ESTATE", lines, "What do you do?", usual=False)


def ask_claim(asking: Asking) -> Question:
    """A rent may be claimed; the others wait a moment."""
    lines = [
        f"{claim.lander} is on {claim.square}: {dollars(claim.amount)}."
        for claim in asking.board.claims
        if claim.owner == asking.person and not claim.said
    ]
    asking.answers.append(Answer("n", "let the others go on", opens="wait"))
    return finish(asking, "RENT", lines, "Claim your rent?", usual=False)


def ask_offer(asking: Asking, offer: Action) -> Question:
    """Somebody offers a deal."""
    settles = offer.kind == "OfferSettlement"
    take = "the whole debt" if settles else format_goods(offer.take, offer.take_cash, offer.take_cards)
    lines = [f"You get   {format_goods(offer.give, offer.give_cash, offer.give_cards)}", f"You give  {take}"]
    heading = f"{(offer.player or '').upper()} OFFERS A DEAL"
    return replace(finish(asking, heading, lines, "Do you accept?", usual=False), square=None)


# Answers

Label = Callable[[Asking, Action], str]
ANSWERS: dict[str, tuple[str, Label]] = {
    "Throw": ("t", lambda a, _: "throw"),
    "Buy": ("b", lambda a, _: f"buy {dollars(a.board.deed(a.board[a.person].square).price)}"),
    "Decline": ("a", lambda a, _: "auction"),
    "PayFine": ("p", lambda a, _: f"pay {dollars(int(a.board.ruleset.numbers['jail_fine']))}"),
    "UseCard": ("c", lambda a, _: "use card"),
    "PayFlatTax": ("f", lambda a, _: "fixed sum"),
    "PayWorthTax": ("w", lambda a, _: "share of worth"),
    "PayCardFine": ("p", lambda a, _: "pay the fine"),
    "TakeChance": ("c", lambda a, _: "take a Chance"),
    "ClaimRent": ("r", lambda a, action: f"claim from {action.other}"),
    "Withdraw": ("w", lambda a, _: "withdraw"),
    "WantBuilding": ("y", lambda a, _: "yes, I want it"),
    "PassBuilding": ("n", lambda a, _: "no"),
    "KeepMortgage": ("k", lambda a, _: "keep it"),
    "Accept": ("y", lambda a, action: f"accept {action.other}"),
    "Refuse": ("n", lambda a, action: f"refuse {action.other}"),
    "WithdrawOffer": ("v", lambda a, _: "take back your offer"),
    "GoBankrupt": ("x", lambda a, _: "go bankrupt"),
    "EndTurn": ("e", lambda a, _: "end turn"),
}
"""The key and the words of each kind that is answered by a key; the first that is lawful is what Enter does."""


def finish(asking: Asking, heading: str, lines: Iterable[str], asks: str, *, usual: bool = True) -> Question:
    """The question with every answer that is lawful."""
    answers = tuple(unique(chain(found_answers(asking), asking.answers)))
    first = next((a for a in answers if a.action is not None or a.opens == "pick"), None) if usual else None
    return Question(heading, tuple(lines), asks, answers, first, square_in_question(asking.board))


def square_in_question(board: Board) -> int | None:
    """The property under the hammer, or the one on which whoever is on turn stands."""
    matter = board.matters[-1] if board.matters else None
    if isinstance(matter, Auction):
        named = [square.index for square in board.ruleset.squares if square.name == matter.lot]
        return named[0] if named else None
    here = square_index(board.ruleset, board[board.on_turn].square)
    return here if board.ruleset.squares[here].group else None


def found_answers(asking: Asking) -> Iterator[Answer]:
    """An answer for each action that has a key, the usual one first."""
    for bid in asking.of("Bid"):
        yield from bids(bid)
    for n, steps in enumerate(asking.of("ChooseSteps"), start=1):
        yield Answer(str(n), f"{steps.amount} to {landing(asking, steps.amount)}", steps)
    for kind, (key, label) in ANSWERS.items():
        for action in asking.of(kind)[:1]:
            yield Answer(key, label(asking, action), action)
    if asking.of("KeepMortgage"):
        wanted = {action.square for action in asking.of("KeepMortgage")}
        for action in asking.of("LiftMortgage"):
            if action.square in wanted:
                yield Answer("f", "lift it", action)
    if asking.of(*PICKED):
        yield Answer("s", "choose the square", opens="pick")
    if asking.of("Counter"):
        yield Answer("c", "another offer", opens="counter")


def bids(bid: Action) -> Iterator[Answer]:
    """Keys for a few bids, and one to type any other."""
    for n, more in enumerate(RAISES, start=1):
        if bid.amount + more <= bid.most:
            yield Answer(str(n), dollars(bid.amount + more), replace(bid, amount=bid.amount + more, most=0))
    yield Answer("b", "other bid", opens="bid")


def landing(asking: Asking, steps: int) -> str:
    """Where so many steps lead."""
    squares = asking.board.ruleset.squares
    here = square_index(asking.board.ruleset, asking.board[asking.person].square)
    return squares[(here + steps) % len(squares)].short


def unique(answers: Iterable[Answer]) -> Iterator[Answer]:
    """Each key once: the first answer has it."""
    seen: set[str] = set()
    for answer in answers:
        if answer.key not in seen:
            seen.add(answer.key)
            yield answer


def tools(table: Table) -> tuple[Tool, ...]:
    """The keys that are always there."""
    viewer = table.viewer
    kinds = {action.kind for action in table.legal_actions(viewer)}
    offers = len([offer for offer in table.board.offers if viewer in (offer.player, offer.other)])
    builds = kinds & {"Build", "SellBuilding", "SellHotels"}
    pledges = kinds & {"Mortgage", "LiftMortgage"}
    deals = kinds & {"Offer", "OfferSettlement", "Counter"}
    return (
        Tool("g", "build", "" if builds else "nothing to build or sell"),
        Tool("m", "mortgage", "" if pledges else "nothing to mortgage or lift"),
        Tool("d", "deal", "" if deals else "no deal is possible now"),
        Tool("o", f"offers {offers}" if offers else "offers", "" if offers else "no offer is open"),
        Tool("l", "deeds"),
        Tool("u", "undo", "" if table.can_undo else "nothing to take back"),
        Tool(":", "words"),
    )
