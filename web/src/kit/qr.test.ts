import { describe, expect, it } from 'vitest';
import { qrCode, qrPath } from './qr';

const rows = (text: string): string[] => qrCode(text)!.map((row) => row.map(Number).join(''));

describe('QR codes', () => {
  it('have finders in three corners, and grow with the text', () => {
    const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
    for (const [length, side] of [
      [14, 21],
      [15, 25],
      [106, 41],
      [107, 45],
      [331, 69],
      [332, 73],
      [362, 73],
      [363, 77],
      [412, 77],
      [413, 81],
      [450, 81],
    ] as const) {
      const code = rows('x'.repeat(length));
      expect(code.length).toBe(side);
      expect(code.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
      expect(code.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
      expect(code.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
    }
  });
  it('hold what they were made of', () => {
    expect(read(rows('https://a.example/g/x'))).toBe('https://a.example/g/x');
  });
  it('are none where a text is too long for a camera', () => {
    expect([450, 451].map((length) => qrCode('x'.repeat(length)) !== null)).toEqual([true, false]);
  });
  it('are drawn as runs', () => {
    expect(
      qrPath([
        [true, true, false],
        [false, true, true],
      ]),
    ).toBe('M0 0h2v1h-2zM1 1h2v1h-2z');
  });
});

/** What a code of version 2 says: its mask taken off, the zigzag walked, and the bytes after mode and length. */
function read(code: string[]): string {
  const side = code.length;
  expect(side).toBe(25);
  const mask = Number.parseInt([2, 3, 4].map((x) => code[8]![x]).join(''), 2) ^ 0b101;
  const turned = (x: number, y: number): boolean =>
    [
      (x + y) % 2,
      y % 2,
      x % 3,
      (x + y) % 3,
      (Math.floor(y / 2) + Math.floor(x / 3)) % 2,
      ((x * y) % 2) + ((x * y) % 3),
      (((x * y) % 2) + ((x * y) % 3)) % 2,
      (((x + y) % 2) + ((x * y) % 3)) % 2,
    ][mask] === 0;
  const fixed = (x: number, y: number): boolean =>
    x === 6 ||
    y === 6 ||
    (x < 9 && (y < 9 || y > side - 9)) ||
    (x > side - 9 && y < 9) ||
    (x > 15 && x < 21 && y > 15 && y < 21);
  let bits = '';
  let up = true;
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let n = 0; n < side; n++) {
      const y = up ? side - 1 - n : n;
      for (const x of [right, right - 1]) if (!fixed(x, y)) bits += Number(code[y]![x] === '1') ^ Number(turned(x, y));
    }
    up = !up;
  }
  expect(bits.slice(0, 4)).toBe('0100');
  const length = Number.parseInt(bits.slice(4, 12), 2);
  return Array.from({ length }, (_, n) =>
    String.fromCharCode(Number.parseInt(bits.slice(12 + 8 * n, 20 + 8 * n), 2)),
  ).join('');
}
