"""The bot "cautious": it buys, bids up to the printed price, builds and saves. It never offers a deal.

- It buys a deed if `RESERVE` dollars remain afterwards, and bids for other deeds up to the printed price.
- At the end of its turn it builds evenly, group by group, while `BUILDING_RESERVE` dollars remain; then it lifts
  mortgages.
- It takes deeds for at most `BARGAIN` percent of their printed prices. It sells a deed of no complete group of its own
  for `SALE` percent in cash. If that completes a group of the buyer's, the price is `LAST_SALE` percent, and between
  the last two players there is none. If it never sold anything, most games with it would never end.
- In Jail it pays the fine while the Bank has deeds to sell; otherwise it throws.
"""

from passgo.bots import habits, holdings
from passgo.bots.policy import Memory, Notes, notes_at
from passgo.bots.reasons import NOT_FOR_SALE, TELLS, TOO_LITTLE_LEFT, WANTS_CASH, give_reason
from passgo.machine.decorators import apart, entry, rare
from passgo.rules import codes, ids
from passgo.rules.chance import blank
from passgo.rules.deals import can_accept
from passgo.rules.deeds import held_by, interest, mortgage_value
from passgo.rules.sets import count_of, has, lowest, without_lowest
from passgo.rules.state import Action, Actions, Edition, Editions, Games, State
from passgo.rules.turns import playing

RESERVE = 100
BUILDING_RESERVE = 300
LIFTING_RESERVE = 600
BARGAIN = 50
SALE, LAST_SALE = 300, 400
NO_PRICE = codes.MOST_CASH + 1  # more than anybody can pay
ASKED_AT = 0  # place in the notebook: the turn in which the bot last asked for a building
CASH_THEN = 1  # place in the notebook: the cash it had at that moment


@apart
def lot_to_build(g: State, e: Edition, player: int, spend: int) -> int:
    """The lot to build on for at most `spend`: the lowest lot of the first complete group in board order; or NOBODY."""
    deeds = held_by(g, player)
    for group in range(codes.GROUPS):
        members = e.group_set[group]
        if members & ~deeds == 0 and members & g.mortgaged == 0 and holdings.is_street_group(e, group):
            lot = codes.NOBODY
            fewest = codes.HOTEL
            for d in range(lowest(members), codes.DEEDS):
                if has(members, d) and g.level[d] < fewest:
                    fewest = g.level[d]
                    lot = d
            stock = g.hotels if fewest == codes.HOTEL - 1 else g.houses
            if lot != codes.NOBODY and stock > 0 and e.house_cost[lot] <= spend:
                return lot
    return codes.NOBODY


