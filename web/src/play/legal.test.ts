import { describe, expect, it } from 'vitest';
import type { Auction } from '../protocol';
import { handWith, viewWith } from './fixtures';
import { choosable, mayBuild, mayDeal, onDeed, questionFor, sortLegal, topMatter } from './legal';

const ANY_TIME = [
  { kind: 'Build', square: 1 },
  { kind: 'SellBuilding', square: 2 },
  { kind: 'Mortgage', square: 1 },
  { kind: 'Offer', other: 1 },
  { kind: 'Resign' },
] as const;

describe('the question on the stage', () => {
  it('is what the legal list can answer', () => {
    const asked = (kinds: string[], change = {}) =>
      questionFor(viewWith(change), handWith(kinds.map((kind) => ({ kind }) as never)));
    expect(asked(['Throw', 'Offer', 'Resign'])).toBe('throw');
    expect(asked(['Throw', 'PayFine'], { players: [{ square: 7, jail: 2 }] })).toBe('jail');
    expect(asked(['Buy', 'Decline'])).toBe('buy');
    expect(asked(['Decline'])).toBe('buy');
    expect(asked(['PayFlatTax', 'PayWorthTax'])).toBe('tax');
    expect(asked(['PayCardFine', 'TakeChance'])).toBe('card');
    expect(asked(['ChooseSteps'])).toBe('bus');
    expect(asked(['ChooseSquare'])).toBe('triple');
    expect(asked(['EndTurn'])).toBe('end');
    expect(asked(['Offer', 'Resign'])).toBe('waiting');
    expect(asked([], { phase: 'game-over' })).toBe('over');
  });

  it('is the matter on top while one is open', () => {
    const auction: Auction = { kind: 'auction', bidders: [0, 1], bid: 20, square: 1 };
    const debt = { kind: 'debt', debtor: 0, creditor: 8, amount: 200, rule: 'tax.luxury' } as const;
    const hand = handWith([{ kind: 'Bid', amount: 21, most: 300 }]);
    expect(questionFor(viewWith({ matters: [debt, auction] }), hand)).toBe('auction');
    expect(questionFor(viewWith({ matters: [auction, debt] }), hand)).toBe('debt');
    expect(questionFor(viewWith({ matters: [{ ...debt, debtor: 1 }] }), hand)).toBe('waiting');
    expect(topMatter(viewWith({ matters: [debt, auction] }))).toBe(auction);
    expect(topMatter(viewWith())).toBeNull();
  });

  it('asks in a shortage only whom the list lets answer', () => {
    const shortage = { kind: 'shortage', building: 'house', asked: [0, 1], wanted: [] } as const;
    const matters = [{ ...shortage, asked: [0, 1], wanted: [] }];
    expect(questionFor(viewWith({ matters }), handWith([{ kind: 'WantBuilding' }, { kind: 'PassBuilding' }]))).toBe(
      'shortage',
    );
    expect(questionFor(viewWith({ matters }), handWith([]))).toBe('waiting');
    const placing = [{ ...shortage, asked: [], wanted: [], placing: 0, price: 70 }];
    expect(questionFor(viewWith({ matters: placing }), handWith([{ kind: 'PlaceBuilding', square: 1 }]))).toBe(
      'placing',
    );
  });
});

describe('sorted actions', () => {
  it('keep every action they were given', () => {
    const choices = sortLegal(viewWith(), handWith([{ kind: 'Throw' }, ...ANY_TIME]));
    expect(choices.answers).toEqual([{ kind: 'Throw' }]);
    expect(choices.usual).toEqual({ kind: 'Throw' });
    expect(onDeed(choices, 1).map((a) => a.kind)).toEqual(['Build', 'Mortgage']);
    expect(onDeed(choices, 2).map((a) => a.kind)).toEqual(['SellBuilding']);
    expect([mayBuild(choices), mayDeal(choices)]).toEqual([true, true]);
    expect(choices.resign).toEqual({ kind: 'Resign' });
  });

  it('fill no button where the choice is blind or balanced', () => {
    const tax = sortLegal(viewWith(), handWith([{ kind: 'PayWorthTax' }, { kind: 'PayFlatTax' }]));
    expect(tax.answers.map((a) => a.kind)).toEqual(['PayFlatTax', 'PayWorthTax']);
    expect(tax.usual).toBeNull();
    const jail = viewWith({ players: [{ square: 7, jail: 1 }] });
    expect(sortLegal(jail, handWith([{ kind: 'Throw' }, { kind: 'PayFine' }])).usual).toBeNull();
  });

  it('answer keep-or-lift for the first deed alone', () => {
    const matters = [{ kind: 'keep-or-lift', squares: [2, 4], seat: 0 } as const].map((m) => ({
      ...m,
      squares: [...m.squares],
    }));
    const legal = [
      { kind: 'LiftMortgage', square: 1 } as const,
      { kind: 'KeepMortgage', square: 2 } as const,
      { kind: 'LiftMortgage', square: 2 } as const,
    ];
    const choices = sortLegal(viewWith({ matters }), handWith(legal));
    expect(choices.answers.map((a) => [a.kind, a.square])).toEqual([
      ['KeepMortgage', 2],
      ['LiftMortgage', 2],
    ]);
    expect(choices.lift.size).toBe(2);
  });

  it('tell which squares may be clicked', () => {
    const legal = [{ kind: 'ChooseSquare', square: 4 } as const, { kind: 'ChooseSquare', square: 7 } as const];
    expect([...choosable(sortLegal(viewWith(), handWith(legal))).keys()]).toEqual([4, 7]);
  });
});
