/** Sums as people type them. */
import { MOST_CASH } from '../protocol';

const SIGNS = /[$€£\s\u00a0\u202f'’]/g;
const GROUPED = /^\d{1,3}([.,]\d{3})+$/;

/**
 * A sum that was typed: '260', '$1,200', '1.200', '1 200'. Empty is nothing; `null` says that it is no whole sum.
 */
export function parseMoney(text: string): number | null {
  const plain = text.replace(SIGNS, '');
  if (plain === '') return 0;
  const digits = GROUPED.test(plain) ? plain.replace(/[.,]/g, '') : plain;
  if (!/^\d{1,10}$/.test(digits)) return null;
  const sum = Number(digits);
  return sum <= MOST_CASH ? sum : null;
}

/** A sum moved by a step, kept between two others. */
export function stepped(text: string, by: number, least: number, most: number): number {
  const now = parseMoney(text) ?? least;
  return Math.min(Math.max(now + by, least), Math.max(most, least));
}
