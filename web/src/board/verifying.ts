/** Checks in the browser that the dice of a finished game follow from its seed, as `passgo verify` does. */

import type { Event } from '../protocol';

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

/** The dice of an outcome: the second white die turns fastest, the Speed Die slowest. */
export function diceOf(outcome: number, dice: number): number[] {
  const white = [(Math.floor(outcome / 6) % 6) + 1, (outcome % 6) + 1];
  return dice === 3 ? [...white, Math.floor(outcome / 36) + 1] : white;
}

/** What can still come: the cards not yet seen of each deck, and the deeds not yet dealt, by their squares. */
class Unseen {
  #cards: Record<string, number[]> = {};
  #deeds: number[];

  constructor(deeds: readonly number[]) {
    this.#deeds = [...deeds].sort((a, b) => a - b);
  }

  /** How many outcomes the event had, and which of them happened; null if it was certain. */
  of(event: Event, deckSize: number): [number, number] | null {
    if (event.kind === 'DiceThrown') return null;
    const left = event.kind === 'DeedDealt' ? this.#deeds : (this.#cards[event.deck!] ??= Array.from({ length: deckSize }, (_, n) => n));
    const at = left.indexOf((event.kind === 'DeedDealt' ? event.square : event.card) ?? -1);
    if (!left.length) return null;
    const bound = left.length;
    if (at >= 0) left.splice(at, 1);
    return [bound, at];
  }
}

const CHANCE = new Set<Event['kind']>(['DiceThrown', 'CardDrawn', 'DeedDealt']);
const DECK = 16;

export interface Checked {
  /** How many throws, cards and dealt deeds there were. */
  events: number;
  /** The first that the seed does not give, counted from 1; null if there is none. */
  wrong: number | null;
}

/** Deal every throw, card and deed of the game again from the seed. `deeds` are the squares that have one. */
export async function checkChance(events: readonly Event[], seed: string, deeds: readonly number[]): Promise<Checked> {
  const key = await crypto.subtle.importKey('raw', bytesOf(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const unseen = new Unseen(deeds);
  const chance = events.filter((event) => CHANCE.has(event.kind));
  for (const [number, event] of chance.entries()) {
    const dice = event.dice ?? [];
    const found = unseen.of(event, DECK);
    const right = dice.length
      ? diceOf(await drawOf(key, number, 36 * (dice.length === 3 ? 6 : 1)), dice.length).join() === dice.join()
      : !found || (await drawOf(key, number, found[0])) === found[1];
    if (!right) return { events: number + 1, wrong: number + 1 };
  }
  return { events: chance.length, wrong: null };
}
