/** What actions would cost, or why they are refused, asked of the server without playing them. */
import type { Action, Checked } from '../protocol';
import { table } from '../state/table.svelte';

const nameOf = (action: Action) => JSON.stringify(action, Object.keys(action).sort());

export class Quotes {
  #answers: Map<string, Checked> = $state.raw(new Map());
  #asked = '';
  #round = 0;

  /** The answer for an action, once it has come. */
  of(action: Action): Checked | null {
    return this.#answers.get(nameOf(action)) ?? null;
  }

  /** Ask about these actions, as the table stands; older answers stay until the new ones are here. */
  async ask(actions: Action[], standing: unknown): Promise<void> {
    const asked = actions.map(nameOf).join() + JSON.stringify(standing);
    if (asked === this.#asked) return;
    this.#asked = asked;
    const round = ++this.#round;
    const answers = await Promise.all(actions.map((action) => table.check(action)));
    if (round !== this.#round) return;
    const found = new Map<string, Checked>();
    answers.forEach((answer, n) => answer?.type === 'checked' && found.set(nameOf(actions[n]!), answer));
    this.#answers = found;
  }
}
