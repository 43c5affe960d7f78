/**
 * Where everything on the board lies. Pure arithmetic over the forty squares; no drawing.
 *
 * The board is a rectangular ring. Position 0 is the top left corner and the positions run clockwise, so that with
 * the usual start corner the order of travel is the order of reading. Tokens stand on a lane of stepping stones
 * inside the ring, except on corners, where they stand in the square itself. Which square is the Jail, the board says.
 */
import { SQUARES } from '../protocol';

/** From one corner to the next. */
const SIDE = SQUARES / 4;

export type Side = 'top' | 'right' | 'bottom' | 'left';

export interface Point {
  x: number;
  y: number;
}

export interface Rect extends Point {
  width: number;
  height: number;
}

/** One way of drawing the board; all measures in px at its drawn size. */
export interface Form {
  name: 'desktop' | 'tablet' | 'phone';
  cornerWidth: number;
  cornerHeight: number;
  /** Width of the squares at the top and the bottom, and height of those at the sides. */
  along: number;
  side: number;
  lane: number;
  token: number;
  /** How far tokens on one square may cover each other, as a share of their size. */
  overlap: number;
  padding: number;
}

export const FORMS: Record<Form['name'], Form> = {
  desktop: {
    name: 'desktop',
    cornerWidth: 116,
    cornerHeight: 104,
    along: 80,
    side: 67.5,
    lane: 36,
    token: 30,
    overlap: 0,
    padding: 4,
  },
  tablet: {
    name: 'tablet',
    cornerWidth: 88,
    cornerHeight: 82,
    along: 62.2,
    side: 48,
    lane: 28,
    token: 26,
    overlap: 0.1,
    padding: 4,
  },
  phone: {
    name: 'phone',
    cornerWidth: 40,
    cornerHeight: 40,
    along: 28.4,
    side: 23.5,
    lane: 22,
    token: 20,
    overlap: 0.35,
    padding: 3,
  },
};

/** The phone's board where the phone is low: as wide, and flatter. */
export const FLAT: Form = { ...FORMS.phone, cornerHeight: 32, side: 19.5 };

/** Width and height of the ring without its tray. */
export function ringSize(form: Form): { width: number; height: number } {
  return { width: 2 * form.cornerWidth + 9 * form.along, height: 2 * form.cornerHeight + 9 * form.side };
}

/** Width and height of the whole board. */
export function boardSize(form: Form): { width: number; height: number } {
  const { width, height } = ringSize(form);
  return { width: width + 2 * form.padding, height: height + 2 * form.padding };
}

/** The place of a square on the ring when GO lies in the given corner (0 top left, then clockwise). */
export function placeOf(square: number, startCorner = 0): number {
  return (((square + startCorner * SIDE) % SQUARES) + SQUARES) % SQUARES;
}

export function isCorner(square: number): boolean {
  return square % SIDE === 0;
}

/** The side of the ring a place lies on; a corner belongs to the side that begins with it. */
export function sideOf(place: number): Side {
  return (['top', 'right', 'bottom', 'left'] as const)[Math.floor(place / SIDE) % 4] as Side;
}

/** Row and column of a place in the 11 × 11 grid, counted from 1 as CSS does. */
export function gridArea(place: number): { row: number; column: number } {
  const step = place % SIDE;
  switch (sideOf(place)) {
    case 'top':
      return { row: 1, column: 1 + step };
    case 'right':
      return { row: 1 + step, column: 11 };
    case 'bottom':
      return { row: 11, column: 11 - step };
    default:
      return { row: 11 - step, column: 1 };
  }
}

function trackStart(index: number, corner: number, between: number): number {
  return index === 1 ? 0 : corner + (index - 2) * between;
}

/** The rectangle of a place in the ring. */
export function squareRect(form: Form, place: number): Rect {
  const { row, column } = gridArea(place);
  return {
    x: trackStart(column, form.cornerWidth, form.along),
    y: trackStart(row, form.cornerHeight, form.side),
    width: column === 1 || column === 11 ? form.cornerWidth : form.along,
    height: row === 1 || row === 11 ? form.cornerHeight : form.side,
  };
}

/** Where tokens may stand: the stretch of lane before a square, or the upper part of a corner. */
export function standRect(form: Form, place: number): Rect {
  const square = squareRect(form, place);
  if (isCorner(place)) {
    const inset = { desktop: 8, tablet: 4, phone: 2 }[form.name];
    const share = { desktop: 0.62, tablet: 0.42, phone: 1 }[form.name]; // above the name, which has two lines on a tablet
    return {
      x: square.x + inset,
      y: square.y + inset,
      width: square.width - 2 * inset,
      height: square.height * share - inset,
    };
  }
  switch (sideOf(place)) {
    case 'top':
      return { x: square.x, y: square.y + square.height, width: square.width, height: form.lane };
    case 'right':
      return { x: square.x - form.lane, y: square.y, width: form.lane, height: square.height };
    case 'bottom':
      return { x: square.x, y: square.y - form.lane, width: square.width, height: form.lane };
    default:
      return { x: square.x + square.width, y: square.y, width: form.lane, height: square.height };
  }
}

