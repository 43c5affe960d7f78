import { describe, expect, it } from 'vitest';
import { faceOf, hyphenated, presentRung, shortName } from './face';
import { board, people, view } from './fixtures';

describe('what a square shows', () => {
  it('is its price while it is for sale', () => {
    const face = faceOf(board, view, people, 28);
    expect(face.foot).toBe('$150');
    expect(face.owner).toBeNull();
    expect(face.label).toBe('Pump House, Utilities, for sale at $150');
  });

  it('is its present rent once it is owned, said in words in the order of its content', () => {
    const face = faceOf(board, view, people, 1);
    expect(face.foot).toBe('$30');
    expect(face.label).toBe('Meadow Lane, Brown, yours, 2 houses, rent $30');
  });

  it('is the multiple of the dice for a utility', () => {
    expect(faceOf(board, view, people, 12).foot).toBe('4× dice');
    expect(faceOf(board, view, people, 12).label).toContain("Ben's");
  });

  it('is the word when it is mortgaged', () => {
    expect(faceOf(board, view, people, 3).label).toBe('Orchard Lane, Brown, yours, Mortgaged');
  });

  it('tells the pot, the salary and the taxes', () => {
    expect(faceOf(board, { ...view, pot: 75 }, people, 20).caption).toBe('$75 in the pot');
    expect(faceOf(board, view, people, 0).caption).toBe('Collect $200');
    expect(faceOf(board, view, people, 4, 10).caption).toBe('$200 or 10\u00a0%');
    expect(faceOf(board, view, people, 4).caption).toBe('Pay $200');
  });
});

describe('names', () => {
  it('lose a last word that several deeds share', () => {
    expect(shortName(board, 'Meadow Lane')).toBe('Meadow');
    expect(shortName(board, 'North Station')).toBe('North Station');
    expect(
      shortName({ ...board, deeds: board.deeds.map((deed) => ({ ...deed, name: 'Park Lane' })) }, 'Park Lane'),
    ).toBe('Park Lane');
  });

  it('may be parted once where they are long, as near the middle as can be', () => {
    const parts = hyphenated('Mediterranean').split('\u00ad');
    expect(parts).toEqual(['Mediter', 'ranean']);
    expect(hyphenated('Connecticut Avenue')).toBe('Connec\u00adticut Avenue');
    expect(hyphenated('Pennsylvania')).toBe('Pennsyl\u00advania');
    expect(hyphenated('Oriental')).toBe('Oriental');
  });
});

describe('the rent that counts now', () => {
  it('is that of the buildings, of the railroads held, or none', () => {
    expect(presentRung(board, view, 0)).toBe(2);
    expect(presentRung(board, view, 1)).toBe(-1);
    expect(presentRung(board, view, 2)).toBe(0);
    expect(presentRung(board, view, 3)).toBe(0);
    expect(presentRung(board, view, 4)).toBe(-1);
    expect(presentRung(board, null, 0)).toBe(-1);
  });
});
