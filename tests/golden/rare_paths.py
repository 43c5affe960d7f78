"""The rare paths that are told: of each the name of its file, the edition, a title, the position, and the script."""

from typing import Any

DARK_BLUE = {"park place": 1, "boardwalk": 1}
HOTELS = {"park place": "hotel", "boardwalk": "hotel"}
LIGHT_BLUE = dict.fromkeys(("oriental", "vermont", "connecticut"), 4)
PINK = dict.fromkeys(("st. charles", "states", "virginia"), 4)
GREEN = ("pacific", "north carolina", "pennsylvania avenue")
ALL_BUT_ORIENTAL = (
    "mediterranean", "baltic", "reading", "vermont", "connecticut", "st. charles", "electric", "states", "virginia",
    "pennsylvania railroad", "st. james", "tennessee", "new york", "kentucky", "indiana", "illinois", "b&o", "atlantic",
    "ventnor", "water works", "marvin", "pacific", "north carolina", "pennsylvania avenue", "short line", "park place",
    "boardwalk",
)  # fmt: skip

RARE_PATHS: tuple[tuple[str, str, str, dict[str, Any], str], ...] = (
    (
        "classic-bankruptcy-chain",
        "classic",
        "Ann fails Ben, who cannot pay the interest on what he inherits; the Bank auctions both estates.",
        {
            "Ann": {"cash": 0, "deeds": {"park place": "mortgaged", "boardwalk": "mortgaged"}},
            "Ben": {"cash": 0, "deeds": ["baltic"], "jail_cards": ["chest"]},
            "Cy": {"cash": 500},
            "Dee": {"cash": 600},
        },
        """
        Ann: throw
        dice 1 2
        Ann: bankrupt
        Ben: keep park place
        Ben: mortgage baltic
        Ben: keep boardwalk
        Ben: bankrupt
        Cy: bid 5
        Dee: bid 30
        Cy: withdraw
        Dee: withdraw
        Cy: bid 350
        Cy: withdraw
        Dee: withdraw
        Cy: throw
        dice 2 1
        """,
    ),
    (
        "modern-bankruptcy-chain",
        "modern",
        "Every deed is mortgaged before it passes to the creditor, who pays for each or lifts it.",
        {
            "Ann": {
                "cash": 7,
                "square": "chance_36",
                "deeds": {"mediterranean": 1, "baltic": 1, "reading": "mortgaged"},
            },
            "Ben": {"cash": 0, "deeds": DARK_BLUE},
            "Cy": {"cash": 500},
        },
        """
        Ann: throw
        dice 2 1
        Ann: bankrupt
        Ben: keep mediterranean
        Ben: lift baltic
        Ben: keep reading
        Ben: throw
        dice 1 2
        """,
    ),
    (
        "1935-estate-with-cards",
        "1935",
        "Ann cannot pay her tax: houses back, deeds auctioned in board order, free of mortgage, then the two cards.",
        {
            "Ann": {
                "cash": 10,
                "square": "mediterranean",
                "deeds": {"oriental": 0, "reading": "mortgaged", "mediterranean": 1, "baltic": 1},
                "jail_cards": ["chance", "chest"],
            },
            "Ben": {"cash": 300},
            "Cy": {"cash": 200},
        },
        """
        Ann: throw
        dice 1 2
        Ann: pay flat tax
        Ann: bankrupt
        Ben: bid 40
        Cy: withdraw
        Ben: withdraw
        Cy: withdraw
        Cy: bid 90
        Ben: bid 91
        Cy: withdraw
        Cy: bid 1
        Ben: withdraw
        Cy: bid 20
        Ben: withdraw
        Ben: withdraw
        Cy: withdraw
        """,
    ),
    (
        "1935-settlement",
        "1935",
        "Ann offers part cash, part property for the whole of a rent; Ben refuses once, then accepts.",
        {
            "Ann": {"cash": 60, "square": "chance_36", "deeds": {"reading": "mortgaged", "oriental": 0}},
            "Ben": {"cash": 400, "deeds": DARK_BLUE},
            "Cy": {"cash": 400},
        },
        """
        Ann: throw
        dice 1 2
        Ann: settle: reading + $60
        Ben: refuse Ann
        Ann: settle: reading + oriental + $20
        Ben: accept Ann
        Ben: lift reading
        Ann: end turn
        """,
    ),
    (
        "1935-manual-claims",
        "1935",
        "Rent must be asked for: Ben claims in time; Cy sleeps until the second player after the landing throws.",
        {
            "Ann": {"cash": 300, "square": "virginia"},
            "Ben": {"cash": 300, "deeds": ["st. james"]},
            "Cy": {"cash": 300, "deeds": ["new york"]},
            "options": {"rent_claims": "manual"},
        },
        """
        Ann: throw
        dice 1 1
        Ann: throw
        dice 1 2
        Ann: end turn
        Ben: claim Ann st. james
        Ben: throw
        dice 4 6
        Ben: end turn
        Cy: throw
        dice 4 6
        """,
    ),
    (
        "1935-fine-or-chance",
        "1935",
        "A Community Chest card gives the choice; the Chance card taken instead acts from the same square.",
        {
            "Ann": {"cash": 100, "square": "st. charles"},
            "Ben": {"cash": 100, "deeds": ["virginia"]},
            "Cy": {"cash": 100},
        },
        """
        Ann: throw
        dice 2 4
        card fine_or_chance
        Ann: take chance
        card go_back_three
        Ann: end turn
        """,
    ),
    (
        "1935-out-of-jail-by-doubles",
        "1935",
        "Doubles out of Jail are the first of the turn here: Ann throws on, and the third doubles jail her again.",
        {"Ann": {"cash": 500, "jail": 2}, "Ben": {"cash": 500}, "Cy": {"cash": 500}},
        """
        Ann: throw
        dice 5 5
        Ann: throw
        dice 1 1
        card bank_dividend
        Ann: throw
        dice 3 3
        """,
    ),
    (
        "classic-shortage-auction",
        "classic",
        "Three want the last two houses: each is auctioned by itself, and the second to those who still want one.",
        {
            "Ann": {"cash": 900, "deeds": LIGHT_BLUE | PINK | {"mediterranean": 0, "baltic": 0}},
            "Ben": {"cash": 900, "deeds": {"st. james": 2, "tennessee": 2, "new york": 2}},
            "Cy": {"cash": 900, "deeds": dict.fromkeys(("kentucky", "indiana", "illinois"), 0)},
        },
        """
        Ben: build new york
        Ann: want
        Cy: want
        Ben: bid 60
        Cy: bid 80
        Ann: withdraw
        Ben: withdraw
        Cy: place illinois
        Ann: want
        Ben: want
        Cy: pass
        Ann: bid 20
        Ben: bid 25
        Ann: withdraw
        Ben: place st. james
        Ann: throw
        dice 4 6
        """,
    ),
    (
        "classic-hotel-without-houses",
        "classic",
        "Ben must sell a hotel while the Bank has one house: the whole group comes down to what can be furnished.",
        {
            "Ann": {"cash": 900, "deeds": LIGHT_BLUE | PINK},
            "Ben": {"cash": 10, "square": "go", "deeds": HOTELS},
            "Cy": {"cash": 900, "deeds": {"st. james": 3, "tennessee": 2, "new york": 2}},
            "on_turn": "Ben",
        },
        """
        Ben: throw
        dice 4 2
        Ben: sell boardwalk
        Ben: end turn
        """,
    ),
    (
        "classic-collect-from-each",
        "classic",
        "Ben cannot pay Ann her opera money: his bankruptcy is completed before Cy pays.",
        {
            "Ann": {"cash": 100, "square": "virginia"},
            "Ben": {"cash": 5, "deeds": {"reading": "mortgaged"}, "jail_cards": ["chance"]},
            "Cy": {"cash": 500},
        },
        """
        Ann: throw
        dice 1 2
        card grand_opera
        Ben: bankrupt
        Ann: keep reading
        Ann: end turn
        """,
    ),
    (
        "classic-pay-each",
        "classic",
        "Ann pays Ben, raises what Cy is due, and fails Dee, who cannot pay the interest on what is left of her.",
        {
            "Ann": {"cash": 70, "square": "income tax", "deeds": ["baltic"]},
            "Ben": {"cash": 0},
            "Cy": {"cash": 0},
            "Dee": {"cash": 0},
        },
        """
        Ann: throw
        dice 1 2
        card chairman_of_the_board
        Ann: mortgage baltic
        Ann: bankrupt
        Dee: keep baltic
        Dee: bankrupt
        Ben: bid 20
        Cy: withdraw
        """,
    ),
    (
        "classic-deals",
        "classic",
        "An offer, a counter-offer and a swap with a mortgaged deed, during another player's auction.",
        {
            "Ann": {"cash": 500},
            "Ben": {"cash": 500, "deeds": {"boardwalk": "mortgaged", "vermont": 0}},
            "Cy": {"cash": 500, "deeds": ["oriental"], "jail_cards": ["chest"]},
        },
        """
        Ann: throw
        dice 1 2
        Ann: decline
        Ben: offer Cy: boardwalk for $250
        Cy: counter Ben: oriental + chest card for boardwalk + $20
        Ben: accept Cy
        Cy: keep boardwalk
        Ben: bid 30
        Ann: withdraw
        Cy: withdraw
        """,
    ),
    (
        "classic-two-salaries-and-a-blind-tax",
        "classic",
        "Ann passes GO, draws the card back to it, and after doubles pays a tenth of a worth she has not counted.",
        {
            "Ann": {"cash": 35, "square": "luxury tax", "deeds": {"short line": 0, "water works": "mortgaged"}},
            "Ben": {"cash": 100},
            "Cy": {"cash": 100},
        },
        """
        Ann: throw
        dice 2 2
        card advance_to_go
        Ann: throw
        dice 3 1
        Ann: pay worth tax
        Ann: end turn
        """,
    ),
    (
        "classic-third-turn-in-jail",
        "classic",
        "No doubles on the third throw: Ann must raise the fine before she moves; Ben, who cannot, never moves.",
        {
            "Ann": {"cash": 30, "jail": 3, "deeds": ["baltic"]},
            "Ben": {"cash": 49, "jail": 3},
            "Cy": {"cash": 100},
        },
        """
        Ann: throw
        dice 4 6
        Ann: mortgage baltic
        Ann: end turn
        Ben: throw
        dice 4 5
        Ben: bankrupt
        """,
    ),
    (
        "classic-resignations",
        "classic",
        "Ben resigns in an auction and leaves when it is over; Ann resigns with a purchase undecided; Cy has won.",
        {
            "Ann": {"cash": 300},
            "Ben": {"cash": 300, "deeds": ["oriental"]},
            "Cy": {"cash": 300, "square": "GO"},
        },
        """
        Ann: throw
        dice 1 2
        Ann: decline
        Ben: resign
        Cy: bid 30
        Ann: withdraw
        Ben: withdraw
        Ann: bid 10
        Cy: withdraw
        Ann: end turn
        Cy: throw
        dice 4 6
        Cy: end turn
        Ann: throw
        dice 2 3
        Ann: resign
        """,
    ),
    (
        "speed-die-every-face",
        "speed-die",
        "The first salary, then a number, the Bus with doubles, Mr. M past GO, and a triple.",
        {
            "Ann": {"cash": 1000, "square": "short line"},
            "Ben": {"cash": 1000, "square": "jail", "speeding": True, "deeds": ["boardwalk"]},
            "Cy": {"cash": 1000, "square": "pacific", "speeding": True},
        },
        """
        Ann: throw
        dice 3 3
        Ann: buy
        Ann: throw
        dice 1 2 3
        card bank_dividend
        Ann: end turn
        Ben: throw
        dice 5 5 bus
        Ben: move 10
        Ben: throw
        dice 1 3 bus
        Ben: move 3
        Ben: buy
        Ben: end turn
        Cy: throw
        dice 3 4 mr. m
        Cy: buy
        Cy: end turn
        Ann: throw
        dice 2 2 2
        Ann: go to park place
        Ann: buy
        Ann: throw
        dice 4 5 3
        Ann: buy
        """,
    ),
    (
        "speed-die-mr-m-sold-out",
        "speed-die",
        "Ann buys the last property; Mr. M then leads to the next rent. Ben's ends in Jail, Cy's in a debt.",
        {
            "Ann": {"cash": 1000, "speeding": True},
            "Ben": {"cash": 0, "speeding": True, "square": "indiana", "deeds": list(ALL_BUT_ORIENTAL[:13])},
            "Cy": {"cash": 0, "speeding": True, "square": "go", "deeds": list(ALL_BUT_ORIENTAL[13:])},
        },
        """
        Ann: throw
        dice 2 4 mr. m
        Ann: buy
        Ann: end turn
        Ben: throw
        dice 3 4 mr. m
        Cy: throw
        dice 4 6 mr. m
        Cy: mortgage kentucky
        """,
    ),
    (
        "1935-short-game-by-the-hour",
        "1935",
        "The hour strikes in an auction, which is completed; nobody throws again, and the richest wins.",
        {
            "Ann": {"cash": 100, "deeds": {"water works": "mortgaged"}},
            "Ben": {"cash": 900, "deeds": DARK_BLUE},
            "Cy": {"cash": 1500},
            "options": {"short_game": True},
        },
        """
        Ann: throw
        dice 5 1
        Ann: decline
        hour
        Ben: bid 60
        Cy: bid 61
        Ben: withdraw
        Ann: withdraw
        """,
    ),
    (
        "modern-short-game-by-rounds",
        "modern",
        "Two rounds are played; Ann and Cy are equally rich and share the victory.",
        {
            "Ann": {"cash": 700, "square": "GO"},
            "Ben": {"cash": 300, "square": "GO"},
            "Cy": {"cash": 650, "square": "GO", "deeds": {"reading": "mortgaged"}},
            "options": {"short_game": True, "short_rounds": 2},
        },
        """
        Ann: throw
        dice 4 6
        Ann: end turn
        Ben: throw
        dice 4 6
        Ben: end turn
        Cy: throw
        dice 4 6
        Cy: end turn
        Ann: throw
        dice 4 6
        Ann: end turn
        Ben: throw
        dice 4 6
        Ben: end turn
        Cy: throw
        dice 3 4
        card doctors_fee
        Cy: end turn
        """,
    ),
    (
        "modern-utility-by-a-new-throw",
        "modern",
        "A utility's rent is measured by a new throw, which moves nothing and is no doubles.",
        {
            "Ann": {"cash": 200, "square": "connecticut"},
            "Ben": {"cash": 0, "deeds": ["electric", "water works"]},
            "Cy": {},
        },
        """
        Ann: throw
        dice 1 2
        dice 6 6
        Ann: end turn
        """,
    ),
    (
        "classic-house-rules",
        "classic",
        "A table of house rules: a pot on Free Parking, a double salary on GO, no auctions.",
        {
            "Ann": {"cash": 500, "square": "short line"},
            "Ben": {"cash": 500, "square": "jail"},
            "Cy": {"cash": 500, "square": "short line"},
            "options": {"free_parking_pot": True, "double_salary_on_go": True, "auction_declined": False},
        },
        """
        Ann: throw
        dice 1 2
        Ann: end turn
        Ben: throw
        dice 4 6
        Ben: end turn
        Cy: throw
        dice 2 3
        Cy: end turn
        Ann: throw
        dice 1 2
        Ann: decline
        """,
    ),
)
