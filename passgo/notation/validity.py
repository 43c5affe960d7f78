"""Whether a position set up by hand is one that the rules allow; if not, why, and by which rule."""

from passgo.machine.records import arrays, new
from passgo.notation.dict_reader import Draft, fail, position_from_dict
from passgo.notation.dict_writer import MATTERS, position_to_dict
from passgo.notation.position_line import FIELDS, PHASES, ROOMY, row_of
from passgo.rules import checks, codes, ids
from passgo.rules.legal import allowed
from passgo.rules.state import Action, State
from passgo.rules.turns import is_chance_phase

WAITING = {phase for phase in range(len(PHASES)) if is_chance_phase(phase)} | {
    codes.PHASE_BEFORE_THROW,
    codes.PHASE_CHOOSE_BUS,
    codes.PHASE_CHOOSE_SQUARE,
    codes.PHASE_BUY,
    codes.PHASE_FINE_OR_CHANCE,
    codes.PHASE_CHOOSE_TAX,
    codes.PHASE_END_TURN,
    codes.PHASE_GAME_OVER,
}
"""The phases in which a player or chance acts; the others pass by themselves."""

PUBLIC = {ids.DEBT_LIMITS, ids.DEAL_NO_BUILDINGS, ids.DEAL_SETTLEMENT, ids.MORTGAGE_CHOICE, ids.SHORT_END}
"""The rules by which an offer falls; others depend on cash, which is judged when it is accepted."""

RENTS_PER_THROW = 2
"""A throw moves the token to one rent, and a card or Mr. M on to another."""

RENTS_PER_TURN = 3 * RENTS_PER_THROW


def check_position(draft: Draft) -> None:
    """Refuse a position that could not arise at this table, with the reason; the engine's own checks come last."""
    records, record = arrays(State, draft.records), draft.names.ruleset.rows
    number = checks.broken(records, 0, record, 0)
    if number == checks.RANGE:
        fail("", checks.NAMES[number])
    check_seats(draft)
    check_tokens(draft)
    check_groups(draft)
    check_players(draft)
    check_opening(draft)
    check_counts(draft)
    check_phase(draft)
    check_offers(draft)
    check_claims(draft)
    for m in range(draft.g.matters):
        check_matter(draft, m)
    if number:
        fail("", checks.NAMES[number])
    check_standing_offers(draft)
    check_round_trip(draft)


def check_seats(draft: Draft) -> None:
    """Nobody takes part who does not sit at the table."""
    g = draft.g
    seats = [g.on_turn, g.first, *(seat for row in (g.claim_lander, g.claim_owner) for seat in row[: g.claims])]
    for m in range(g.matters):
        seats += [g.matter_player[m], max(g.matter_last[m], 0)]
        if g.matter_kind[m] != codes.MATTER_SHORTAGE and g.matter_other[m] not in (codes.NOBODY, codes.BANK, codes.POT):
            seats.append(g.matter_other[m])
    if any(not 0 <= seat < g.players for seat in seats) or (g.contenders | g.winners) >> g.players:
        fail("", f"somebody takes part who is not among the {g.players} players", rule="setup.players")
    if any(not 0 <= rule < len(ids.NAMES) for rule in g.matter_rule):
        fail("", f"there are {len(ids.NAMES) - 1} rules, and a matter names another", rule="debt.fixed")


def check_round_trip(draft: Draft) -> None:
    """A line can hold numbers that mean nothing where they stand. A dictionary cannot, so they are refused."""
    names = draft.names
    again = position_from_dict(position_to_dict(names, names.ruleset.tokens[: len(names.players)], draft.g))
    for name in FIELDS:
        if row_of(again.g, name) != row_of(draft.g, name):
            fail(name, "this says something that is not so in this position")


def check_tokens(draft: Draft) -> None:
    """Each player has a different token."""
    chosen = [token for token in draft.tokens if token is not None]
    for token in chosen:
        if chosen.count(token) > 1:
            fail("players", f"two players have the token {token!r}", rule="setup.tokens")


