/** A small made-up table for the tests of this room: eight squares, two groups, two or three players. */
import type { Action, Board, DeedInfo, Hand, View } from '../protocol';

const deed = (square: number, name: string, group: string, price: number): DeedInfo => ({
  square,
  name,
  kind: 'street',
  group,
  price,
  mortgage: price / 2,
  lift: price / 2 + price / 20,
  keep: price / 20,
  house_cost: 50,
  house_sale: 25,
  rents: [2, 10, 30, 90, 160, 250],
});

export const board: Board = {
  edition: 'classic',
  title: 'Classic',
  squares: [
    { name: 'Start', slug: 'start', kind: 'go' },
    { name: 'North Lane', slug: 'north', kind: 'street', group: 'brown', deed: 0 },
    { name: 'South Lane', slug: 'south', kind: 'street', group: 'brown', deed: 1 },
    { name: 'Tax', slug: 'tax', kind: 'tax' },
    { name: 'First Road', slug: 'first', kind: 'street', group: 'light', deed: 2 },
    { name: 'Second Road', slug: 'second', kind: 'street', group: 'light', deed: 3 },
    { name: 'Third Road', slug: 'third', kind: 'street', group: 'light', deed: 4 },
    { name: 'Rest', slug: 'rest', kind: 'free_parking' },
  ],
  deeds: [
    deed(1, 'North Lane', 'brown', 60),
    deed(2, 'South Lane', 'brown', 80),
    deed(4, 'First Road', 'light', 100),
    deed(5, 'Second Road', 'light', 100),
    deed(6, 'Third Road', 'light', 120),
  ],
  groups: [
    { key: 'brown', name: 'Brown', colour: 'brown', deeds: [0, 1] },
    { key: 'light', name: 'Light blue', colour: 'light blue', deeds: [2, 3, 4] },
  ],
  chance: [],
  chest: [],
  tokens: [],
  bills: [],
  houses: 32,
  hotels: 12,
  salary: 200,
  jail_fine: 50,
  speed_die: false,
  short_game: false,
  cash_private: true,
  taxes: {},
};

/** A view with some fields of its own. Seat 0 holds the first group, seat 1 two of the second; the Bank has the rest. */
export function viewWith(change: Partial<View> = {}): View {
  return {
    turn: 9,
    round: 3,
    phase: 'before-throw',
    on_turn: 0,
    waiting: [0],
    players: [{ square: 0 }, { square: 4 }, { square: 7 }],
    owner: [0, 0, 1, 1, 8],
    level: [0, 0, 0, 0, 0],
    mortgaged: [false, false, false, false, false],
    rent: [4, 4, 6, 6, 8],
    houses: 32,
    hotels: 12,
    jail_cards: [8, 1],
    ...change,
  };
}

export function handWith(legal: Action[], change: Partial<Hand> = {}): Hand {
  return { seat: 0, cash: 300, bills: [], legal, ...change };
}
