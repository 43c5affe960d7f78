"""Everything a player may do has its button, and the button does it."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.axe import faults, resize
from tests.browser.conftest import NewPage
from tests.browser.others import Others
from tests.browser.robot import choose_square, open_resign, press, question, sums, until, visible
from tests.browser.scenarios import asked, built_up, debtor, hopeless, landlord, move_on, whole_groups
from tests.browser.serving import Server

LONG = {"decision": 600, "call": 600, "grace": 600}


def opened(page: Page, name: str) -> None:
    """Open a dialog by its button."""
    until(page, lambda: press(page, [name]), f"{name} can be opened")
    visible(page.locator(f"[data-panel='{name}']"))


def test_build_and_sell_a_house(server: Server, new_page: NewPage) -> None:
    game, board = built_up(server, 3, clock=LONG)
    page = new_page(server.link(game, 0))
    opened(page, "groups")
    lot = page.locator("[data-lot]").first
    standing = lot.locator(".stepper b")
    assert standing.inner_text() == "3 houses"
    square, lots = int(lot.get_attribute("data-lot") or 0), page.locator("[data-lot]").count()

    def levels() -> list[int]:
        with Others(server, game, [0]) as ann:
            group = next(g for g in board["groups"] if any(board["deeds"][d]["square"] == square for d in g["deeds"]))
            return [ann.view["level"][deed] for deed in group["deeds"]]

    lot.locator("[data-do='draft']").click()
    until(page, lambda: standing.inner_text() == "4 houses", "the fourth house is drafted")
    assert lot.locator("[data-do='draft']").is_disabled(), "the others come first"
    assert visible(lot.locator(".why")).get_attribute("data-rule") == "build.evenly"
    page.locator("[data-do='more-houses']").click()
    expect(page.locator(f"[data-draft='{lots}']")).to_be_visible()
    assert levels() == [3] * lots, "nothing is done before the button"
    page.locator("[data-do='build']").click()
    expect(page.locator("[data-draft='0']")).to_be_visible()
    assert levels() == [4] * lots
    lot.locator("[data-do='sell']").click()
    assert levels() == [4] * lots, "a sale is asked about"
    visible(page.locator("[data-act='SellBuilding']")).click()
    until(page, lambda: standing.inner_text() == "3 houses", "it is sold again")
    left = f"{board['houses'] - 4 * lots + 1} houses"
    until(page, lambda: left in page.locator("[data-panel='groups'] footer").inner_text(), "the Bank's stock is told")


def test_building_needs_no_mouse(server: Server, new_page: NewPage) -> None:
    game, _ = built_up(server, 1, clock=LONG)
    page = new_page(server.link(game, 0), settings={"hints": "none", "soundOffered": True})
    opened(page, "groups")
    lots = page.locator("[data-lot]")
    standing = lots.locator(".stepper b")
    count = lots.count()

    def levels() -> list[str]:
        return standing.all_inner_texts()

    def pressed(key: str, *there: str) -> None:
        page.keyboard.press(key)
        until(page, lambda: levels() == list(there), f"{key} leads to {there}")

    one, two, three = "1 house", "2 houses", "3 houses"
    rest = [one] * (count - 2)
    pressed("ArrowRight", *[one] * count)
    expect(lots.first).to_be_focused()
    pressed("+", two, one, *rest)
    page.keyboard.press("ArrowRight")
    expect(lots.nth(1)).to_be_focused()
    pressed("ArrowUp", two, two, *rest)
    pressed("-", two, one, *rest)
    pressed("e", *[two] * count)
    page.keyboard.press("Escape")
    until(page, lambda: not page.locator("[data-panel='groups']").count(), "the view is left")
    visible(page.locator(".toast [data-do='take']"))
    page.keyboard.press("u")
    until(page, lambda: levels() == [two] * count, "the draft is had back")
    pressed("e", *[three] * count)
    page.keyboard.press("Enter")
    expect(page.locator("[data-draft='0']")).to_be_visible()
    assert levels() == [three] * count
    with Others(server, game, [0]) as ann:
        assert sorted(ann.view["level"])[-count:] == [3] * count


@pytest.mark.parametrize("name", ["groups", "mortgages", "offer"])
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (768, 1024)])
def test_no_hint_lies_over_the_squares_of_a_tablet(
    server: Server, new_page: NewPage, name: str, width: int, height: int
) -> None:
    game, _ = built_up(server, 1, clock=LONG)
    page = new_page(server.link(game, 0), size="tablet")
    page.set_viewport_size({"width": width, "height": height})
    visible(page.locator("[data-hint]"))
    for opens in (False, True):
        if opens:
            opened(page, name)
        covered = page.evaluate(
            """() => { const hint = document.querySelector('[data-hint]')?.getBoundingClientRect();
              return hint ? [...document.querySelectorAll('[data-square]')].filter((one) => {
                const square = one.getBoundingClientRect();
                return one.closest('.squares') && square.top < hint.bottom && square.bottom > hint.top
                  && square.left < hint.right && square.right > hint.left; }).length : 0; }"""
        )
        assert covered == 0


def test_sell_all_hotels_at_once(server: Server, new_page: NewPage) -> None:
    game, _ = built_up(server, 5, clock=LONG)
    page = new_page(server.link(game, 0))
    opened(page, "groups")
    standing = page.locator("[data-lot] .stepper b")
    assert "otel" in standing.first.inner_text()
    button = visible(page.locator("[data-act='SellHotels']"))
    until(page, lambda: sums(button.inner_text()), "what it brings is told before")
    button.click()
    until(page, lambda: set(standing.all_inner_texts()) == {"no house"}, "the lots are bare")


def test_mortgage_undo_and_lift(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock=LONG)
    page = new_page(server.link(game, 0))
    opened(page, "mortgages")

    def cash() -> int:
        return sums(page.locator("[data-panel='mortgages'] footer").inner_text())[0]

    before = cash()
    page.locator("[data-act='Mortgage']").first.click()
    until(page, lambda: cash() > before, "the Bank pays")
    raised = cash() - before
    press(page, ["undo"])
    until(page, lambda: cash() == before, "it is taken back")
    page.locator("[data-act='Mortgage']").first.click()
    until(page, lambda: cash() == before + raised, "the Bank pays again")
    page.locator("[data-act='LiftMortgage']").click()
    until(page, lambda: cash() < before, "lifting costs the interest too")


def test_debt_is_raised_with_a_running_account(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(debtor(server, clock=LONG), 0))
    owed = visible(page.locator("[data-owed]"))
    before = int(owed.get_attribute("data-owed") or 0)
    assert page.locator("[data-sound]").count() == 0, "a debt needs the room"
    debt = page.locator("[data-panel='debt'] h2").inner_text()
    reason = page.locator("[data-panel='debt'] header p").inner_text()
    assert re.match(r"Rent on |The card says: |\w+ Tax\. ", reason), reason
    page.locator("[data-panel='debt'] [data-act='Mortgage']").first.click()

    # Who owes something to everybody has the next debt when the first is paid.
    def is_less() -> bool:
        paid = debt not in " ".join(page.locator("[data-panel]").all_inner_texts())
        # It may go between the two looks: then the next look sees that it is paid.
        return paid or int(owed.get_attribute("data-owed", timeout=500) or 0) < before

    until(page, is_less, "less is owed")


def test_bankruptcy_is_asked_once_more(server: Server, new_page: NewPage) -> None:
    page = new_page(server.link(hopeless(server, clock=LONG), 0))
    visible(page.locator("[data-panel='debt']"))
    while press(page, ["Mortgage"]):
        page.wait_for_timeout(150)
    until(page, lambda: press(page, ["bankrupt"]), "bankruptcy is open when nothing else is")
    visible(page.locator("[data-panel='bankrupt']"))
    assert not faults(page, "bankruptcy")
    page.keyboard.press("1")
    until(page, lambda: question(page) == "debt", "one may think again")
    press(page, ["bankrupt"])
    visible(page.locator("[data-act='GoBankrupt']")).click()
    until(page, lambda: "ankrupt" in page.locator("section.players").inner_text(), "Ann is out")


def test_a_debt_is_settled_by_an_offer_to_the_creditor(server: Server, new_page: NewPage) -> None:
    game = debtor(server, to=1, clock=LONG, options={"deal_settlement": True})
    page = new_page(server.link(game, 0))
    until(page, lambda: press(page, ["settle"]), "a settlement can be offered")
    visible(page.locator("[data-panel='offer'] [data-deed]")).click()
    with Others(server, game, [0]) as ann:
        purse = ann.hands[0]["cash"]  # the dice may have left her less than any sum one would name
    page.locator("[data-panel='offer'] input").fill(str(min(5, purse)))
    send = visible(page.locator("[data-do='send']:not([aria-disabled])"))
    assert not faults(page, "settlement")
    send.click()
    with Others(server, game, list(range(1, 8))) as others:
        until(page, lambda: others.heard(0.1).legal(1, "Accept"), "Ben has the offer")
        bens = new_page(server.link(game, 1))
        visible(bens.locator("[data-offer] [data-act='Accept']"))
        assert "the debt of $" in bens.locator("[data-offer]").inner_text(), "what he would give for it"
        assert bens.locator("[data-panel='debt']").count() == 0, "the debt is Ann's"
        bens.context.close()
        others.act(1, {"kind": "Accept", "other": 0})
    until(page, lambda: not page.locator("[data-panel='debt']").count(), "the debt is settled")


def test_keep_or_lift_an_inherited_mortgage(server: Server, new_page: NewPage) -> None:
    game, _, deeds = landlord(server, clock=LONG)
    with Others(server, game, [0, 1]) as both:
        both.act(0, {"kind": "Mortgage", "square": deeds[0]})
        both.act(0, {"kind": "Offer", "other": 1, "give": [deeds[0]], "take_cash": 1})
    page = new_page(server.link(game, 1))
    card = visible(page.locator("[data-offer]"))
    assert "interest" in card.inner_text(), "the 10 % are seen before one agrees"
    assert not faults(page, "an offer")
    card.locator("[data-act='Accept']").click()
    panel = visible(page.locator("[data-panel='keep']"))
    assert len(sums(panel.inner_text())) >= 2
    assert not faults(page, "keep or lift")
    assert "keep" in panel.locator("[data-answers] button").first.inner_text().lower()
    page.keyboard.press("1")
    until(page, lambda: question(page) != "keep", "the choice is made")


def test_a_shortage_of_houses_is_asked_auctioned_and_placed(server: Server, new_page: NewPage) -> None:
    game, board, deeds = landlord(server, clock=LONG, options={"setup_houses": 1})
    mine, bens = whole_groups(board, deeds)[:2]
    with Others(server, game, list(range(8))) as seats:
        seats.deal(0, 1, give=bens, take_cash=1)
        seats.act(0, {"kind": "Build", "square": mine[0]})
        page = new_page(server.link(game, 1))
        visible(page.locator("[data-panel='shortage']"))
        assert not faults(page, "shortage")
        press(page, ["WantBuilding"])
        visible(page.locator("[data-panel='auction']"))
        page.locator("[data-act='Bid']").first.click()
        until(page, lambda: "You lead" in page.inner_text("[data-panel='auction']"), "Ben bids")
        seats.listen()
        seats.act(0, {"kind": "Withdraw"})
    place = visible(page.locator("[data-act='PlaceBuilding']"))
    assert not faults(page, "placing")
    place.click()
    until(page, lambda: question(page) not in ("placing", "shortage"), "the house stands")


def test_rent_is_claimed_by_hand(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock=LONG, options={"rent_claims": "manual", "setup_cash": 20000})
    with Others(server, game, list(range(8))) as seats:
        for _ in range(300):
            if seats.legal(0, "ClaimRent"):
                break
            move_on(seats)
    page = new_page(server.link(game, 0))
    claim = visible(page.locator("[data-act='ClaimRent']"))
    amount = sums(claim.inner_text())[0]
    assert not faults(page, "rent to claim")
    claim.click()
    until(page, lambda: not page.locator("[data-act='ClaimRent']").count(), "the rent is asked for")
    until(page, lambda: f"${amount}" in page.locator("section.side").inner_text(), "and paid")


@pytest.mark.parametrize(
    ("kind", "edition", "name", "words"),
    [
        ("PayFine", "classic", "jail", "Doubles set you free"),
        ("PayWorthTax", "classic", "tax", "your worth is shown only afterwards"),
        ("TakeChance", "1935", "card", "Chance card"),
        ("ChooseSteps", "speed-die", "bus", "which way"),
        ("ChooseSquare", "speed-die", "triple", "Choose a square on the board"),
    ],
)
def test_choices_of_the_turn(server: Server, new_page: NewPage, kind: str, edition: str, name: str, words: str) -> None:
    game, seat = asked(server, kind, edition)
    page = new_page(server.link(game, seat))
    stage = visible(page.locator(f"[data-question='{name}']"))
    assert words in stage.inner_text()
    assert not faults(page, name)
    assert stage.locator(".primary:not([aria-disabled])").count() == 0, (
        "no button is filled where the choice is balanced"
    )
    if name == "triple":
        resize(page, 360, 640)
        box = page.locator("[data-answers] select").bounding_box()
        assert box is not None
        assert box["width"] > 220, "its words are not cut"
        goal = page.locator("[data-answers] option:not([value=''])").nth(20).get_attribute("value")
        page.locator(f"[data-square='{goal}']").first.click()
        assert page.locator("[data-answers] select").input_value() == goal, "chosen on the board"
        choose_square(page)
    else:
        stage.locator(f"[data-act='{kind}']").first.click()
    until(page, lambda: question(page) != name, "the choice is made")


def test_resigning_is_asked_once_more(server: Server, new_page: NewPage) -> None:
    game, _, _ = landlord(server, clock=LONG)
    page = new_page(server.link(game, 1))
    open_resign(page)
    page.keyboard.press("1")
    until(page, lambda: not page.locator("[data-panel='resign']").count(), "one may stay")
    open_resign(page)
    page.locator("[data-panel='resign'] [data-act='Resign']").click()
    until(
        page,
        lambda: (
            "ankrupt" in page.locator("section.players").inner_text() or "leave the game" in page.inner_text("body")
        ),
        "Ben leaves",
    )


def test_a_refused_move_is_said_where_it_happened(server: Server, new_page: NewPage) -> None:
    """The page is made to send what is not lawful: the answer is told in words, with its rule."""
    game, _, deeds = landlord(server, clock=LONG)
    page = new_page(server.link(game, 0))
    opened(page, "mortgages")
    with Others(server, game, [0]) as ann:
        button = page.locator("[data-act='Mortgage']").first
        page.evaluate("document.addEventListener('visibilitychange', (e) => e.stopImmediatePropagation(), true)")
        square = int(button.get_attribute("data-square") or 0)
        assert square in deeds
        page.evaluate(
            """() => { const old = WebSocket.prototype.send; WebSocket.prototype.send = function (text) {
                const said = JSON.parse(text);
                if (said.type === 'act') said.action = { kind: 'Build', square: 5 };
                return old.call(this, JSON.stringify(said)); } }"""
        )
        button.click()
        refused = visible(page.locator("[data-panel='mortgages'] [data-refused]"))
        assert "Not lawful" in refused.inner_text()
        assert "Nothing was changed" in refused.inner_text()
        assert (refused.get_attribute("data-refused") or "").startswith("build.")
        ann.listen()
        assert not ann.view["mortgaged"][0]