def check_groups(draft: Draft) -> None:
    """Buildings stand on complete groups of streets, evenly where the edition sells evenly, and not on mortgages."""
    g, ruleset, edition = draft.g, draft.names.ruleset, draft.names.ruleset.record[0]
    for group in ruleset.groups:
        built = [d for d in group.deeds if g.level[d] > 0]
        if not built:
            continue
        name = draft.names.deeds[built[0]]
        if ruleset.deeds[built[0]].kind != "street":
            fail("players", f"nothing can be built on {name}", rule="build.group")
        if any(g.owner[d] != g.owner[built[0]] for d in group.deeds):
            fail("players", f"{name} is built on, but its group {group.name} is not complete", rule="build.group")
        levels = [g.level[d] for d in group.deeds]
        if edition["build_sell_evenly"] and edition["build_sell_hotel"] and max(levels) - min(levels) > 1:
            fail("players", f"{group.name} is built unevenly", rule="build.evenly")
        mortgaged = [d for d in group.deeds if g.mortgaged >> d & 1]
        whole_group = edition["build_not_mortgaged"] and edition["mortgage_buildings_first"]
        if mortgaged and (whole_group or any(g.level[d] for d in mortgaged)):
            lot = draft.names.deeds[mortgaged[0]]
            fail("players", f"{group.name} is built on, and {lot} is mortgaged", rule="build.not-mortgaged")


def check_players(draft: Draft) -> None:
    """Who is in Jail stands there, who is out has nothing, and only Speed Die players throw it."""
    g, names, edition = draft.g, draft.names, draft.names.ruleset.record[0]
    for p, name in enumerate(names.players):
        where = f"players.{name}"
        if g.jail[p] and g.square[p] != edition["jail_square"]:
            fail(where, f"in Jail, and on {names.squares[g.square[p]]}", rule="jail.sent")
        if g.speeding[p] and not edition["speed_die"]:
            fail(where, "there is no Speed Die in this edition", rule="speed.faces")
        has_something = g.cash[p] or p in list(g.owner) or p in list(g.jail_card) or g.jail[p] or g.resigning[p]
        if g.out[p] and has_something:
            fail(where, "who is out has no cash, deeds, cards or place in Jail", rule="bankrupt.to-bank")
    left = [p for p in range(g.players) if not g.out[p]]
    if not left or (len(left) == 1 and g.phase != codes.PHASE_GAME_OVER):
        fail("players", "fewer than two are left, so the game is over", rule="bankrupt.last-wins")
    if g.out[g.on_turn] and g.matters == 0 and g.phase != codes.PHASE_GAME_OVER:
        fail("on_turn", f"{names.players[g.on_turn]} is out", rule="setup.turn-order")
    if g.cash[codes.POT] and not edition["free_parking_pot"]:
        fail("pot", "nothing lies on Free Parking at this table", rule="table.no-house-rules")


def check_opening(draft: Draft) -> None:
    """Before the first turn deeds are dealt round the table, and dice thrown by those who could still start."""
    g, edition = draft.g, draft.names.ruleset.record[0]
    to_deal = int(edition["short_deal"]) * g.players
    if g.phase in (codes.PHASE_DEAL_DEEDS, codes.PHASE_THROW_FOR_FIRST) and any(g.out):
        fail("players", "nobody has left before the first turn", rule="setup.first-player")
    if g.phase == codes.PHASE_DEAL_DEEDS and edition["short_deal_paid"]:
        for p, name in enumerate(draft.names.players):
            to_come = sum(n % g.players == p for n in range(g.cursor, to_deal))
            if g.cash[p] < to_come * int(max(edition["price"])):
                fail(f"players.{name}", f"too little cash for {to_come} deeds still to be dealt", rule="short.deal")
    if g.turn and g.phase in (codes.PHASE_DEAL_DEEDS, codes.PHASE_THROW_FOR_FIRST):
        fail("phase", f"{PHASES[g.phase]} comes before the first turn, not after {g.turn}", rule="setup.first-player")
    if g.phase == codes.PHASE_DEAL_DEEDS and not (0 <= g.cursor < to_deal and g.on_turn == g.cursor % g.players):
        fail("cursor", f"{g.cursor} deeds have been dealt, of {to_deal}, round the table", rule="short.deal")
    if g.phase == codes.PHASE_THROW_FOR_FIRST and not g.contenders >> g.on_turn & 1:
        fail("contenders", f"{draft.names.players[g.on_turn]} no longer throws", rule="setup.first-player")


def check_counts(draft: Draft) -> None:
    """What is counted as long as one plays must have room to grow."""
    for name in ("turn", "round", "offers_made"):
        if getattr(draft.g, name) > ROOMY:
            fail(name, f"{getattr(draft.g, name)} is more than {ROOMY}, so the game could not go on")


