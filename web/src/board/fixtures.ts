/** A small board and table for tests. The names are made up; real ones come from the server. */

import type { Board, DeedInfo, Event, SquareInfo, View } from '../protocol';
import { peopleOf } from '../state/people';

const street = (square: number, name: string, group: string, price: number): DeedInfo => ({
  square,
  name,
  kind: 'street',
  group,
  price,
  mortgage: price / 2,
  lift: price * 0.55,
  keep: price * 0.05,
  house_cost: 50,
  house_sale: 25,
  rents: [2, 10, 30, 90, 160, 250],
});

export const deeds: DeedInfo[] = [
  street(1, 'Meadow Lane', 'brown', 60),
  street(3, 'Orchard Lane', 'brown', 60),
  { ...street(5, 'North Station', 'railroad', 200), kind: 'railroad', rents: [25, 50, 100, 200], house_cost: 0 },
  { ...street(12, 'Power House', 'utility', 150), kind: 'utility', rents: [4, 10], house_cost: 0 },
  { ...street(28, 'Pump House', 'utility', 150), kind: 'utility', rents: [4, 10], house_cost: 0 },
  street(13, 'Riverside Lane', 'brown', 60),
];

const KINDS: Record<number, SquareInfo['kind']> = {
  0: 'go',
  2: 'chest',
  4: 'tax',
  7: 'chance',
  10: 'jail',
  20: 'free_parking',
  30: 'go_to_jail',
  38: 'tax',
};
const NAMES: Record<number, string> = {
  0: 'Start',
  10: 'Jail / Visiting',
  4: 'Income Tax',
  38: 'Luxury Tax',
  7: 'Chance',
  2: 'Chest',
};

export const board: Board = {
  edition: 'classic',
  title: 'Classic',
  squares: Array.from({ length: 40 }, (_, n): SquareInfo => {
    const deed = deeds.findIndex((one) => one.square === n);
    if (deed >= 0)
      return { name: deeds[deed]!.name, slug: `s${n}`, kind: deeds[deed]!.kind, group: deeds[deed]!.group, deed };
    return { name: NAMES[n] ?? `Square ${n}`, slug: n === 4 ? 'income_tax' : `s${n}`, kind: KINDS[n] ?? 'chance' };
  }),
  deeds,
  groups: [
    { key: 'brown', name: 'Brown', colour: 'brown', deeds: [0, 1, 5] },
    { key: 'railroad', name: 'Railroads', colour: 'railroads', deeds: [2] },
    { key: 'utility', name: 'Utilities', colour: 'utilities', deeds: [3, 4] },
  ],
  chance: [{ id: 'a', text: 'Go for a walk.' }],
  chest: [{ id: 'b', text: 'Stay at home.' }],
  tokens: ['kite', 'acorn'],
  bills: [
    [2, 500],
    [2, 100],
    [5, 1],
  ],
  houses: 32,
  hotels: 12,
  salary: 200,
  jail_fine: 50,
  speed_die: false,
  short_game: false,
  cash_private: true,
  taxes: { income_tax: 200 },
};

export const view: View = {
  turn: 3,
  round: 0,
  phase: 'before-throw',
  on_turn: 0,
  waiting: [0],
  players: [{ square: 1 }, { square: 10, jail: 2 }, { square: 10 }],
  owner: [0, 0, 1, 1, 8, 0],
  level: [2, 0, 0, 0, 0, 0],
  mortgaged: [false, true, false, false, false, false],
  rent: [30, 0, 25, 4, 0, 4],
  houses: 30,
  hotels: 12,
  jail_cards: [1, 8],
  dice: [2, 5],
};

export const people = peopleOf(
  [
    { kind: 'person', name: 'Ann', token: 'kite', here: true },
    { kind: 'bot', name: 'Ben', token: 'acorn' },
    { kind: 'person', name: 'Mira', token: 'moon', here: true, away: true },
  ],
  [0],
);

export function happened(kind: Event['kind'], rest: Partial<Event> = {}): Event {
  return { seq: 1, kind, rule: 'move.throw', text: `${kind}.`, player: 0, ...rest };
}
