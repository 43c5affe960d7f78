import { describe, expect, it } from 'vitest';
import { BANK, type Auction, type Event } from '../protocol';
import { biddersOf, hammerAt, quickRaises, usualRaise } from './bidding';
import {
  actionOf,
  counterTo,
  deedsOf,
  effectsOf,
  emptyDraft,
  groupHasBuildings,
  isEmpty,
  toggled,
  withPartner,
} from './composing';
import { board, handWith, viewWith } from './fixtures';
import { sortLegal } from './legal';
import { parseMoney, stepped } from './money';
import { coveredOf, reasonOf, waysOf } from './raising';

describe('sums', () => {
  it.each([
    ['', 0],
    ['60', 60],
    ['$1,200', 1200],
    ['1.200', 1200],
    ['1 200 €', 1200],
    ["12'000", 12000],
  ])('%j is %d', (text, sum) => expect(parseMoney(text)).toBe(sum));
  it.each(['abc', '-5', '1.5', '1,20', '99999999999', '3000000000'])('%j is no sum', (text) =>
    expect(parseMoney(text)).toBeNull(),
  );
  it('step between bounds', () => {
    expect(stepped('50', 10, 1, 55)).toBe(55);
    expect(stepped('nonsense', 10, 5, 100)).toBe(15);
    expect(stepped('5', -10, 1, 100)).toBe(1);
  });
});

describe('an auction', () => {
  const auction: Auction = { kind: 'auction', bidders: [0, 2], bid: 215, highest: 2, square: 1 };
  const told = (kind: Event['kind'], player: number, amount = 0): Event => ({
    seq: 1,
    kind,
    rule: '',
    text: '',
    player,
    amount,
  });

  it('offers raises between the lowest and the highest bid', () => {
    expect(quickRaises({ kind: 'Bid', amount: 216, most: 270 }, auction).map((r) => r.amount)).toEqual([216, 225, 265]);
    expect(quickRaises({ kind: 'Bid', amount: 216, most: 216 }, auction)).toEqual([{ amount: 216, by: 1 }]);
    expect(quickRaises({ kind: 'Bid', amount: 10, most: 60 }, { ...auction, bid: 0 }).map((r) => r.amount)).toEqual([
      10, 50,
    ]);
    expect(quickRaises(null, auction)).toEqual([]);
    expect(usualRaise([])).toBeNull();
  });

  it('remembers the bids since it was opened', () => {
    const events = [
      told('BidMade', 1, 400),
      told('AuctionOpened', 0),
      told('BidMade', 0, 200),
      told('BidMade', 1, 190),
      told('Withdrew', 1),
      told('BidMade', 2, 215),
    ];
    expect(biddersOf(auction, events, [0, 1, 2])).toEqual([
      { seat: 2, state: 'leads', bid: 215 },
      { seat: 0, state: 'in', bid: 200 },
      { seat: 1, state: 'out', bid: 190 },
    ]);
  });

  it('shows where the hammer is', () => {
    const clock = { now: 0, deadline: 9000, kind: 'call' } as const;
    expect(hammerAt(clock, 9, 0)).toEqual({ stage: 0, bars: [0, 0, 0], seconds: 9 });
    expect(hammerAt(clock, 9, 4500)).toEqual({ stage: 1, bars: [1, 0.5, 0], seconds: 5 });
    expect(hammerAt(clock, 9, 99000)?.bars).toEqual([1, 1, 1]);
    expect(hammerAt({ now: 0 }, 9, 0)).toBeNull();
  });
});

describe('a deal being composed', () => {
  const view = viewWith();

  it('becomes an action, without what has left a side meanwhile', () => {
    const draft = emptyDraft(1);
    draft.give = { deeds: [1, 6], cash: '$60', cards: ['chance'] };
    draft.take = { deeds: [4], cash: '', cards: ['chest'] };
    expect(actionOf(draft, view, board, 0)).toEqual({
      kind: 'Offer',
      other: 1,
      give: [1],
      give_cash: 60,
      give_cards: [],
      take: [4],
      take_cash: 0,
      take_cards: ['chest'],
    });
    draft.give.cash = 'sixty';
    expect(actionOf(draft, view, board, 0)).toBeNull();
    expect(actionOf(emptyDraft(), view, board, 0)).toBeNull();
  });

  it('asks nothing in a settlement', () => {
    const draft = { ...emptyDraft(1, 'OfferSettlement'), take: { deeds: [4], cash: '5', cards: [] } };
    expect(actionOf(draft, view, board, 0)).not.toHaveProperty('take');
  });

  it('turns an offer round to counter it', () => {
    const draft = counterTo({
      number: 3,
      proposer: 1,
      partner: 0,
      give: [4],
      take: [1],
      give_cash: 40,
      take_cards: ['chance'],
    });
    expect(draft).toEqual({
      kind: 'Counter',
      other: 1,
      give: { deeds: [1], cash: '', cards: ['chance'] },
      take: { deeds: [4], cash: '40', cards: [] },
    });
    expect(isEmpty(draft)).toBe(false);
    expect(isEmpty(emptyDraft(2))).toBe(true);
  });

  it('keeps what one gives when the partner changes', () => {
    const draft = {
      ...emptyDraft(1),
      give: { deeds: [1], cash: '5', cards: [] },
      take: { deeds: [4], cash: '7', cards: [] },
    };
    expect(withPartner(draft, 2)).toEqual({ ...draft, other: 2, take: { deeds: [], cash: '7', cards: [] } });
    expect(toggled([1, 2], 2)).toEqual([1]);
    expect(toggled([1], 2)).toEqual([1, 2]);
  });

  it('says what either side would hold', () => {
    const draft = {
      ...emptyDraft(1),
      give: { deeds: [1], cash: '', cards: [] },
      take: { deeds: [4], cash: '', cards: [] },
    };
    expect(effectsOf(draft, view, board, 0)).toEqual([
      { seat: 1, group: 'brown', held: 1, of: 2, good: '', rent: 0 },
      { seat: 0, group: 'light', held: 1, of: 3, good: '', rent: 0 },
    ]);
    expect(deedsOf(view, board, 1)).toEqual([4, 5]);
    expect(groupHasBuildings(viewWith({ level: [0, 1, 0, 0, 0] }), board, 1)).toBe(true);
    expect(groupHasBuildings(view, board, 1)).toBe(false);
  });
});

