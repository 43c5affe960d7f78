/** Points of winning chance: the one unit for chances, luck, deals and decisions. */
import { number } from '../words';

/** A chance or a change of one in whole points. */
export function whole(change: number): number {
  return Math.round(100 * change) + 0; // no minus zero
}

/** A change in points, with its sign: +3, −12; with a decimal where one choice is weighed. */
export function signed(change: number, decimals = 0): string {
  const scale = 10 ** decimals;
  const points = Math.round(100 * change * scale) / scale;
  const figure = decimals ? number(Math.abs(points)) : String(Math.abs(points));
  return points > 0 ? `+${figure}` : points < 0 ? `\u2212${figure}` : figure;
}

/** The doubt of an estimate in points: two standard errors. */
export function doubt(error: number, decimals = 1): string {
  const scale = 10 ** decimals;
  return `±${number(Math.round(200 * error * scale) / scale)}`;
}
