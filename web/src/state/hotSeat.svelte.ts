/** Several seats in one browser: which of them is played now, and when the screen is covered to be handed over. */
import type { View } from '../protocol';

/** What a player may be asked beside the game's own question. */
export type Aside = 'undo' | 'claim' | 'offer';

/** What of a table decides whose screen it is. */
interface Game {
  readonly view: View | null;
  readonly over: boolean;
  /** Is cash secret here? */
  readonly cashPrivate: boolean;
  waitsFor(seat: number | null): boolean;
  asideOf(seat: number): Aside | null;
  /** Whoever had the screen before was refused something: that is nobody else's. */
  forgive(): void;
}

export class HotSeat {
  /** The seats this browser plays. */
  you: number[] = $state.raw([]);
  /** The one of them that is played now. */
  active: number | null = $state(null);
  /** With secret cash: the screen is covered until this seat's player has it. */
  curtain: number | null = $state(null);

  #game: Game;
  /** The seat that was given the screen by hand: it keeps it until its question is answered. */
  #given: number | null = null;

  constructor(game: Game) {
    this.#game = game;
  }

  clear(): void {
    this.you = [];
    this.active = this.curtain = this.#given = null;
  }

  /** These seats were opened by the keys of this browser. */
  sit(you: number[]): void {
    this.you = you;
    if (this.active === null || !you.includes(this.active)) this.active = you[0] ?? null;
  }

  /** Play another seat of this browser. */
  take(seat: number): void {
    if (!this.you.includes(seat) || seat === this.active) return;
    this.#given = seat;
    this.#game.forgive();
    this.active = seat;
    this.cover();
  }
  /** Draw the curtain before the active seat, where others at this screen may not see its cash. */
  cover(): void {
    if (this.you.length > 1 && this.#game.cashPrivate && !this.#game.over) this.curtain = this.active;
  }
  liftCurtain(): void {
    this.curtain = null;
  }

  /** Whose decision it is gets the screen. Who was given it to answer something has it until then. */
  pass(): void {
    const { view, over } = this.#game;
    if (this.you.length < 2 || !view || over) return;
    if (this.#given !== null && this.#given === this.active && this.#game.asideOf(this.active)) return;
    this.#given = null;
    const wanted = [view.next ?? -1, view.on_turn, ...view.waiting];
    const seat = wanted.find((one) => this.you.includes(one) && view.waiting.includes(one));
    if (seat === undefined || this.active === null || view.waiting.includes(this.active)) return;
    this.take(seat);
    this.#given = null;
  }

  /** Other players at this screen who are asked something, and what. The game's own question counts if it is not for the active one. */
  get elsewhere(): { seat: number; asked: Aside | 'turn' }[] {
    const game = this.#game;
    if (game.over) return [];
    const turn = (seat: number) => (game.waitsFor(seat) && !game.waitsFor(this.active) ? 'turn' : null);
    return this.you.flatMap((seat) => {
      const asked = seat === this.active ? null : (game.asideOf(seat) ?? turn(seat));
      return asked ? [{ seat, asked }] : [];
    });
  }
}