@apart
def end_of_turn(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """Build, or lift the first mortgage; otherwise end the turn."""
    cash = g.cash[player]
    asked_in_vain = notes[ASKED_AT] == g.turn and notes[CASH_THEN] == cash
    lot = codes.NOBODY
    if cash > BUILDING_RESERVE and g.hour_struck == 0 and not asked_in_vain:
        lot = lot_to_build(g, e, player, cash - BUILDING_RESERVE)
    if lot != codes.NOBODY:
        notes[ASKED_AT] = g.turn
        notes[CASH_THEN] = cash
        habits.act_on_deed(e, a, codes.BUILD, player, lot)
        return
    pledged = held_by(g, player) & g.mortgaged if g.mortgaged != 0 and cash > LIFTING_RESERVE else 0
    if pledged != 0:
        deed = lowest(pledged)
        if mortgage_value(e, deed) + interest(e, deed) <= cash - LIFTING_RESERVE:
            habits.act_on_deed(e, a, codes.LIFT_MORTGAGE, player, deed)
            return
    blank(a, codes.END_TURN, player)


@apart
def price_of(g: State, e: Edition, buyer: int, deeds: int) -> int:
    """The least price of deeds that the player sells; NO_PRICE if one of them is not sold at all."""
    total = 0
    after = held_by(g, buyer) | deeds
    while deeds != 0:
        d = lowest(deeds)
        deeds = without_lowest(deeds)
        if holdings.is_of_complete_group(g, e, d):
            return NO_PRICE
        last = e.kind[d] == codes.STREET and e.group_set[e.group[d]] & ~after == 0
        if last and count_of(playing(g)) == 2:
            return NO_PRICE
        total += e.price[d] * (LAST_SALE if last else SALE) // 100
    return total


@rare
def unsold(g: State, e: Edition, buyer: int, deeds: int) -> int:
    """The first of these deeds that is not sold at all."""
    while without_lowest(deeds) != 0 and price_of(g, e, buyer, 1 << lowest(deeds)) != NO_PRICE:
        deeds = without_lowest(deeds)
    return lowest(deeds)


@rare
def explain(g: State, e: Edition, proposer: int, notes: Notes, missing: int) -> None:
    """Say why an offer is refused: something is not for sale, cash is missing, or the cash is needed for rents."""
    if missing >= NO_PRICE // 2:
        give_reason(notes, NOT_FOR_SALE, unsold(g, e, proposer, g.offer_take_deeds[proposer]))
    elif missing > 0:
        give_reason(notes, WANTS_CASH, missing)
    else:
        give_reason(notes, TOO_LITTLE_LEFT, 0)


@apart
def missing_cash(g: State, e: Edition, proposer: int) -> int:
    """By how many dollars an offer is too small: deeds are bought for little cash, and sold for much."""
    gives = g.offer_take_deeds[proposer]
    if gives != 0:
        return price_of(g, e, proposer, gives) - g.offer_give_cash[proposer]
    deeds = g.offer_give_deeds[proposer] & ~g.mortgaged
    printed = 0
    while deeds != 0:
        printed += e.price[lowest(deeds)]
        deeds = without_lowest(deeds)
    return g.offer_take_cash[proposer] - BARGAIN * printed // 100


@apart
def answer(g: State, e: Edition, a: Action, player: int, proposer: int, notes: Notes) -> None:
    """Accept an offer of deeds for little cash, or of much cash for deeds; refuse every other offer."""
    habits.refuse(a, player, proposer)
    if g.offer_take_cards[proposer] != 0 or g.offer_settles[proposer] == 1:
        return
    missing = missing_cash(g, e, proposer)
    paid = g.offer_take_cash[proposer]
    if missing <= 0 and (paid == 0 or paid <= g.cash[player] - RESERVE):
        a.kind = codes.ACCEPT
        if can_accept(g, e, a) != ids.LAWFUL:
            habits.refuse(a, player, proposer)
    elif notes[TELLS] == 1:
        explain(g, e, proposer, notes, missing)


@apart
def in_matter(g: State, e: Edition, a: Action, player: int) -> None:
    """Answer the matter on top."""
    m = g.matters - 1
    kind = g.matter_kind[m]
    if kind == codes.MATTER_AUCTION:
        lot = g.matter_square[m]
        limit = RESERVE if lot >= codes.LOT_HOUSE else 0
        if lot < codes.SQUARES:
            limit = e.price[e.deed_at[lot]]
        habits.bid_up_to(g, e, a, player, min(limit, g.cash[player] - RESERVE))
    elif kind == codes.MATTER_DEBT:
        habits.raise_money(g, e, a, player)
    elif kind == codes.MATTER_KEEP_OR_LIFT:
        habits.keep_or_lift(g, e, a, player, LIFTING_RESERVE)
    elif g.matter_stage[m] == codes.STAGE_PLACING:
        habits.place_building(g, e, a, player)
    else:
        blank(a, codes.PASS_BUILDING, player)


@apart
def in_turn(g: State, e: Edition, a: Action, player: int, notes: Notes) -> None:
    """What the player on turn does in each phase."""
    phase = g.phase
    if phase == codes.PHASE_BEFORE_THROW:
        habits.throw_or_leave_jail(g, e, a, player, RESERVE)
    elif phase == codes.PHASE_END_TURN:
        end_of_turn(g, e, a, player, notes)
    elif phase == codes.PHASE_BUY:
        price = e.price[e.deed_at[g.square[player]]]
        blank(a, codes.BUY if g.cash[player] >= price + RESERVE else codes.DECLINE, player)
    elif phase == codes.PHASE_CHOOSE_SQUARE:
        blank(a, codes.CHOOSE_SQUARE, player)
        a.square = 0 if g.square[player] != 0 else 1  # to GO, for the salary
    else:
        habits.go_on(g, a, player)


@entry
def cautious(
    games: Games, i: int, editions: Editions, e: int, player: int, actions: Actions, j: int, memory: Memory, m: int
) -> None:
    """Write the action of the player to action j."""
    notes = notes_at(memory, m)
    g, ed, a = games[i], editions[e], actions[j]
    proposer = habits.proposer_to(g, player) if habits.offers_open(g) else codes.NOBODY
    if proposer != codes.NOBODY:
        answer(g, ed, a, player, proposer, notes)
    elif g.matters > 0:
        in_matter(g, ed, a, player)
    elif g.claims > 0 and habits.claim_rent(g, a, player):
        return
    elif player == g.on_turn:
        in_turn(g, ed, a, player, notes)
    else:
        blank(a, codes.END_TURN, player)
