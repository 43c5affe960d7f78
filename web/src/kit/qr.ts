/**
 * QR codes of links: byte mode, error correction M, versions 1 to 16 (up to 450 bytes), as ISO/IEC 18004 has them.
 *
 * The order of the work: bytes → codewords with their correction → modules in the zigzag → the mask that is easiest to read.
 */

/** For level M by version: codewords in all, correction codewords a block, blocks. */
const VERSIONS: readonly (readonly [total: number, correction: number, blocks: number])[] = [
  [26, 10, 1],
  [44, 16, 1],
  [70, 26, 1],
  [100, 18, 2],
  [134, 24, 2],
  [172, 16, 4],
  [196, 18, 4],
  [242, 22, 4],
  [292, 22, 5],
  [346, 26, 5],
  [404, 30, 5],
  [466, 22, 8],
  [532, 22, 9],
  [581, 24, 9],
  [655, 24, 10],
  [733, 28, 10],
];
/** The most bytes that fit. */
const LONGEST = 450;
const FORMAT_OF_M = 0b00;

// The field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1, by powers of two

const POWER = new Uint8Array(255);
const EXPONENT = new Uint8Array(256);
for (let n = 0, x = 1; n < 255; n++) {
  POWER[n] = x;
  EXPONENT[x] = n;
  x = (x << 1) ^ (x & 0x80 ? 0x11d : 0);
}

function times(a: number, b: number): number {
  return a && b ? POWER[(EXPONENT[a]! + EXPONENT[b]!) % 255]! : 0;
}

/** The correction codewords of a block: the remainder of its division by (x - 1)(x - 2)(x - 4)… */
export function correctionOf(block: readonly number[], length: number): number[] {
  let divisor = [1];
  for (let n = 0; n < length; n++) {
    const next = [...divisor, 0];
    divisor.forEach((term, at) => (next[at + 1]! ^= times(term, POWER[n]!)));
    divisor = next;
  }
  const rest = [...block, ...new Array<number>(length).fill(0)];
  for (let at = 0; at < block.length; at++) {
    const factor = rest[at]!;
    divisor.forEach((term, n) => (rest[at + n]! ^= times(term, factor)));
  }
  return rest.slice(block.length);
}

function versionFor(length: number): number {
  const fits = VERSIONS.findIndex(([total, correction, blocks], at) => {
    const header = at + 1 < 10 ? 12 : 20; // mode and count, in bits
    return (total - correction * blocks) * 8 >= header + 8 * length;
  });
  if (fits < 0) throw new RangeError(`a QR code holds at most ${LONGEST} bytes here, not ${length}`);
  return fits + 1;
}