/** The barred cell of the Jail, for those in it: a part of a corner; elsewhere the whole square. */
export function cellRect(form: Form, place: number): Rect {
  const square = squareRect(form, place);
  if (!isCorner(place)) return square;
  if (form.name === 'phone')
    return { x: square.x + 2, y: square.y + 2, width: square.width - 4, height: square.height / 2 };
  const inset = form.name === 'desktop' ? 10 : 7;
  return { x: square.x + inset, y: square.y + inset, width: square.width - 2 * inset, height: square.height * 0.36 };
}

/** The rest of the Jail corner, for those who only visit: beside its name; for many, over the line below it too. */
export function visitRect(form: Form, place: number, count = 1): Rect {
  if (!isCorner(place)) return standRect(form, place);
  const square = squareRect(form, place);
  if (form.name === 'phone')
    return {
      x: square.x + 2,
      y: square.y + square.height * 0.525,
      width: square.width - 4,
      height: square.height * 0.45,
    };
  const left = square.width * 0.42;
  const top = square.height * 0.49;
  const height = square.height * (count > 2 ? 0.47 : 0.3);
  return { x: square.x + left, y: square.y + top, width: square.width - left - 5, height };
}

export function centreOf(rect: Rect): Point {
  return { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
}

/** The stepping stone of a square: where a token that passes sets foot. */
export function stone(form: Form, place: number): Point {
  return centreOf(standRect(form, place));
}

export interface Standing extends Point {
  /** Diameter of the token. */
  size: number;
}

function largest(count: number, columns: number, rect: Rect, form: Form): number {
  const rows = Math.ceil(count / columns);
  const across = 1 + (columns - 1) * (1 - form.overlap);
  const down = 1 + (rows - 1) * (1 - form.overlap);
  return Math.min(form.token, rect.width / across, rect.height / down);
}

/**
 * Room for `count` tokens in a rectangle, as large as fits. Of two arrangements of one size the wider wins.
 *
 * Points are centres.
 */
export function arrange(count: number, rect: Rect, form: Form): Standing[] {
  let columns = 1;
  for (let tried = 1; tried <= count; tried++) {
    if (largest(count, tried, rect, form) >= largest(count, columns, rect, form)) columns = tried;
  }
  const size = largest(count, columns, rect, form);
  const rows = Math.ceil(count / columns);
  const step = size * (1 - form.overlap);
  const middle = centreOf(rect);
  return Array.from({ length: count }, (_, n) => {
    const row = Math.floor(n / columns);
    const inRow = row === rows - 1 ? count - row * columns : columns;
    return {
      x: middle.x + ((n % columns) - (inRow - 1) / 2) * step,
      y: middle.y + (row - (rows - 1) / 2) * step,
      size,
    };
  });
}

/** A token on the board: its square, and whether it is locked up there. */
export interface Standee {
  seat: number;
  square: number;
  jailed: boolean;
}

/** Where each token stands, by seat; `jail` is the square of the Jail. */
export function standings(
  form: Form,
  tokens: readonly Standee[],
  jail: number,
  startCorner = 0,
): Map<number, Standing> {
  const groups = new Map<string, Standee[]>();
  for (const token of tokens) {
    const key = `${token.square} ${token.jailed}`;
    groups.set(key, [...(groups.get(key) ?? []), token]);
  }
  const found = new Map<number, Standing>();
  for (const group of groups.values()) {
    const { square, jailed } = group[0]!;
    const place = placeOf(square, startCorner);
    const rect =
      square !== jail ? standRect(form, place) : jailed ? cellRect(form, place) : visitRect(form, place, group.length);
    const spots = arrange(group.length, rect, form);
    group.forEach((token, n) => found.set(token.seat, spots[n]!));
  }
  return found;
}

/** The stage inside the lane. */
export function stageRect(form: Form): Rect {
  const { width, height } = ringSize(form);
  const x = form.cornerWidth + form.lane;
  const y = form.cornerHeight + form.lane;
  return { x, y, width: width - 2 * x, height: height - 2 * y };
}

/** The square reached by an arrow key: along the ring, as the eye sees the arrow. */
export function neighbour(square: number, key: string, startCorner = 0): number {
  const place = placeOf(square, startCorner);
  const side = sideOf(place);
  const forward: Record<Side, string[]> = {
    top: ['ArrowRight'],
    right: ['ArrowDown'],
    bottom: ['ArrowLeft'],
    left: ['ArrowUp'],
  };
  const opposite: Record<string, string> = {
    ArrowRight: 'ArrowLeft',
    ArrowLeft: 'ArrowRight',
    ArrowUp: 'ArrowDown',
    ArrowDown: 'ArrowUp',
  };
  const previous = sideOf((place + SQUARES - 1) % SQUARES);
  if (forward[side].includes(key)) return (square + 1) % SQUARES;
  const back = opposite[forward[isCorner(place) ? previous : side][0]!];
  if (key === back) return (square + SQUARES - 1) % SQUARES;
  // Across the direction of the side: the usual reading, right and down are on, left and up are back.
  if (isCorner(place)) return square;
  const on = key === 'ArrowRight' || key === 'ArrowDown';
  return (square + (on ? 1 : SQUARES - 1)) % SQUARES;
}
