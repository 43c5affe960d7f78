import { describe, expect, it } from 'vitest';
import { board, happened, people } from '../board/fixtures';
import type { Event } from '../protocol';
import de from '../words/de/board.json';
import en from '../words/en/board.json';
import { balance, GrowingRows, parted, plain, rowsOf, sentence } from './sentences';

const said = (...events: Event[]): string[] => rowsOf(events).map((row) => plain(sentence(row, board, people)));

describe('rows of the log', () => {
  it('tell a throw and its walk in one sentence', () => {
    expect(said(happened('DiceThrown', { dice: [2, 5] }), happened('Moved', { square: 1, amount: 7 }))).toEqual([
      'You threw 2 and 5: Square 34 to Meadow Lane.',
    ]);
  });

  it('name three of a kind together, and add up nothing', () => {
    expect(said(happened('DiceThrown', { dice: [2, 2, 2] }))).toEqual(['You threw 2, 2, and 2.']);
    expect(said(happened('DiceThrown', { dice: [2, 2, 1] }))).toEqual(['You threw 2 and 2 + 1.']);
    expect(said(happened('DiceThrown', { dice: [2, 3, 4] }))).toEqual(['You threw 2 and 3 + Bus.']);
  });

  it('say why one goes on after a throw of Mr. M', () => {
    expect(said(happened('Moved', { square: 1, amount: 3, rule: 'speed.mr-m' }))).toEqual([
      'You went on to Meadow Lane with Mr. M.',
    ]);
    expect(said(happened('Moved', { square: 1, amount: 3, rule: 'cards.move-effective' }))).toEqual([
      'You moved to Meadow Lane.',
    ]);
  });

  it('put a payment and what it bought together, whichever comes first', () => {
    const paid = happened('Paid', { other: 8, amount: 60 });
    const bought = happened('DeedBought', { square: 1, amount: 60 });
    expect(said(paid, bought)).toEqual(['You bought Meadow Lane for $60.']);
    expect(said(bought, paid)).toEqual(['You bought Meadow Lane for $60.']);
  });

  it('say what a payment was for: interest too, when it was owed for a while', () => {
    expect(said(happened('Paid', { other: 8, amount: 5, rule: 'mortgage.transfer' }))).toEqual([
      'You paid $5 interest.',
    ]);
    expect(said(happened('Paid', { other: 8, amount: 5, rule: 'bankrupt.interest' }))).toEqual([
      'You paid $5 interest.',
    ]);
    expect(said(happened('Paid', { other: 8, amount: 75, rule: 'tax.luxury' }))).toEqual(['You paid $75 tax.']);
  });

  it('do not put together what belongs to different moments or sums', () => {
    const paid = happened('Paid', { other: 8, amount: 60, rule: 'tax.luxury' });
    expect(said(paid, happened('DeedBought', { square: 1, amount: 60, seq: 2 }))).toHaveLength(2);
    expect(said(paid, happened('DeedBought', { square: 1, amount: 70 }))).toHaveLength(2);
  });

  it('lose no event', () => {
    const log = [
      happened('DiceThrown', { dice: [1, 1] }),
      happened('Moved', { square: 1, amount: 2 }),
      happened('RentCharged', { other: 1, square: 1, amount: 4 }),
      happened('Paid', { other: 1, amount: 4 }),
      happened('TurnEnded', { seq: 2 }),
      happened('TurnBegan', { seq: 2, player: 1, amount: 9 }),
    ];
    const rows = rowsOf(log);
    expect(rows.flatMap((row) => row.events)).toEqual(log);
    expect(rows).toHaveLength(3);
  });

  it('tell what came in and went out for those at this screen', () => {
    const [row] = rowsOf([
      happened('RentCharged', { other: 1, square: 1, amount: 4 }),
      happened('Paid', { other: 1, amount: 4 }),
    ]);
    expect(balance(row!, [0])).toBe(-4);
    expect(balance(row!, [1])).toBe(4);
    expect(balance(row!, [0, 1])).toBe(0);
    expect(balance(row!, [])).toBe(0);
  });

  it('name squares as places to go to', () => {
    const parts = sentence(rowsOf([happened('DeedBought', { square: 1, amount: 60 })])[0]!, board, people);
    expect(parts.find((part) => part.square === 1)?.text).toBe('Meadow Lane');
  });

  it('fall back to the words of the server for a kind they do not know', () => {
    const unknown = { ...happened('Paid'), kind: 'Marvelled', text: 'Ann marvels.' } as unknown as Event;
    expect(said(unknown)).toEqual(['Ann marvels.']);
  });

  it('fill a place only where it is written as one', () => {
    expect(plain(parted('{from} to {to}', { from: { text: 'A' }, to: { text: 'B' } }))).toBe('A to B');
  });
});

describe('a growing log', () => {
  it('gives the same rows as one made at once, and keeps the old ones', () => {
    const log = Array.from({ length: 60 }, (_, n) =>
      happened(n % 3 ? 'Paid' : 'RentCharged', {
        seq: 1 + Math.floor(n / 4),
        other: 1,
        square: 1,
        amount: 4 + (n % 3 ? 0 : n),
      }),
    );
    const growing = new GrowingRows();
    for (let n = 1; n <= log.length; n++) expect(growing.of(log.slice(0, n))).toEqual(rowsOf(log.slice(0, n)));
    const before = growing.of(log);
    expect(growing.of([...log, happened('GameWon', { seq: 99 })])[0]).toBe(before[0]);
    expect(growing.of(log.slice(5))).toEqual(rowsOf(log.slice(5)));
  });
});

it('every kind of event has a sentence in both languages', () => {
  const kinds: Event['kind'][] = [
    'AuctionOpened',
    'AuctionUnsold',
    'AuctionWon',
    'BidMade',
    'BuildingPassed',
    'BuildingSold',
    'BuildingWanted',
    'Built',
    'BuyDeclined',
    'CardDrawn',
    'CardPassed',
    'CardReturned',
    'ClaimKept',
    'ClaimLapsed',
    'DealMade',
    'DebtArose',
    'DebtSettled',
    'DeedBought',
    'DeedDealt',
    'DeedPassed',
    'DiceThrown',
    'FirstPlayerFound',
    'GameWon',
    'HourStruck',
    'LeftJail',
    'MortgageKept',
    'MortgageLifted',
    'Mortgaged',
    'Moved',
    'OfferLapsed',
    'OfferMade',
    'OfferRefused',
    'OfferWithdrawn',
    'Paid',
    'RentCharged',
    'RentClaimed',
    'Resigned',
    'SentToJail',
    'ShortageAsked',
    'SpeedDieGained',
    'StayedInJail',
    'TaxChosen',
    'TurnBegan',
    'TurnEnded',
    'WentBankrupt',
    'Withdrew',
    'WorthCounted',
  ];
  for (const words of [en, de] as Record<string, unknown>[]) {
    for (const kind of kinds)
      expect(Object.keys(words).some((key) => key === `event.${kind}` || key.startsWith(`event.${kind}.`))).toBe(true);
  }
});