describe('what a deal is good for', () => {
  const take = (deeds: number[]) => ({ ...emptyDraft(1), take: { deeds, cash: '', cards: [] } });
  const held = { owner: [0, 1, 1, 1, BANK], mortgaged: [false, false, false, false, false] };
  const after = (deeds: number[], change = {}, on = board) =>
    effectsOf(take(deeds), viewWith({ ...held, ...change }), on, 0)[0];

  it('is building on a whole group, at once or without its mortgages', () => {
    expect(after([2])).toMatchObject({ held: 2, of: 2, good: 'build' });
    expect(after([2], { mortgaged: [true, false, false, false, false] })).toMatchObject({ good: 'lift' });
    expect(after([4])).toMatchObject({ held: 1, of: 3, good: '' });
  });

  it('is the rent of the railroads and utilities that one would hold', () => {
    const of = (kind: 'railroad' | 'utility', rents: number[]) => ({
      ...board,
      deeds: board.deeds.map((deed) => (deed.group === 'light' ? { ...deed, kind, rents } : deed)),
    });
    expect(after([4, 5], {}, of('railroad', [25, 50, 100]))).toMatchObject({ held: 2, good: 'rent', rent: 50 });
    expect(after([4, 5], {}, of('utility', [4, 10]))).toMatchObject({ good: 'dice', rent: 10 });
    const mortgaged = [false, false, true, false, false];
    expect(after([4, 5], { mortgaged }, of('railroad', [25, 50, 100])), 'an option of the table').toMatchObject({
      good: '',
    });
  });
});

describe('raising money', () => {
  const view = viewWith({ level: [5, 4, 0, 0, 0] });
  const legal = [{ kind: 'SellBuilding', square: 1 } as const, { kind: 'Mortgage', square: 2 } as const];

  it('lists what can be sold and mortgaged, and what has to wait', () => {
    const ways = waysOf(view, board, sortLegal(view, handWith(legal)), 0);
    expect(ways.sell.map((w) => [w.square, w.gain, w.action !== null])).toEqual([
      [1, null, true],
      [2, 25, false],
    ]);
    expect(ways.mortgage.map((w) => [w.square, w.gain, w.action !== null])).toEqual([
      [1, 30, false],
      [2, 40, true],
    ]);
    expect(ways.hotels).toEqual([]);
  });

  it('sells all hotels of a group by one way', () => {
    const hotels = [{ kind: 'SellHotels', square: 1 } as const, { kind: 'SellHotels', square: 2 } as const];
    const full = viewWith({ level: [5, 5, 0, 0, 0] });
    expect(waysOf(full, board, sortLegal(full, handWith(hotels)), 0).hotels.map((w) => w.square)).toEqual([1]);
  });

  it('says what a debt is for', () => {
    const debt = (amount: number, rule: string) => ({ kind: 'debt', debtor: 0, creditor: 1, amount, rule }) as const;
    const told = (kind: Event['kind'], rest: Partial<Event>): Event => ({
      seq: 1,
      kind,
      rule: 'rent.deed',
      text: '',
      player: 0,
      other: 1,
      ...rest,
    });
    const rent = (amount: number) => [
      told('Moved', { square: 1 }),
      told('RentCharged', { square: 1, amount }),
      told('DebtArose', { amount }),
    ];
    expect(reasonOf(debt(90, 'rent.deed'), rent(90), board)).toBe('Rent on North Lane, 3 houses.');
    expect(reasonOf(debt(250, 'rent.deed'), rent(250), board)).toBe('Rent on North Lane, hotel.');
    expect(reasonOf(debt(2, 'rent.deed'), rent(2), board)).toBe('Rent on North Lane.');
    const tax = [told('Moved', { square: 3 }), told('DebtArose', { rule: 'tax.luxury', amount: 75, other: 8 })];
    expect(reasonOf(debt(75, 'tax.luxury'), tax, board)).toBe('Tax. The sum is printed on the square.');
    expect(reasonOf(debt(75, 'tax.luxury'), [], board)).toBe('');
  });

  it('keeps a running account of the debt', () => {
    const debt = { kind: 'debt', debtor: 0, creditor: 1, amount: 1100, rule: 'rent.deed' } as const;
    const paid = (player: number, other: number, amount: number): Event => ({
      seq: 2,
      kind: 'Paid',
      rule: '',
      text: '',
      player,
      other,
      amount,
    });
    const arose: Event = { seq: 1, kind: 'DebtArose', rule: '', text: '', player: 0, other: 1, amount: 1100 };
    const events = [paid(8, 0, 999), arose, paid(8, 0, 150), paid(8, 0, 130), paid(2, 1, 70)];
    expect(coveredOf(debt, handWith([], { cash: 669 }), events)).toEqual({
      amount: 1100,
      had: 389,
      raised: 280,
      missing: 431,
    });
    expect(coveredOf(debt, handWith([], { cash: 669 }), [])).toEqual({
      amount: 1100,
      had: 669,
      raised: 0,
      missing: 431,
    });
  });
});
