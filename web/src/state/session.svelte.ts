/** The connection to one game as the screen sees it: which game, whether it stands, and why the server closed the door. */
import type { Bye, ServerMessage } from '../protocol';
import { Connection, type Answer, type Request, type Status } from './connection';
import { forgetSeats, keysOf } from './keys';

export class Session {
  game = $state('');
  status: Status = $state('connecting');
  /** Why the server closed the door, if it did. */
  bye: Bye | null = $state.raw(null);

  #connection: Connection | null = null;
  #hear: (message: ServerMessage) => void;

  constructor(hear: (message: ServerMessage) => void) {
    this.#hear = hear;
  }

  /** Is this game open here, or on its way? */
  isOpen(game: string): boolean {
    return this.game === game && this.#connection !== null && this.status !== 'refused';
  }
  /** Say hello with the keys that this browser has. */
  open(game: string): void {
    this.game = game;
    this.#connection = new Connection({
      hello: () => {
        const { seats, watch } = keysOf(game);
        return { game, seats, ...(seats.length || !watch ? {} : { watch }) };
      },
      onMessage: this.#hear,
      onStatus: (status, bye) => this.#changed(status, bye),
    });
    this.#connection.start();
  }
  close(): void {
    this.#connection?.close();
    this.#connection = null;
    this.game = '';
    this.bye = null;
  }
  /** Say hello anew: another key has come. */
  again(): void {
    this.#connection?.again();
  }

  /** Ask for something; null where no game is open. */
  async request(wanted: Request): Promise<Answer | null> {
    return this.#connection ? this.#connection.request(wanted) : null;
  }

  #changed(status: Status, bye?: Bye): void {
    this.status = status;
    if (status !== 'refused') return;
    this.bye = bye ?? null;
    if ((bye?.reason === 'bad-key' || bye?.reason === 'left') && keysOf(this.game).seats.length) {
      forgetSeats(this.game); // a seat that was given up: come back as whoever one may still be
      this.bye = null;
      this.again();
    }
  }
}
