import { describe, expect, it } from 'vitest';
import { SQUARES } from '../protocol';
import {
  arrange,
  boardSize,
  FLAT,
  FORMS,
  gridArea,
  isCorner,
  neighbour,
  placeOf,
  sideOf,
  squareRect,
  stageRect,
  standings,
  standRect,
  stone,
  type Form,
  type Rect,
} from './geometry';

const forms = [...Object.values(FORMS), FLAT];
const JAIL = 10;
const all = Array.from({ length: SQUARES }, (_, n) => n);
const overlap = (a: Rect, b: Rect) =>
  Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 0.01 &&
  Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 0.01;

describe('the ring', () => {
  it('has the designed sizes', () => {
    expect(boardSize(FORMS.desktop)).toEqual({ width: 960, height: 823.5 });
    expect(boardSize(FORMS.tablet).width).toBeCloseTo(743.8);
    expect(boardSize(FORMS.tablet).height).toBeCloseTo(604);
    expect(boardSize(FORMS.phone).width).toBeCloseTo(341.6);
    expect(boardSize(FORMS.phone).height).toBeCloseTo(297.5);
    expect([boardSize(FLAT).width, boardSize(FLAT).height]).toEqual([boardSize(FORMS.phone).width, 245.5]);
    expect(stageRect(FORMS.desktop)).toEqual({ x: 152, y: 140, width: 648, height: 535.5 });
  });

  it('gives every square its own cell of the grid', () => {
    expect(new Set(all.map((n) => JSON.stringify(gridArea(n)))).size).toBe(SQUARES);
    expect(gridArea(0)).toEqual({ row: 1, column: 1 });
    expect(gridArea(10)).toEqual({ row: 1, column: 11 });
    expect(gridArea(20)).toEqual({ row: 11, column: 11 });
    expect(gridArea(30)).toEqual({ row: 11, column: 1 });
  });

  it.each(forms)('$name: squares never overlap, and each touches the next', (form: Form) => {
    const rects = all.map((n) => squareRect(form, n));
    for (const a of all) for (const b of all) if (a < b) expect(overlap(rects[a]!, rects[b]!)).toBe(false);
    for (const a of all) {
      const here = rects[a]!;
      const next = rects[(a + 1) % SQUARES]!;
      const gapX = Math.max(here.x, next.x) - Math.min(here.x + here.width, next.x + next.width);
      const gapY = Math.max(here.y, next.y) - Math.min(here.y + here.height, next.y + next.height);
      expect(Math.max(gapX, gapY)).toBeCloseTo(0);
    }
  });

  it('turns with the start corner', () => {
    expect(placeOf(0, 2)).toBe(20);
    expect(placeOf(35, 1)).toBe(5);
    expect(sideOf(placeOf(5, 3))).toBe('left');
  });
});

describe('tokens', () => {
  it.each(forms)('$name: stand beside their square, never on its name', (form: Form) => {
    for (const place of all.filter((n) => !isCorner(n))) {
      const stand = standRect(form, place);
      for (const other of all) expect(overlap(stand, squareRect(form, other))).toBe(false);
    }
  });

  it('stand where the design drew them', () => {
    expect(stone(FORMS.desktop, 5)).toEqual({ x: 476, y: 122 });
    expect(stone(FORMS.desktop, 27)).toEqual({ x: 316, y: 693.5 });
  });

  it.each(forms)('$name: eight of them fit on one square, apart from each other', (form: Form) => {
    for (const place of all) {
      const rect = standRect(form, place);
      for (let count = 1; count <= 8; count++) {
        const spots = arrange(count, rect, form);
        expect(spots).toHaveLength(count);
        for (const spot of spots) {
          expect(spot.x - spot.size / 2).toBeGreaterThanOrEqual(rect.x - 0.01);
          expect(spot.x + spot.size / 2).toBeLessThanOrEqual(rect.x + rect.width + 0.01);
          expect(spot.y - spot.size / 2).toBeGreaterThanOrEqual(rect.y - 0.01);
          expect(spot.y + spot.size / 2).toBeLessThanOrEqual(rect.y + rect.height + 0.01);
        }
        for (let a = 0; a < count; a++)
          for (let b = a + 1; b < count; b++) {
            const apart = Math.hypot(spots[a]!.x - spots[b]!.x, spots[a]!.y - spots[b]!.y);
            expect(apart).toBeGreaterThanOrEqual(spots[a]!.size * (1 - form.overlap) - 0.01);
          }
      }
    }
  });

  it('stay readable: eight on one square of the desktop board are at least 16 px each', () => {
    for (const place of all)
      expect(arrange(8, standRect(FORMS.desktop, place), FORMS.desktop)[0]!.size).toBeGreaterThanOrEqual(16);
  });

  it('part in Jail: prisoners in the cell, visitors beside it', () => {
    const spots = standings(
      FORMS.desktop,
      [
        { seat: 0, square: JAIL, jailed: true },
        { seat: 1, square: JAIL, jailed: false },
        { seat: 2, square: JAIL, jailed: true },
      ],
      JAIL,
    );
    expect(spots.get(0)!.y).toBe(spots.get(2)!.y);
    expect(spots.get(1)!.y).toBeGreaterThan(spots.get(0)!.y + 20);
  });

  it('part in a Jail on a side too: prisoners on the square, visitors before it', () => {
    const spots = standings(
      FORMS.desktop,
      [
        { seat: 0, square: 7, jailed: true },
        { seat: 1, square: 7, jailed: false },
      ],
      7,
    );
    const square = squareRect(FORMS.desktop, 7);
    expect(spots.get(0)!.y).toBeLessThan(square.height);
    expect(spots.get(1)!.y).toBeGreaterThan(square.height);
  });
});

describe('arrow keys', () => {
  it('walk as the eye sees the arrow', () => {
    expect(neighbour(3, 'ArrowRight')).toBe(4);
    expect(neighbour(3, 'ArrowLeft')).toBe(2);
    expect(neighbour(13, 'ArrowDown')).toBe(14);
    expect(neighbour(13, 'ArrowUp')).toBe(12);
    expect(neighbour(23, 'ArrowLeft')).toBe(24);
    expect(neighbour(23, 'ArrowRight')).toBe(22);
    expect(neighbour(33, 'ArrowUp')).toBe(34);
    expect(neighbour(33, 'ArrowDown')).toBe(32);
  });

  it('turn round corners both ways', () => {
    expect(neighbour(10, 'ArrowDown')).toBe(11);
    expect(neighbour(10, 'ArrowLeft')).toBe(9);
    expect(neighbour(0, 'ArrowRight')).toBe(1);
    expect(neighbour(0, 'ArrowDown')).toBe(39);
    expect(neighbour(20, 'ArrowLeft')).toBe(21);
    expect(neighbour(20, 'ArrowUp')).toBe(19);
    expect(neighbour(30, 'ArrowUp')).toBe(31);
    expect(neighbour(30, 'ArrowRight')).toBe(29);
  });

  it('follow the board when it is turned', () => {
    expect(neighbour(3, 'ArrowDown', 1)).toBe(4);
  });
});
