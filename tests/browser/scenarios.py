"""Games that stand at the point a test needs, reached by lawful play alone: dealt deeds, and deals among the seats."""

from typing import Any

from tests.browser.others import Others
from tests.browser.serving import Server

NAMES = ["Ann", "Ben", "Mira", "Theo", "Ida", "Leo", "Zoe", "Max"]


def dealt(server: Server, players: int = 8, **wishes: Any) -> dict[str, Any]:
    """A game in which three deeds are dealt to each player, free of charge, and the first seat begins."""
    options = {"short_game": True, "short_deal": 3, "short_deal_paid": False, "setup_first_player": "first-seat"}
    options |= {"setup_cash": 3000, **wishes.pop("options", {})}
    seats = [{"mine": True, "name": name} for name in NAMES[:players]]
    return server.create(seats, options=options, **wishes)


def for_sale(server: Server, *names: str, **wishes: Any) -> dict[str, Any]:
    """A game of people in which the first of them has thrown and may buy something; all seats are the test's."""
    wishes = {"clock": {"call": 30, "decision": 300, "grace": 300}, **wishes}
    wishes["options"] = {"setup_first_player": "first-seat", **wishes.get("options", {})}
    for _ in range(30):
        game = server.create([{"mine": True, "name": name} for name in names], **wishes)
        with Others(server, game, [0]) as first:
            first.act(0, {"kind": "Throw"})
            if first.legal(0, "Buy"):
                return game
    raise AssertionError("in thirty games the first throw led to nothing that is for sale")


def auctioned(server: Server, *names: str, **wishes: Any) -> dict[str, Any]:
    """The same, and the first player has passed it up: the auction is open."""
    game = for_sale(server, *names, **wishes)
    with Others(server, game, [0]) as first:
        first.act(0, {"kind": "Decline"})
    return game


def landlord(server: Server, **wishes: Any) -> tuple[dict[str, Any], dict[str, Any], list[int]]:
    """Ann owns what was dealt to eight players; the game, the board, and Ann's deeds."""
    game = dealt(server, **wishes)
    board: dict[str, Any] = server.get(f"/api/games/{game['game']}/board", game["seats"][0]["key"])
    with Others(server, game, list(range(8))) as all_seats:
        all_seats.gather(board, 0, list(range(1, 8)))
        return game, board, all_seats.owned(board, 0)


def whole_groups(board: dict[str, Any], deeds: list[int]) -> list[list[int]]:
    """The colour groups of which all lots are among these deeds, as squares."""
    groups = []
    for group in board["groups"]:
        lots = [board["deeds"][deed] for deed in group["deeds"]]
        if all(lot["house_cost"] and lot["square"] in deeds for lot in lots):
            groups.append([lot["square"] for lot in lots])
    return groups


def built_up(server: Server, level: int = 4, **wishes: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Ann owns nearly everything, and her first whole group stands at this level on every lot."""
    game, board, deeds = landlord(server, options={"setup_cash": 20000, **wishes.pop("options", {})}, **wishes)
    group = whole_groups(board, deeds)[0]
    with Others(server, game, [0]) as ann:
        for _ in range(level):
            for square in group:
                ann.act(0, {"kind": "Build", "square": square})
    return game, board


def debtor(server: Server, to: int | None = None, **wishes: Any) -> dict[str, Any]:
    """Ann is poor and owes what she cannot pay, to this seat or to anybody; Ben owns the rest, built up."""
    for _ in range(20):
        game, creditor = indebted(server, **wishes)
        if to in (None, creditor):
            return game
    raise AssertionError(f"in twenty games Ann never owed seat {to}")


def indebted(server: Server, **wishes: Any) -> tuple[dict[str, Any], int]:
    """A game in which Ann has a debt, and to whom: Ben as a rule, at times the Bank."""
    game, board, deeds = landlord(server, options={"setup_cash": 20000, **wishes.pop("options", {})}, **wishes)
    keep = deeds[:3]
    with Others(server, game, list(range(8))) as seats:
        seats.deal(0, 1, give=[d for d in deeds if d not in keep[:2]], take_cash=1)
        seats.deal(0, 1, give_cash=seats.hands[0]["cash"] - 15, take=[keep[2]])
        for group in whole_groups(board, [d for d in deeds if d not in keep]):
            for _ in range(4):
                for square in group:
                    if {"kind": "Build", "square": square} in seats.legal(1, "Build"):
                        seats.act(1, {"kind": "Build", "square": square})
        for _ in range(400):
            for matter in seats.view.get("matters", []):
                if matter["kind"] == "debt" and matter["debtor"] == 0:
                    return game, matter["creditor"]
            move_on(seats)
    raise AssertionError("Ann never owed more than she had")


def hopeless(server: Server, **wishes: Any) -> dict[str, Any]:
    """The same, and all that Ann has would not pay it."""
    for _ in range(40):
        game = debtor(server, **wishes)
        with Others(server, game, [0]) as ann:
            if ann.legal(0, "GoBankrupt"):
                return game
    raise AssertionError("in forty games Ann could always have paid")


PLAIN = (
    "PassBuilding",
    "PlaceBuilding",
    "Buy",
    "Decline",
    "Withdraw",
    "PayFlatTax",
    "PayCardFine",
    "KeepMortgage",
    "Throw",
    "EndTurn",
    "Mortgage",
)


def move_on(seats: Others) -> None:
    """Let whoever is waited for do something plain; Ann never buys."""
    seat = next(s for s in seats.view["waiting"] if s in seats.seats)
    order = PLAIN if seat else tuple(kind for kind in PLAIN if kind not in ("Buy", "Mortgage"))
    for kind in (*order, "SellBuilding", "GoBankrupt"):
        found = seats.legal(seat, kind)
        if found:
            return seats.act(seat, found[0])
    raise AssertionError(f"seat {seat} can do nothing plain: {seats.hands[seat]['legal']}")


def asked(
    server: Server, kind: str, edition: str = "classic", moves: int = 6000, **wishes: Any
) -> tuple[dict[str, Any], int]:
    """A game in which a seat may do something of this kind in its turn. Nobody buys, so nobody goes under."""
    names = NAMES[: 3 if edition == "1935" else 2]
    wishes = {"clock": {"decision": 600, "call": 600, "grace": 600}, **wishes}
    wishes["options"] = {"setup_first_player": "first-seat", "setup_cash": 90000, **wishes.get("options", {})}
    game = server.create([{"mine": True, "name": name} for name in names], edition=edition, **wishes)
    with Others(server, game, list(range(len(names)))) as seats:
        for _ in range(moves):
            seat = next(s for s in seats.view["waiting"] if s in seats.seats)
            if seats.legal(seat, kind):
                return game, seat
            seats.act(seat, frugal(seats.hands[seat]["legal"]))
    raise AssertionError(f"in {moves} moves nobody could ever {kind}")


FRUGAL = (
    "Decline",
    "Withdraw",
    "PayFlatTax",
    "PayCardFine",
    "ChooseSteps",
    "ChooseSquare",
    "PayFine",
    "Throw",
    "EndTurn",
)


def frugal(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """The first plain thing to do that buys nothing."""
    by_kind = {action["kind"]: action for action in reversed(legal)}
    return next(by_kind[kind] for kind in FRUGAL if kind in by_kind)
