/** The groups on which something stands or could be built, as the building view shows them, and what is drafted there. */
import { HOTEL, type Action, type Board, type GroupInfo, type View } from '../protocol';
import type { Choices } from './legal';

export interface Lot {
  deed: number;
  square: number;
  level: number;
  mortgaged: boolean;
  build: Action | null;
  sell: Action | null;
}

/** The groups worth showing: complete, or with something to build or sell; the first is the one to begin with. */
export function buildingGroups(view: View, board: Board, choices: Choices, seat: number): GroupInfo[] {
  return board.groups.filter((group) => {
    const streets = group.deeds.filter((deed) => (board.deeds[deed]?.house_cost ?? 0) > 0);
    if (!streets.length) return false;
    const whole = streets.every((deed) => view.owner[deed] === seat);
    const squares = streets.map((deed) => board.deeds[deed]!.square);
    return whole || squares.some((square) => choices.build.has(square) || choices.sell.has(square));
  });
}

export function lotsOf(view: View, board: Board, choices: Choices, group: GroupInfo): Lot[] {
  return group.deeds.map((deed) => {
    const square = board.deeds[deed]!.square;
    return {
      deed,
      square,
      level: view.level[deed] ?? 0,
      mortgaged: view.mortgaged[deed] ?? false,
      build: choices.build.get(square) ?? null,
      sell: choices.sell.get(square) ?? null,
    };
  });
}

/** Do no two lots differ by more than one? */
export function isEven(levels: readonly number[]): boolean {
  return Math.max(...levels) - Math.min(...levels) <= 1;
}

// The draft

/** What is drafted: by square, how many steps more than stand there. Nothing of it is done. */
export type Plan = Readonly<Record<number, number>>;

/** What the Bank has. */
export interface Stock {
  houses: number;
  hotels: number;
}

/** Why there is no step more: the server lists none, a hotel stands there, other lots come first, the Bank has none. */
export type Hindrance = 'forbidden' | 'full' | 'evenly' | 'bank';

export function plannedLevel(lot: Lot, plan: Plan): number {
  return lot.level + (plan[lot.square] ?? 0);
}

/**
 * The squares to build on, one after the other: always a lowest lot next, so that each step is even. The server judges
 * every one of them when it is played; a draft only foresees.
 */
export function stepsOf(lots: readonly Lot[], plan: Plan): number[] {
  const left = lots.map((lot) => ({ square: lot.square, level: lot.level, more: plan[lot.square] ?? 0 }));
  const steps: number[] = [];
  for (;;) {
    const next = left.filter((lot) => lot.more > 0).sort((a, b) => a.level - b.level)[0];
    if (!next) return steps;
    steps.push(next.square);
    next.level += 1;
    next.more -= 1;
  }
}

/** What the Bank has left after the draft; below zero at any step of it: that much is missing. */
export function stockAfter(lots: readonly Lot[], plan: Plan, stock: Stock): Stock & { short: boolean } {
  let { houses, hotels } = stock;
  let short = false;
  const levels = new Map(lots.map((lot) => [lot.square, lot.level]));
  for (const square of stepsOf(lots, plan)) {
    const level = levels.get(square)! + 1;
    levels.set(square, level);
    if (level === HOTEL) {
      hotels -= 1;
      houses += HOTEL - 1;
    } else houses -= 1;
    short ||= houses < 0 || hotels < 0;
  }
  return { houses, hotels, short };
}

/** What hinders one step more on a lot of the draft; none: it may be drafted. */
export function hindrance(lots: readonly Lot[], plan: Plan, lot: Lot, stock: Stock): Hindrance | null {
  if (!lots.some((one) => one.build)) return 'forbidden';
  const level = plannedLevel(lot, plan);
  if (level >= HOTEL) return 'full';
  if (lots.some((one) => plannedLevel(one, plan) < level)) return 'evenly';
  return stockAfter(lots, stepped(plan, lot, 1), stock).short ? 'bank' : null;
}

/** May the last step that was drafted on a lot be dropped? Not while another lot stands higher by the draft. */
export function canDrop(lots: readonly Lot[], plan: Plan, lot: Lot): boolean {
  const level = plannedLevel(lot, plan);
  const higher = (one: Lot) => (plan[one.square] ?? 0) > 0 && plannedLevel(one, plan) > level;
  return (plan[lot.square] ?? 0) > 0 && !lots.some(higher);
}

export function stepped(plan: Plan, lot: Lot, by: number): Plan {
  return { ...plan, [lot.square]: (plan[lot.square] ?? 0) + by };
}

/** The whole group one step up or down: the lowest lots first, or the highest of the draft. */
export function steppedAll(lots: readonly Lot[], plan: Plan, by: 1 | -1, stock: Stock): Plan {
  const levels = lots.map((lot) => plannedLevel(lot, plan));
  const edge = by > 0 ? Math.min(...levels) : Math.max(...levels);
  return lots
    .filter((_, n) => levels[n] === edge)
    .reduce((now, lot) => {
      const may = by > 0 ? hindrance(lots, now, lot, stock) === null : (now[lot.square] ?? 0) > 0;
      return may ? stepped(now, lot, by) : now;
    }, plan);
}
