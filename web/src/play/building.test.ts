import { describe, expect, it } from 'vitest';
import { canDrop, hindrance, steppedAll, stepsOf, stockAfter, type Lot } from './building';

const BANK = { houses: 32, hotels: 12 };
const lots = (...levels: number[]): Lot[] =>
  levels.map((level, n) => ({
    deed: n,
    square: n + 1,
    level,
    mortgaged: false,
    build: { kind: 'Build', square: n + 1 },
    sell: null,
  }));

describe('a draft of buildings', () => {
  it('is built evenly: always a lowest lot next', () => {
    expect(stepsOf(lots(1, 0, 0), { 1: 1, 2: 2, 3: 2 })).toEqual([2, 3, 1, 2, 3]);
    expect(stepsOf(lots(0, 0), {})).toEqual([]);
  });

  it('goes no farther than the other lots, a hotel, the Bank, and what the server lists', () => {
    const [first, second] = lots(1, 0);
    expect(hindrance(lots(1, 0), {}, first!, BANK)).toBe('evenly');
    expect(hindrance(lots(1, 0), {}, second!, BANK)).toBeNull();
    expect(hindrance(lots(1, 0), { 2: 1 }, first!, BANK)).toBeNull();
    expect(hindrance(lots(5, 5), {}, lots(5, 5)[0]!, BANK)).toBe('full');
    expect(hindrance(lots(1, 0), {}, second!, { houses: 0, hotels: 12 })).toBe('bank');
    expect(hindrance(lots(4, 4), {}, lots(4, 4)[0]!, { houses: 0, hotels: 1 })).toBeNull();
    const forbidden = lots(1, 0).map((lot) => ({ ...lot, build: null }));
    expect(hindrance(forbidden, {}, forbidden[1]!, BANK)).toBe('forbidden');
  });

  it('counts what the Bank has left, and gives four houses back for a hotel', () => {
    expect(stockAfter(lots(3, 3), { 1: 2, 2: 1 }, BANK)).toEqual({ houses: 34, hotels: 11, short: false });
    expect(stockAfter(lots(3, 3), { 1: 1, 2: 1 }, { houses: 1, hotels: 1 }).short).toBe(true);
    expect(stockAfter(lots(4, 4), { 1: 1, 2: 1 }, { houses: 0, hotels: 1 }).short).toBe(true);
  });

  it('steps the whole group, and drops the highest step first', () => {
    const two = lots(1, 0);
    expect(steppedAll(two, {}, 1, BANK)).toEqual({ 2: 1 });
    expect(steppedAll(two, { 2: 1 }, 1, BANK)).toEqual({ 1: 1, 2: 2 });
    expect(steppedAll(two, { 1: 1, 2: 2 }, -1, BANK)).toEqual({ 1: 0, 2: 1 });
    const none = {};
    expect(steppedAll(lots(5, 5), none, 1, BANK), 'nothing changes where nothing can be').toBe(none);
    expect(canDrop(two, { 1: 1, 2: 1 }, two[1]!), 'the other would stand two higher').toBe(false);
    expect(canDrop(two, { 1: 1, 2: 1 }, two[0]!)).toBe(true);
    expect(canDrop(two, {}, two[0]!)).toBe(false);
  });
});
