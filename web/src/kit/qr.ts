/** QR codes of links, which cameras can still read from a screen. */
import { correction, generate } from 'lean-qr';

/** Larger codes (81 modules a side) have modules too small for the place they are shown in. */
const LARGEST = 16;

/** The modules of a code, row by row, dark ones true; null if the text is too long. A seventh may be unreadable. */
export function qrCode(text: string): boolean[][] | null {
  try {
    const code = generate(text, { minCorrectionLevel: correction.M, maxVersion: LARGEST });
    return Array.from({ length: code.size }, (_, y) => Array.from({ length: code.size }, (_, x) => code.get(x, y)));
  } catch {
    return null;
  }
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
