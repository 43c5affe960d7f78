"""Section 8: more buildings are wanted than the Bank has."""

from tests.reference.auctions import open_auction
from tests.reference.building import against_standing, could_build, is_short, kind_for, put_up, room, stock
from tests.reference.contract import Action, MatterKind, Stage, bits_of
from tests.reference.table import Matter, Objections, Table


def build(table: Table, action: Action) -> None:
    """build.shortage-asked: build at the printed price, unless others must be asked first."""
    seat, deed = action.player, table.deed_at[action.square]
    if not is_short(table, seat, deed):
        put_up(table, deed, deed.cost, "build.price")
        return
    kind = kind_for(deed)
    asked = {other for other in table.to_the_left(seat) if room(table, other, kind)}
    table.matters.append(
        Matter(
            MatterKind.SHORTAGE,
            seat,
            other=kind,
            square=deed.where,
            members=asked,
            wants={seat},
            stage=Stage.ASKING,
        )
    )
    table.tell("SHORTAGE_ASKED", "build.shortage-asked", player=seat, square=kind, amount=bits_of(asked))


def shortage_on_top(table: Table) -> Matter | None:
    matter = table.top
    return matter if matter and matter.kind == MatterKind.SHORTAGE else None


def against_answer(table: Table, action: Action) -> Objections:
    matter = shortage_on_top(table)
    asking = matter and matter.stage in (Stage.ASKING, Stage.ASKING_AGAIN)
    if matter is None or not asking or action.player not in matter.members:
        yield "build.shortage-asked"


def want(table: Table, action: Action) -> None:
    matter = table.top
    assert matter is not None
    matter.members.remove(action.player)
    matter.wants.add(action.player)
    table.tell("BUILDING_WANTED", "build.shortage-asked", player=action.player, square=matter.other)


def against_pass(table: Table, action: Action) -> Objections:
    """A player asked may pass, and who places at the printed price; not who won the auction."""
    matter = shortage_on_top(table)
    if matter and matter.stage == Stage.PLACING and matter.last == action.player and matter.amount == 0:
        return
    yield from against_answer(table, action)


def pass_by(table: Table, action: Action) -> None:
    matter = table.top
    assert matter is not None
    table.tell("BUILDING_PASSED", "build.shortage-asked", player=action.player, square=matter.other)
    if matter.stage == Stage.PLACING:
        table.matters.remove(matter)
    else:
        matter.members.remove(action.player)


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
    matter.stage, matter.last, matter.amount = Stage.PLACING, seat, 0


def against_place(table: Table, action: Action) -> Objections:
    matter = shortage_on_top(table)
    if matter is None or matter.stage != Stage.PLACING or matter.last != action.player:
        yield "build.shortage-auction"
        return
    deed = table.deed_at.get(action.square)
    if deed is None or not could_build(table, action.player, deed):
        yield "build.group"
        return
    yield from against_standing(table, action.player, deed)
    if kind_for(deed) != matter.other:
        yield "build.four-then-hotel"
    price = matter.amount or deed.cost
    if table.free_cash(action.player) + matter.amount < price:
        yield "build.price"


def place(table: Table, action: Action) -> None:
    """The building goes onto a lot where the winner may build; then whoever still can is asked again."""
    matter = table.top
    assert matter is not None
    deed = table.deed_at[action.square]
    price, rule = matter.amount or deed.cost, "build.shortage-auction" if matter.amount else "build.price"
    matter.amount = 0
    put_up(table, deed, price, rule)
    ask_again(table, matter)


def ask_again(table: Table, matter: Matter) -> None:
    """build.shortage-asked: everyone who wanted one and still can, until stock or wishes end."""
    still = {seat for seat in matter.wants if room(table, seat, matter.other)}
    if not still or stock(table, matter.other) == 0:
        table.matters.remove(matter)
    else:
        matter.stage, matter.members, matter.wants = Stage.ASKING_AGAIN, still, set()
        table.tell(
            "SHORTAGE_ASKED", "build.shortage-asked", player=matter.player, square=matter.other, amount=bits_of(still)
        )
