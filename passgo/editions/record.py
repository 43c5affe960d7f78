"""Filling the EDITION record that every rule takes as an argument."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from passgo.editions.board import KINDS, LEVELS, Board
from passgo.editions.book import TAX_KINDS, Book, Tax
from passgo.editions.decks import EFFECTS, Card
from passgo.machine import records
from passgo.rules import codes, state

Record = np.ndarray[Any, Any]
"""An array of one EDITION record."""


def record_of(book: Book, numbers: Mapping[str, int]) -> Record:
    """The record of a book, with these numbers in its single-valued fields.

    It is a new one each time and may be written to, because the plain rules look at it through ctypes,
    which takes no read-only memory; no rule does write to it.
    """
    record = records.new(state.Edition)
    fill_board(record[0], book.board)
    fill_decks(record[0], book.decks)
    fill_taxes(record[0], book.taxes)
    for name, number in numbers.items():
        record[0][name] = number
    return record


def fill_board(e: Any, board: Board) -> None:
    """Squares, deeds, groups and rents."""
    e["square_kind"] = [KINDS[square.kind] for square in board.squares]
    e["jail_square"] = next(square.index for square in board.squares if square.kind == "jail")
    e["deed_at"] = codes.NOBODY
    e["railroad_rent"], e["utility_factor"] = board.railroad_rent, board.utility_factor
    for group in board.groups:
        e["group_set"][group.index] = sum(1 << deed for deed in group.deeds)
        e["group_size"][group.index] = len(group.deeds)
        e["group"][list(group.deeds)] = group.index
    for deed in board.deeds:
        e["deed_at"][deed.square] = deed.index
        e["square_of"][deed.index] = deed.square
        e["kind"][deed.index] = KINDS[deed.kind]
        e["price"][deed.index] = deed.price
        e["house_cost"][deed.index] = deed.house_cost
        if deed.kind == "street":
            e["rent"][deed.square * LEVELS : (deed.square + 1) * LEVELS] = deed.rents


def fill_decks(e: Any, decks: tuple[tuple[Card, ...], ...]) -> None:
    """Chance first, then the Chest."""
    for place, card in enumerate(card for deck in decks for card in deck):
        e["card_effect"][place] = EFFECTS[card.effect]
        e["card_target"][place] = card.target
        e["card_amount"][place] = card.amount
        e["card_per_house"][place] = card.per_house
        e["card_per_hotel"][place] = card.per_hotel


def fill_taxes(e: Any, taxes: tuple[Tax, ...]) -> None:
    """The tax squares."""
    for tax in taxes:
        e["tax"][tax.square] = tax.flat
        e["tax_choice"][tax.square] = TAX_KINDS[tax.kind]
