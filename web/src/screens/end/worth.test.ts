import { describe, expect, it } from 'vitest';
import type { Board, DeedInfo, View } from '../../protocol';
import { agrees, courseOf, worthOf } from './worth';

const deed = (price: number, house_cost: number) => ({ price, house_cost }) as DeedInfo;
const board = { deeds: [deed(60, 50), deed(61, 50), deed(200, 0), deed(400, 200)] } as Board;
const view = (more: Partial<View> = {}): View =>
  ({
    round: 1,
    players: [
      { square: 0, cash: 100 },
      { square: 0, cash: 7 },
    ],
    owner: [0, 0, 0, 1],
    level: [5, 0, 0, 2],
    mortgaged: [false, true, false, false],
    ...more,
  }) as View;

describe('worth', () => {
  it('is cash, property, half of what is mortgaged, and buildings', () => {
    expect(worthOf(view(), board, 0)).toEqual({
      cash: 100,
      property: 260,
      mortgaged: 30,
      houses: 0,
      hotels: 250,
      sum: 640,
    });
    expect(worthOf(view(), board, 1)).toEqual({
      cash: 7,
      property: 400,
      mortgaged: 0,
      houses: 400,
      hotels: 0,
      sum: 807,
    });
  });
  it('is taken apart only where the parts add up to what the server says', () => {
    expect(agrees(view({ worth: [640, 807] }), board)).toBe(true);
    expect(agrees(view({ worth: [641, 807] }), board)).toBe(false);
  });
  it('has a course: the last view of each round, nothing for those who are out', () => {
    const out = [
      { square: 0, cash: 0, out: true },
      { square: 0, cash: 50 },
    ];
    const course = courseOf(
      [
        { view: view() },
        {
          view: view({
            players: [
              { square: 0, cash: 200 },
              { square: 0, cash: 7 },
            ],
          }),
        },
        { view: view({ round: 2, players: out }) },
      ],
      board,
    );
    expect(course).toEqual({ rounds: [2], worth: [[null], [850]] });
    const on = courseOf([{ view: view({ round: 0 }) }, { view: view() }, { view: view({ players: out }) }], board);
    expect(on).toEqual({
      rounds: [1, 2],
      worth: [
        [640, null],
        [807, 850],
      ],
    });
  });
});
