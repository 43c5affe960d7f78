/** What the adviser of the table said last, where the table has one. Everything it says is asked of the server. */
import type { Action, Advice, DealEffect } from '../protocol';
import { api } from './api';
import { table } from './table.svelte';

/** The adviser is asked no oftener by itself, in ms; a press asks at once. */
const PAUSE = 2500;
const MOST_KEPT = 20;

class Adviser {
  /** Everybody's chance, and what changed one's own. */
  chances: Advice | null = $state.raw(null);
  /** What the active seat could do. */
  choices: Advice | null = $state.raw(null);
  /** A question is on its way. */
  asking = $state(false);
  /** The last question could not be answered. */
  failed = $state(false);

  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #deals = new Map<string, Promise<DealEffect | null>>();

  /** Is advice given at this table now? */
  get open(): boolean {
    return table.info?.advice === true && table.info.status === 'playing';
  }
  /** Are these the chances of the position that is seen? */
  get fresh(): boolean {
    return this.chances !== null && this.chances.seq >= this.#position;
  }
  /** The entry that last changed the position, as far as it is known here. */
  get #position(): number {
    return table.log.at(-1)?.seq ?? 0;
  }

  /** Keep the chances up to date, as long as somebody looks. Returns the way to stop. */
  follow(): () => void {
    clearTimeout(this.#timer);
    if (!this.open || table.showing || this.fresh) return () => {};
    this.#timer = setTimeout(() => void this.askChances(), Math.max(0, this.#asked + PAUSE - performance.now()));
    return () => clearTimeout(this.#timer);
  }

  async askChances(): Promise<void> {
    const said = await this.#ask({ about: 'chances', seat: table.active });
    if (said) this.chances = said;
  }
  async askChoices(): Promise<void> {
    this.choices = null;
    if (table.active === null) return;
    this.choices = await this.#ask({ about: 'choices', seat: table.active });
  }
  /** The choices are those of another position, or of another seat. */
  forgetChoices(): void {
    this.choices = null;
  }
  /** What a deal of this proposer would change; the same deal is asked about once in a position. */
  deal(deal: Action, proposer: number): Promise<DealEffect | null> {
    const key = JSON.stringify([table.game, this.#position, proposer, deal]);
    const kept = this.#deals.get(key);
    if (kept) return kept;
    const asked = this.#ask({ about: 'deal', seat: proposer, deal }).then((said) => said?.deal ?? null);
    if (this.#deals.size >= MOST_KEPT) this.#deals.clear();
    this.#deals.set(key, asked);
    return asked;
  }

  async #ask(wanted: Parameters<typeof api.advice>[1]): Promise<Advice | null> {
    this.#asked = performance.now();
    this.asking = true;
    try {
      const said = await api.advice(table.game, wanted);
      this.failed = false;
      return said;
    } catch {
      this.failed = true;
      return null;
    } finally {
      this.asking = false;
    }
  }
}

export const adviser = new Adviser();