def check_phase(draft: Draft) -> None:
    """The turn waits for something that there is to do."""
    g, edition = draft.g, draft.names.ruleset.record[0]
    square = g.square[g.on_turn]
    deed = int(edition["deed_at"][square])
    here = draft.names.squares[square]
    if g.matters == 0 and g.phase not in WAITING:
        waiting = ", ".join(PHASES[phase] for phase in sorted(WAITING))
        fail("phase", f"{PHASES[g.phase]} passes by itself; a game waits in {waiting}", rule="table.one-matter")
    if (g.phase == codes.PHASE_GAME_OVER) != (g.winners != 0):
        fail("winners", "there are winners when the game is over, and only then", rule="bankrupt.last-wins")
    if g.phase == codes.PHASE_BUY and (deed < 0 or g.owner[deed] != codes.BANK):
        fail("phase", f"{here} is not for sale", rule="buy.option")
    if g.phase == codes.PHASE_THROW_FOR_RENT and (deed < 0 or g.owner[deed] in (codes.BANK, g.on_turn)):
        fail("phase", f"no rent is due on {here}", rule="rent.throw")
    if g.phase == codes.PHASE_CHOOSE_TAX and edition["tax_choice"][square] != codes.TAX_INCOME_CHOICE:
        fail("phase", f"there is no tax to choose on {here}", rule="tax.income")
    if g.phase == codes.PHASE_CHOOSE_BUS and g.dice[2] != codes.BUS:
        fail("phase", "the Speed Die does not show the Bus", rule="speed.bus")
    if g.phase == codes.PHASE_CHOOSE_SQUARE and len(set(g.dice)) > 1:
        fail("phase", "the dice show no triple", rule="speed.triple")
    if g.matters == 0 and g.phase in (codes.PHASE_BEFORE_THROW, codes.PHASE_END_TURN) and g.hour_struck:
        fail("hour_struck", "the hour has struck and the throw is completed, so the game is over", rule="short.end")
    if g.hour_struck and not edition["short_game"]:
        fail("hour_struck", "only a short game has an hour", rule="short.end")
    if g.matters == 0 and not is_chance_phase(g.phase) and any(g.resigning):
        fail("players", "nothing is pending, so who resigns leaves at once", rule="bankrupt.resign")


def check_offers(draft: Draft) -> None:
    """An offer is to another player still in, and each side gives what it has."""
    g, names = draft.g, draft.names
    for p, name in enumerate(names.players):
        partner = g.offer_to[p]
        if partner == codes.NOBODY:
            continue
        where = f"offers.{name}"
        if partner == p or g.out[p] or g.out[partner]:
            fail(where, "an offer is made to another player, both still in the game", rule="deal.private")
        for giver, deeds, cards in (
            (p, g.offer_give_deeds[p], g.offer_give_cards[p]),
            (partner, g.offer_take_deeds[p], g.offer_take_cards[p]),
        ):
            lacking = [names.deeds[d] for d in range(codes.DEEDS) if deeds >> d & 1 and g.owner[d] != giver]
            lacking += [f"the {deck} card" for deck in names.decks_of(cards) if g.jail_card[names.deck(deck)] != giver]
            if lacking:
                fail(where, f"{names.players[giver]} does not have {lacking[0]}", rule="deal.private")
        gives = g.offer_give_deeds[p] or g.offer_give_cash[p] or g.offer_give_cards[p]
        takes = g.offer_take_deeds[p] or g.offer_take_cash[p] or g.offer_take_cards[p] or g.offer_settles[p]
        if not (gives and takes):
            fail(where, "each side gives something", rule="deal.offers")


def check_standing_offers(draft: Draft) -> None:
    """An offer that is no longer lawful would have fallen: ask the rules whether it could be made now."""
    g, names = draft.g, draft.names
    probe, actions = draft.records.copy(), new(Action)
    if probe["matters"][0] == 0:
        probe["phase"] = codes.PHASE_BEFORE_THROW  # what stands while chance acts, stood before
    for p in range(g.players):
        if g.offer_to[p] == codes.NOBODY:
            continue
        for name in ("give_deeds", "take_deeds", "give_cash", "take_cash", "give_cards", "take_cards"):
            actions[name] = getattr(g, f"offer_{name}")[p]
        actions["kind"] = codes.OFFER_SETTLEMENT if g.offer_settles[p] else codes.OFFER
        actions["player"], actions["other"] = p, g.offer_to[p]
        records, record = arrays(State, probe), names.ruleset.rows
        refused = allowed(records, 0, record, 0, arrays(Action, actions), 0)
        if refused in PUBLIC:
            fail(f"offers.{names.players[p]}", "this offer could not stand", rule=ids.NAMES[refused])


def check_claims(draft: Draft) -> None:
    """Rents are claimed only where they must be, and by one player of another."""
    g, edition = draft.g, draft.names.ruleset.record[0]
    if g.claims and edition["rent_claims"] == 0:
        fail("claims", "at this table every rent is asked for at once", rule="rent.claim")
    for n in range(g.claims):
        lander, owner = g.claim_lander[n], g.claim_owner[n]
        if lander == owner or g.out[lander] or g.out[owner]:
            fail(f"claims[{n}]", "a claim is between two players still in the game", rule="rent.claim-holder")
        if g.claim_said[n] and g.matters == 0:
            fail(f"claims[{n}]", "nothing is pending, so a rent asked for is paid at once", rule="auction.meanwhile")


