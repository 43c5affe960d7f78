"""A building shortage: who wants one is asked, one building is auctioned, and so on until stock or wishes end."""

from passgo.machine.decorators import rule
from passgo.rules import codes, ids
from passgo.rules.bank import close_matter, erect, open_auction, tell
from passgo.rules.deeds import askable, can_stand, free_cash, lot_kind, stock_of
from passgo.rules.sets import has, lowest
from passgo.rules.state import Action, Edition, Log, State
from passgo.rules.turns import next_to_left, top_matter


@rule("build.shortage-asked")
def can_answer(g: State, player: int) -> int:
    """Only those who are asked answer."""
    m = g.matters - 1
    asked = top_matter(g) == codes.MATTER_SHORTAGE and has(g.matter_set[m], player)
    return ids.LAWFUL if asked else ids.BUILD_SHORTAGE_ASKED


@rule("auction.order")
def next_answerer(g: State) -> int:
    """For players who answer one by one: from the asker's left, the asker last; then whoever places the building."""
    m = g.matters - 1
    if g.matter_stage[m] == codes.STAGE_PLACING:
        return g.matter_last[m]
    return next_to_left(g, g.matter_set[m], g.matter_player[m])


@rule("build.shortage-asked")
def want(g: State, log: Log, player: int) -> None:
    """I want one too."""
    m = g.matters - 1
    g.matter_set[m] &= ~(1 << player)
    g.matter_wants[m] |= 1 << player
    tell(log, codes.BUILDING_WANTED, ids.BUILD_SHORTAGE_ASKED, player=player, square=g.matter_other[m])


@rule("build.shortage-asked")
def can_pass(g: State, player: int) -> int:
    """Not wanting one; or, left alone at the printed price, changing one's mind."""
    m = g.matters - 1
    alone = (
        top_matter(g) == codes.MATTER_SHORTAGE and g.matter_stage[m] == codes.STAGE_PLACING and g.matter_amount[m] == 0
    )
    if alone and g.matter_last[m] == player:
        return ids.LAWFUL
    return can_answer(g, player)


@rule("build.shortage-asked")
def pass_over(g: State, log: Log, player: int) -> None:
    """I want none."""
    m = g.matters - 1
    tell(log, codes.BUILDING_PASSED, ids.BUILD_SHORTAGE_ASKED, player=player, square=g.matter_other[m])
    if g.matter_stage[m] == codes.STAGE_PLACING:
        close_matter(g, m)
    else:
        g.matter_set[m] &= ~(1 << player)


@rule("build.shortage-auction", "build.price", "build.group", "build.evenly")
def can_place(g: State, e: Edition, a: Action) -> int:
    """The winner puts the building onto a lot where they may build; left alone, for its printed price."""
    m = g.matters - 1
    placing = top_matter(g) == codes.MATTER_SHORTAGE and g.matter_stage[m] == codes.STAGE_PLACING
    if not placing or g.matter_last[m] != a.player:
        return ids.BUILD_SHORTAGE_AUCTION
    refusal = can_stand(g, e, a.player, a.square)
    if refusal != ids.LAWFUL:
        return refusal
    deed = e.deed_at[a.square]
    if lot_kind(g, deed) != g.matter_other[m]:
        return ids.BUILD_FOUR_THEN_HOTEL
    dear = g.matter_amount[m] == 0 and e.house_cost[deed] > free_cash(g, e, a.player)
    return ids.BUILD_PRICE if dear else ids.LAWFUL


@rule("build.shortage-auction")
def place(g: State, e: Edition, log: Log, a: Action) -> None:
    """Pay what was bid, or the printed price if nobody else wanted it; then the others are asked again."""
    m = g.matters - 1
    deed = e.deed_at[a.square]
    if g.matter_amount[m] > 0:
        erect(g, log, a.player, deed, a.square, g.matter_amount[m], ids.BUILD_SHORTAGE_AUCTION)
    else:
        erect(g, log, a.player, deed, a.square, e.house_cost[deed], ids.BUILD_PRICE)
    ask_again(g, e, log, m)


@rule("build.shortage-asked")
def ask_again(g: State, e: Edition, log: Log, m: int) -> None:
    """Whoever wanted one and still can is asked again, until stock or wishes end."""
    kind = g.matter_other[m]
    g.matter_set[m] = g.matter_wants[m] & askable(g, e, kind)
    g.matter_wants[m] = 0
    g.matter_amount[m] = 0
    g.matter_stage[m] = codes.STAGE_ASKING_AGAIN
    if stock_of(g, kind) == 0 or g.matter_set[m] == 0:
        close_matter(g, m)
    else:
        tell(
            log,
            codes.SHORTAGE_ASKED,
            ids.BUILD_SHORTAGE_ASKED,
            player=g.matter_player[m],
            square=kind,
            amount=g.matter_set[m],
        )


@rule("build.shortage-asked", "build.shortage-auction")
def settle_shortage(g: State, e: Edition, log: Log) -> bool:
    """Once all have answered: one building is auctioned among two or more, or sold to the only one left."""
    m = g.matters - 1
    if g.matter_stage[m] == codes.STAGE_AUCTION:
        close_matter(g, m)  # its auction ended without a bid
        return True
    if g.matter_stage[m] == codes.STAGE_PLACING or g.matter_set[m] != 0:
        return False
    wants = g.matter_wants[m]
    if wants == 0:
        close_matter(g, m)
    elif wants & (wants - 1) != 0:
        g.matter_stage[m] = codes.STAGE_AUCTION
        open_auction(g, log, g.matter_player[m], g.matter_other[m], wants, ids.BUILD_SHORTAGE_AUCTION)
    else:
        sell_to_only_one(g, e, log, m, lowest(wants))
    return True


@rule("build.shortage-asked")
def sell_to_only_one(g: State, e: Edition, log: Log, m: int, player: int) -> None:
    """If none else wanted it, the asker pays the printed price for the lot asked for; later, for a lot of choice."""
    if g.matter_stage[m] == codes.STAGE_ASKING_AGAIN:
        g.matter_stage[m] = codes.STAGE_PLACING
        g.matter_last[m] = player
        return
    square = g.matter_square[m]
    deed = e.deed_at[square]
    close_matter(g, m)
    erect(g, log, player, deed, square, e.house_cost[deed], ids.BUILD_PRICE)
