/** Checks in the browser that the dice of a finished game follow from its seed, as `passgo verify` does. */

import { DECK, type Event } from '../protocol';

export function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

export function hexOf(bytes: ArrayBuffer): string {
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The SHA-256 of a seed: what was promised before the first throw. */
export async function commitOf(seed: string): Promise<string> {
  return hexOf(await crypto.subtle.digest('SHA-256', bytesOf(seed)));
}

const WHOLE = 2n ** 256n;

/** The number below `bound` that the seed gives for a chance event; uneven ends are drawn again. */
export async function drawOf(key: CryptoKey, number: number, bound: number): Promise<number> {
  const limit = WHOLE - (WHOLE % BigInt(bound));
  for (let attempt = 0; ; attempt++) {
    const message = new TextEncoder().encode(`passgo chance ${number} ${attempt}`);
    const value = BigInt(`0x${hexOf(await crypto.subtle.sign('HMAC', key, message))}`);
    if (value < limit) return Number(value % BigInt(bound));
  }
}

/** How many ways the dice could fall, and which it was: the second white die turns fastest, the Speed Die slowest. */
export function thrown(dice: readonly number[]): [number, number] {
  const [first, second, speed] = dice as [number, number, number?];
  const white = 6 * (first - 1) + second - 1;
  return speed ? [216, 36 * (speed - 1) + white] : [36, white];
}

/** What can still come: the cards not yet seen of each deck, those that went to its bottom, and the deeds not yet dealt. */
class Unseen {
  #decks: Record<string, { unseen: number[]; bottom: number[] }> = {};
  #deeds: number[];

  constructor(deeds: readonly number[]) {
    this.#deeds = [...deeds].sort((a, b) => a - b);
  }

  #deck(event: Event): { unseen: number[]; bottom: number[] } {
    return (this.#decks[event.deck!] ??= { unseen: Array.from({ length: DECK }, (_, n) => n), bottom: [] });
  }

  /** A card goes to the bottom of its deck. */
  return(event: Event): void {
    this.#deck(event).bottom.push(event.card!);
  }

  /** How many outcomes the event had, and which of them happened; -1 if it could not. */
  of(event: Event): [number, number] {
    if (event.kind === 'DeedDealt') return taken(this.#deeds, event.square ?? -1);
    const { unseen, bottom } = this.#deck(event);
    if (unseen.length) return taken(unseen, event.card ?? -1);
    return [1, bottom.shift() === event.card ? 0 : -1]; // all have been seen, so the one on top is known
  }
}

/** How many there were, and the place of the one that is taken out; -1 if it was not there. */
function taken(left: number[], one: number): [number, number] {
  const [bound, at] = [left.length, left.indexOf(one)];
  if (at >= 0) left.splice(at, 1);
  return [bound, at];
}

const CHANCE = new Set<Event['kind']>(['DiceThrown', 'CardDrawn', 'DeedDealt']);

export interface Checked {
  /** How many throws, cards and dealt deeds there were. */
  events: number;
  /** The first that the seed does not give, counted from 1; null if there is none. */
  wrong: number | null;
}

/** The first and the last of some numbers that were seen and taken back, so that they are not used again. */
export type Skipped = readonly (readonly [number, number])[];

/** The number from which a chance event of the game, counted from 0, is drawn. */
export function numberBehind(skipped: Skipped, event: number): number {
  return skipped.reduce((number, [first, last]) => (number >= first ? number + last - first + 1 : number), event);
}

/** Deal every throw, card and deed of the game again from the seed. `deeds` are the squares that have one. */
export async function checkChance(
  events: readonly Event[],
  seed: string,
  deeds: readonly number[],
  skipped: Skipped = [],
): Promise<Checked> {
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const unseen = new Unseen(deeds);
  let number = 0;
  for (const event of events) {
    if (event.kind === 'CardReturned') unseen.return(event);
    if (!CHANCE.has(event.kind)) continue;
    const [bound, at] = event.dice?.length ? thrown(event.dice) : unseen.of(event);
    const drawn = await drawOf(key, numberBehind(skipped, number), bound);
    if (at < 0 || drawn !== at) return { events: number + 1, wrong: number + 1 };
    number += 1;
  }
  return { events: number, wrong: null };
}