/** The text as codewords of a version, with padding. */
function codewords(text: Uint8Array, version: number): number[] {
  const [total, correction, blocks] = VERSIONS[version - 1]!;
  const room = total - correction * blocks;
  const bits: number[] = [];
  const put = (value: number, width: number) => {
    for (let n = width - 1; n >= 0; n--) bits.push((value >> n) & 1);
  };
  put(0b0100, 4);
  put(text.length, version < 10 ? 8 : 16);
  text.forEach((byte) => put(byte, 8));
  put(0, Math.min(4, room * 8 - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((word, bit) => (word << 1) | bit, 0));
  for (let pad = 0xec; words.length < room; pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** Blocks with their correction, interleaved: first codewords of all, then second ones. Later blocks are the longer. */
function interleaved(words: number[], version: number): number[] {
  const [, correction, count] = VERSIONS[version - 1]!;
  const short = Math.floor(words.length / count);
  const longer = words.length % count;
  const blocks: number[][] = [];
  for (let n = 0, at = 0; n < count; n++) {
    const length = short + (n >= count - longer ? 1 : 0);
    blocks.push(words.slice(at, (at += length)));
  }
  const checks = blocks.map((block) => correctionOf(block, correction));
  const order: number[] = [];
  for (let n = 0; n <= short; n++) blocks.forEach((block) => n < block.length && order.push(block[n]!));
  for (let n = 0; n < correction; n++) checks.forEach((check) => order.push(check[n]!));
  return order;
}

/** A square of modules; `taken` are those that belong to the pattern and hold no data. */
class Modules {
  readonly size: number;
  readonly dark: Uint8Array;
  readonly taken: Uint8Array;

  constructor(readonly version: number) {
    this.size = 17 + 4 * version;
    this.dark = new Uint8Array(this.size ** 2);
    this.taken = new Uint8Array(this.size ** 2);
  }
  at(row: number, column: number): number {
    return row * this.size + column;
  }
  fix(row: number, column: number, dark: boolean | number): void {
    if (row < 0 || column < 0 || row >= this.size || column >= this.size) return;
    this.dark[this.at(row, column)] = dark ? 1 : 0;
    this.taken[this.at(row, column)] = 1;
  }
}

function centres(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = 10 + 4 * version;
  const step = 2 * Math.ceil((last - 6) / (2 * (count - 1)));
  return [6, ...Array.from({ length: count - 1 }, (_, n) => last - (count - 2 - n) * step)];
}

/** Finders, their separators, timing, alignment, and room for format and version. */
function drawPatterns(modules: Modules): void {
  const { size, version } = modules;
  for (let n = 0; n < size; n++) {
    modules.fix(6, n, n % 2 === 0);
    modules.fix(n, 6, n % 2 === 0);
  }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const) {
    for (let r = -4; r <= 4; r++) {
      for (let c = -4; c <= 4; c++) {
        const ring = Math.max(Math.abs(r), Math.abs(c));
        modules.fix(row + r, column + c, ring !== 2 && ring !== 4);
      }
    }
  }
  const places = centres(version);
  for (const row of places) {
    for (const column of places) {
      const onFinder =
        [row, column].every((n) => n === 6 || n === size - 7) && !(row === size - 7 && column === size - 7);
      if (onFinder) continue;
      for (let r = -2; r <= 2; r++)
        for (let c = -2; c <= 2; c++) modules.fix(row + r, column + c, Math.max(Math.abs(r), Math.abs(c)) !== 1);
    }
  }
  drawFormat(modules, 0);
  drawVersion(modules);
}

/** The remainder that protects format (10 bits) and version (12 bits). */
function protect(value: number, divisor: number, width: number): number {
  let rest = value << width;
  for (let bit = 31 - Math.clz32(rest); bit >= width; bit = 31 - Math.clz32(rest)) rest ^= divisor << (bit - width);
  return (value << width) | rest;
}

function drawFormat(modules: Modules, mask: number): void {
  const { size } = modules;
  const bits = protect((FORMAT_OF_M << 3) | mask, 0b10100110111, 10) ^ 0b101010000010010;
  const bit = (n: number) => (bits >> n) & 1;
  for (let n = 0; n < 6; n++) modules.fix(n, 8, bit(n));
  modules.fix(7, 8, bit(6));
  modules.fix(8, 8, bit(7));
  modules.fix(8, 7, bit(8));
  for (let n = 9; n < 15; n++) modules.fix(8, 14 - n, bit(n));
  for (let n = 0; n < 8; n++) modules.fix(8, size - 1 - n, bit(n));
  for (let n = 8; n < 15; n++) modules.fix(size - 15 + n, 8, bit(n));
  modules.fix(size - 8, 8, 1);
}

function drawVersion(modules: Modules): void {
  if (modules.version < 7) return;
  const bits = protect(modules.version, 0b1111100100101, 12);
  for (let n = 0; n < 18; n++) {
    const [long, near] = [Math.floor(n / 3), modules.size - 11 + (n % 3)];
    modules.fix(long, near, (bits >> n) & 1);
    modules.fix(near, long, (bits >> n) & 1);
  }
}

/** The data, two columns at a time from the lower right, up and down, round the pattern. */
function drawData(modules: Modules, words: number[]): void {
  const { size } = modules;
  let bit = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right = 5; // the timing column
    for (let n = 0; n < size; n++) {
      const row = up ? size - 1 - n : n;
      for (const column of [right, right - 1]) {
        const at = modules.at(row, column);
        if (modules.taken[at]) continue;
        modules.dark[at] = ((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1;
        bit += 1;
      }
    }
  }
}

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (r, c) => (r + c) % 2 === 0,
  (r) => r % 2 === 0,
  (_, c) => c % 3 === 0,
  (r, c) => (r + c) % 3 === 0,
  (r, c) => (Math.floor(r / 2) + Math.floor(c / 3)) % 2 === 0,
  (r, c) => ((r * c) % 2) + ((r * c) % 3) === 0,
  (r, c) => (((r * c) % 2) + ((r * c) % 3)) % 2 === 0,
  (r, c) => (((r + c) % 2) + ((r * c) % 3)) % 2 === 0,
];

function applyMask(modules: Modules, mask: number): void {
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      const at = modules.at(row, column);
      if (!modules.taken[at] && MASKS[mask]!(row, column)) modules.dark[at]! ^= 1;
    }
  }
}

/** How hard a pattern is to read: long runs, blocks, what looks like a finder, and too much of one colour. */
function penalty(modules: Modules): number {
  const { size, dark } = modules;
  let sum = 0;
  for (let line = 0; line < size; line++) {
    sum += lineFaults(Array.from({ length: size }, (_, n) => dark[modules.at(line, n)]!));
    sum += lineFaults(Array.from({ length: size }, (_, n) => dark[modules.at(n, line)]!));
  }
  for (let row = 0; row + 1 < size; row++) {
    for (let column = 0; column + 1 < size; column++) {
      const at = modules.at(row, column);
      const four = dark[at]! + dark[at + 1]! + dark[at + size]! + dark[at + size + 1]!;
      if (four === 0 || four === 4) sum += 3;
    }
  }
  const share = dark.reduce((all, one) => all + one, 0) / dark.length;
  return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}

function lineFaults(line: number[]): number {
  const text = line.join('');
  let sum = 0;
  for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
  for (let at = 0; at + 11 <= text.length; at++) {
    const part = text.slice(at, at + 11);
    if (part === '10111010000' || part === '00001011101') sum += 40;
  }
  return sum;
}

/** Is a text short enough for a code? */
export function fitsQr(text: string): boolean {
  return new TextEncoder().encode(text).length <= LONGEST;
}

/** The modules of a QR code, row by row; true is dark. */
export function qrCode(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  const version = versionFor(bytes.length);
  const words = interleaved(codewords(bytes, version), version);
  let best: Modules | null = null;
  let least = Infinity;
  for (let mask = 0; mask < MASKS.length; mask++) {
    const modules = new Modules(version);
    drawPatterns(modules);
    drawData(modules, words);
    applyMask(modules, mask);
    drawFormat(modules, mask);
    const faults = penalty(modules);
    if (faults < least) [best, least] = [modules, faults];
  }
  const { size, dark } = best!;
  return Array.from({ length: size }, (_, row) => Array.from(dark.slice(row * size, (row + 1) * size), Boolean));
}

/** The dark modules as the path of an SVG, a rectangle for each run in a row. */
export function qrPath(modules: boolean[][]): string {
  let path = '';
  modules.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      let end = x;
      while (row[end]) end += 1;
      if (end > x) path += `M${x} ${y}h${end - x}v1h${x - end}z`;
      x = Math.max(x, end);
    }
  });
  return path;
}