def check_arranged(draft: Draft) -> None:
    """Refuse, of a position that a person arranges, what no game comes to or what no game could go on from.

    Lines and records made by earlier versions may begin like that, and are still read.
    """
    g, names, edition = draft.g, draft.names, draft.names.ruleset.record[0]
    for p, name in enumerate(names.players):
        arriving = p == g.on_turn and g.phase == codes.PHASE_TO_JAIL
        if not (g.out[p] or arriving) and edition["square_kind"][g.square[p]] == codes.GO_TO_JAIL:
            fail(f"players.{name}", "nobody stops there: the token goes on to Jail at once", rule="jail.sent")
    if g.doubles >= 3 and g.phase not in (codes.PHASE_TO_JAIL, codes.PHASE_NEXT_TURN, codes.PHASE_GAME_OVER):
        fail("doubles", "the third in a row send the player to Jail, and the turn is over", rule="move.three-doubles")
    most = codes.MATTERS - codes.MATTERS_RESERVED
    if g.matters > most:
        fail("matters", f"with more than {most} the game could not go on", rule="table.one-matter")
    if claims_to_come(g) > codes.CLAIMS:
        fail("claims", f"more than {codes.CLAIMS} could be alive before these lapse", rule="rent.claim-window")


def claims_to_come(g: State) -> int:
    """The most claims that can be alive at once, from here on until those of this position have lapsed.

    A claim outlives the next first throw of a turn and lapses with the one after that.
    """
    fresh = list(g.claim_age[: g.claims]).count(0)
    before_throw = g.phase in (codes.PHASE_BEFORE_THROW, codes.PHASE_THROW)
    if g.phase == codes.PHASE_BEFORE_THROW and g.throws == 0:
        return fresh + RENTS_PER_TURN
    throws = max(3 - g.doubles, 0) if before_throw or g.again else 0
    over = before_throw or g.phase in (codes.PHASE_END_TURN, codes.PHASE_NEXT_TURN, codes.PHASE_GAME_OVER)
    rents = RENTS_PER_THROW * (throws if over else throws + 1)
    return max(g.claims + rents, fresh + rents + RENTS_PER_TURN)


def check_matter(draft: Draft, m: int) -> None:
    """A matter is open as long as somebody has to answer it."""
    g, names = draft.g, draft.names
    where, kind, on_top = f"matters[{m}]", g.matter_kind[m], m == g.matters - 1
    player, other, amount, members = g.matter_player[m], g.matter_other[m], g.matter_amount[m], g.matter_set[m]
    playing = sum(1 << p for p in range(g.players) if not g.out[p])
    if kind == codes.MATTER_DEBT:
        if other == player or other == codes.NOBODY or (other < codes.BANK and g.out[other]) or g.out[player]:
            fail(where, "a debt is owed to another player still in the game, or to the Bank", rule="debt.raise")
        if amount < 1 or (on_top and g.cash[player] >= amount):
            fail(where, f"{names.players[player]} can pay ${amount} at once", rule="debt.raise")
    elif kind == codes.MATTER_AUCTION:
        if members & ~playing or not members or (other != codes.NOBODY and not members >> other & 1):
            fail(where, "the bidders are players still in the game, the highest among them", rule="auction.anyone")
        if other != codes.NOBODY and members == 1 << other:
            fail(where, "all others have withdrawn, so the auction is over", rule="auction.open-outcry")
        if (other == codes.NOBODY) != (amount == 0) or (other != codes.NOBODY and g.cash[other] < amount):
            fail(where, "the highest bidder has the cash that was bid", rule="auction.cash")
    elif kind == codes.MATTER_KEEP_OR_LIFT:
        decided = on_top and not members  # beneath an unpaid interest or an estate nothing may be left to decide
        if (
            decided
            or members & ~g.mortgaged
            or any(members >> d & 1 and g.owner[d] == codes.BANK for d in range(codes.DEEDS))
        ):
            fail(where, "the deeds to keep or lift are mortgaged ones of players", rule="mortgage.choice")
    elif on_top and (kind == codes.MATTER_ESTATE or g.matter_stage[m] == codes.STAGE_AUCTION):
        fail(where, f"a matter of the kind {MATTERS[kind]} lies beneath its auction", rule="table.one-matter")
    elif (
        kind == codes.MATTER_SHORTAGE and on_top and g.matter_stage[m] != codes.STAGE_PLACING and not members & playing
    ):
        fail(where, "in a shortage somebody is still to be asked", rule="build.shortage-asked")
