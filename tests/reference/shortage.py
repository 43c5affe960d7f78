"""Section 8: more buildings are wanted than the Bank has."""

from tests.reference.auctions import open_auction
from tests.reference.building import kind_for, may_stand, put_up, room, stock
from tests.reference.contract import NOBODY, MatterKind, Stage, bits_of
from tests.reference.table import Action, Matter, Table


def build(table: Table, action: Action) -> None:
    """build.shortage-asked: build at the printed price, unless others must be asked first."""
    seat, deed = action["player"], table.deed_at[action["square"]]
    kind = kind_for(deed)
    others = {other: room(table, other, kind) for other in table.to_the_left(seat)}
    asked = {other for other, lots in others.items() if lots}
    if not table.option("build_shortage_asked") or 1 + sum(others.values()) <= stock(table, kind):
        put_up(table, deed, deed.cost, "build.price")
        return
    table.matters.append(
        Matter(
            MatterKind.SHORTAGE,
            seat,
            other=kind,
            square=deed.where,
            members=asked,
            wants={seat},
            last=seat,
            stage=Stage.ASKING,
        )
    )
    table.tell("SHORTAGE_ASKED", "build.shortage-asked", player=seat, square=deed.where, amount=bits_of(asked))


def shortage_on_top(table: Table) -> Matter | None:
    matter = table.top
    return matter if matter and matter.kind == MatterKind.SHORTAGE else None


def may_want(table: Table, action: Action) -> str | None:
    matter = shortage_on_top(table)
    asking = matter and matter.stage in (Stage.ASKING, Stage.ASKING_AGAIN)
    if matter is None or not asking or action["player"] not in matter.members:
        return "build.shortage-asked"
    return None


def want(table: Table, action: Action) -> None:
    matter = table.top
    assert matter is not None
    matter.members.remove(action["player"])
    matter.wants.add(action["player"])
    table.tell("BUILDING_WANTED", "build.shortage-asked", player=action["player"], square=lot_named(matter))


def may_pass(table: Table, action: Action) -> str | None:
    """A player asked may pass, and who places at the printed price; not who won the auction."""
    matter = shortage_on_top(table)
    if matter and matter.stage == Stage.PLACING and matter.player == action["player"] and matter.amount == 0:
        return None
    return may_want(table, action)


def pass_by(table: Table, action: Action) -> None:
    matter = table.top
    assert matter is not None
    table.tell("BUILDING_PASSED", "build.shortage-asked", player=action["player"], square=lot_named(matter))
    if matter.stage == Stage.PLACING:
        table.matters.remove(matter)
    else:
        matter.members.remove(action["player"])


def lot_named(matter: Matter) -> int:
    """The lot asked for, or once asked again the kind of building."""
    return matter.square if matter.stage == Stage.ASKING else matter.other


def all_answered(table: Table, matter: Matter) -> bool:
    """What follows when nobody is left to be asked."""
    if matter.stage not in (Stage.ASKING, Stage.ASKING_AGAIN) or matter.members:
        return False
    if matter.stage == Stage.ASKING and matter.wants == {matter.player}:
        deed = table.deed_at[matter.square]
        table.matters.remove(matter)
        put_up(table, deed, deed.cost, "build.price")  # none wanted: the asker pays the printed price
    elif not matter.wants:
        table.matters.remove(matter)
    elif len(matter.wants) == 1:
        place_at_printed_price(matter, min(matter.wants))
    else:
        matter.stage = Stage.AUCTION  # build.shortage-auction: among those who want it
        open_auction(table, matter.player, matter.other, "build.shortage-auction", matter.wants)
    return True


def place_at_printed_price(matter: Matter, seat: int) -> None:
    """A single one left buys at the printed price, lot by lot, or passes; no price is set aside."""
    matter.stage, matter.player, matter.amount = Stage.PLACING, seat, 0


def may_place(table: Table, action: Action) -> str | None:
    matter = shortage_on_top(table)
    if matter is None or matter.stage != Stage.PLACING or matter.player != action["player"]:
        return "build.shortage-auction"
    deed = table.deed_at.get(action["square"])
    refusal = may_stand(table, action["player"], deed)
    if refusal:
        return refusal
    assert deed is not None
    if kind_for(deed) != matter.other:
        return "build.four-then-hotel"
    if stock(table, matter.other) == 0:
        return "build.none-left"
    price = matter.amount or deed.cost
    set_aside = table.reserved(action["player"]) - matter.amount
    return "build.price" if table.cash[action["player"]] - set_aside < price else None


def place(table: Table, action: Action) -> None:
    """The building goes onto a lot where the winner may build; then whoever still can is asked again."""
    matter = table.top
    assert matter is not None
    deed = table.deed_at[action["square"]]
    price, rule = matter.amount or deed.cost, "build.shortage-auction" if matter.amount else "build.price"
    matter.amount = 0
    put_up(table, deed, price, rule)
    ask_again(table, matter)


def ask_again(table: Table, matter: Matter) -> None:
    """build.shortage-asked: everyone who wanted one and still can, until stock or wishes end."""
    still = {seat for seat in matter.wants if room(table, seat, matter.other)}
    matter.last = NOBODY
    if not still or stock(table, matter.other) == 0:
        table.matters.remove(matter)
    elif len(still) == 1:
        matter.wants = still
        place_at_printed_price(matter, min(still))
    else:
        matter.stage, matter.members, matter.wants = Stage.ASKING_AGAIN, still, set()
        table.tell(
            "SHORTAGE_ASKED", "build.shortage-asked", player=matter.player, square=matter.other, amount=bits_of(still)
        )
