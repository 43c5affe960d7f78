/** The question "why?" that is open: about an event or about a rule. Whoever draws the answer looks here. */
import type { Event } from '../protocol';

export interface Question {
  rule: string;
  /** The event that it is about, if it is about one. */
  event: Event | null;
}

class Why {
  question: Question | null = $state.raw(null);
  /** The page has a place of its own for the answer. */
  housed = $state(false);

  /** Ask about an event, or about a rule by its id. */
  show(about: Event | string): void {
    this.question = typeof about === 'string' ? { rule: about, event: null } : { rule: about.rule, event: about };
  }
  close(): void {
    this.question = null;
  }
}

export const why = new Why();
