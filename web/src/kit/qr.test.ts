import { describe, expect, it } from 'vitest';
import { correctionOf, fitsQr, qrCode, qrPath } from './qr';

/** Made by this encoder and read back by another program's reader (ZXing), as were codes of all versions from 1 to 16. */
const READ = [
  '111111100011101111111',
  '100000100101101000001',
  '101110101001001011101',
  '101110101100101011101',
  '101110101111101011101',
  '100000101010101000001',
  '111111101010101111111',
  '000000001011100000000',
  '101111100100101111100',
  '110001001010100100101',
  '010010110001010011110',
  '101101000000000111100',
  '100101111101010011000',
  '000000001111111100110',
  '111111100010101101010',
  '100000101001111011101',
  '101110101100100011010',
  '101110101000100110100',
  '101110101111010001000',
  '100000100110000011100',
  '111111101111010000110',
];

describe('QR codes', () => {
  it('protect their data as the standard does', () => {
    // The worked example of ISO/IEC 18004 for "01234567", version 1-M
    const data = [0x10, 0x20, 0x0c, 0x56, 0x61, 0x80, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11, 0xec, 0x11];
    expect(correctionOf(data, 10)).toEqual([0xa5, 0x24, 0xd4, 0xc1, 0xed, 0x36, 0xc7, 0x87, 0x2c, 0x55]);
  });
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
      const rows = qrCode('x'.repeat(length)).map((row) => row.map(Number).join(''));
      expect(rows.length).toBe(side);
      expect(rows.slice(0, 7).map((row) => row.slice(0, 7))).toEqual(finder);
      expect(rows.slice(0, 7).map((row) => row.slice(-7))).toEqual(finder);
      expect(rows.slice(-7).map((row) => row.slice(0, 7))).toEqual(finder);
    }
  });
  it('are those that were read back', () => {
    const rows = qrCode('PassGo').map((row) => row.map(Number).join(''));
    expect(rows).toEqual(READ);
  });
  it('say what does not fit', () => {
    expect([fitsQr('x'.repeat(450)), fitsQr('x'.repeat(451)), fitsQr('ü'.repeat(226))]).toEqual([true, false, false]);
    expect(() => qrCode('x'.repeat(451))).toThrow('at most 450 bytes');
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
