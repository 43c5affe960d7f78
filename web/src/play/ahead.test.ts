import { describe, expect, it } from 'vitest';
import { rentsAhead } from './ahead';
import { board, handWith, viewWith } from './fixtures';
import { wordingOf } from './question';

// The board of the tests has eight squares; from square 0 a throw of 4 or 12 ends on the fourth, of 5 on the fifth.
const ways = { 4: 3, 5: 4, 6: 5, 9: 4, 10: 3, 12: 1 };

describe('what a throw may cost', () => {
  it('counts the throws that end on lots of others, and names the dearest', () => {
    const view = viewWith({ rent: [4, 4, 6, 90, 8] });
    expect(rentsAhead(view, board, 0)).toEqual({
      ways: ways[4] + ways[12] + ways[5],
      dearest: { square: 5, rent: 90 },
    });
  });

  it('leaves out what is mortgaged, what the Bank holds, and what is one’s own', () => {
    expect(rentsAhead(viewWith({ mortgaged: [false, false, true, true, false] }), board, 0).dearest).toBeNull();
    expect(rentsAhead(viewWith(), board, 1)).toEqual({
      ways: ways[5] + ways[6], // from the fourth square to the first and the second
      dearest: { square: 1, rent: 4 },
    });
  });

  it('multiplies what a utility takes by the dice', () => {
    const deeds = board.deeds.map((deed) => ({ ...deed, kind: 'utility' as const }));
    const { dearest } = rentsAhead(viewWith({ rent: [4, 4, 10, 4, 4] }), { ...board, deeds }, 0);
    expect(dearest).toEqual({ square: 4, rent: 120 });
  });

  it('is said before a throw', () => {
    const scene = { board, people: [], hand: handWith([{ kind: 'Throw' }]) };
    expect(wordingOf('throw', { ...scene, view: viewWith({ rent: [4, 4, 6, 90, 8] }) }).facts).toBe(
      "8 of 36 throws meet another's rent; the dearest is Second Road, $90.",
    );
    expect(wordingOf('throw', { ...scene, view: viewWith({ owner: [0, 0, 8, 8, 8] }) }).facts).toBe(
      "No throw meets another's rent.",
    );
    const third = viewWith({ players: [{ square: 0, speed_die: true }, { square: 4 }, { square: 7 }] });
    expect(wordingOf('throw', { ...scene, view: third }).facts).toContain('You throw the Speed Die too.');
  });
});
