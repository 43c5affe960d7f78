/**
 * One WebSocket to the server, kept alive.
 *
 * It says hello, comes back after a loss with the last `seq` it has had, and sends again, under the same ids, what was
 * not answered: the server does a request once however often it hears it.
 */
import { VERSION } from '../protocol';
import type {
  Bye,
  Checked,
  ClientMessage,
  Done,
  Hello,
  Invited,
  Pong,
  Refused,
  ServerMessage,
  Supposed,
} from '../protocol';
import { newKey } from './keys';
import { at } from './root';

/** `lost`: trying again. `gone`: tried for a while, and trying on every ten seconds. `refused`: the server said no. */
export type Status = 'connecting' | 'connected' | 'lost' | 'gone' | 'refused' | 'closed';

export type Answer = Done | Refused | Checked | Supposed | Invited | Pong;

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;
/** A request as the rest of the client makes it: its id is given here. */
export type Request = Without<Exclude<ClientMessage, Hello>, 'id' | 'v'>;

/** What of a WebSocket is used; tests give another. */
export interface Socket {
  send(text: string): void;
  close(code?: number): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export interface Wires {
  /** The greeting without `last`: which game, and with which keys. */
  hello: () => Omit<Hello, 'type' | 'last' | 'v'>;
  /** Every message that is no answer to a request. */
  onMessage: (message: ServerMessage) => void;
  onStatus: (status: Status, why?: Bye) => void;
  open?: (asked: boolean) => Socket;
}

/** Waits between tries, in milliseconds; the last one is repeated. */
export const WAITS = [300, 700, 1500, 3000, 5000, 10000];
/** After so many tries in vain the server counts as gone. */
export const TRIES_UNTIL_GONE = 4;
const PING_EVERY = 15_000;
const SILENCE = 10_000;
const OPENING = 8_000;
const FINAL: Bye['reason'][] = ['no-game', 'bad-key', 'version', 'bad-message', 'replaced', 'left'];

interface Open {
  message: ClientMessage & { id: string };
  resolve: (answer: Answer) => void;
}

export class Connection {
  status: Status = 'connecting';
  /** The last `seq` this client has had. */
  seq = 0;
  #wires: Wires;
  #socket: Socket | null = null;
  #unanswered = new Map<string, Open>();
  #tries = 0;
  #welcomed = false;
  /** Did the game wait for us when we last heard of it? */
  #asked = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heart: ReturnType<typeof setTimeout> | undefined;
  #bye: Bye | undefined;

  constructor(wires: Wires) {
    this.#wires = wires;
  }

  /** Connect, and stay so until `close`. */
  start(): void {
    globalThis.addEventListener?.('online', this.#hurry);
    globalThis.document?.addEventListener('visibilitychange', this.#look);
    this.#connect();
  }

  close(): void {
    globalThis.removeEventListener?.('online', this.#hurry);
    globalThis.document?.removeEventListener('visibilitychange', this.#look);
    this.#drop();
    this.#unanswered.clear();
    this.#tell('closed');
  }

  /** Begin anew with a fresh hello, for instance with another seat's key. */
  again(): void {
    this.#drop();
    this.#connect();
  }

  /** Ask for something. The promise is kept over lost connections; what was refused is an answer too. */
  request(wanted: Request): Promise<Answer> {
    const message = { ...wanted, id: newId(), v: VERSION } as ClientMessage & { id: string };
    return new Promise((resolve) => {
      this.#unanswered.set(message.id, { message, resolve });
      if (this.#welcomed) this.#socket?.send(JSON.stringify(message));
    });
  }

  /** How many requests wait for their answer. */
  get waiting(): number {
    return this.#unanswered.size;
  }

  #connect(): void {
    if (this.status !== 'gone') this.#tell(this.#tries ? 'lost' : 'connecting');
    const socket = this.#wires.open?.(this.#asked) ?? openSocket(this.#wires.hello().game, this.#asked);
    this.#socket = socket;
    this.#welcomed = false;
    this.#bye = undefined;
    this.#timer = setTimeout(() => this.#lose(socket), OPENING);
    socket.onopen = () => {
      const hello: Hello = { type: 'hello', ...this.#wires.hello(), last: this.seq, v: VERSION };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#hear(JSON.parse(String(event.data)) as ServerMessage);
    };
    socket.onclose = () => this.#lose(socket);
  }

  #hear(message: ServerMessage): void {
    this.#beat();
    switch (message.type) {
      case 'done':
      case 'refused':
      case 'checked':
      case 'supposed':
      case 'invited':
      case 'pong':
        return this.#answer(message);
      case 'bye':
        this.#bye = message;
        return;
      case 'welcome':
        this.#enter();
        break;
      case 'update':
        if (message.after > this.seq) return this.again(); // something is missing: the next welcome brings it
        if (message.seq <= this.seq) return;
        break;
    }
    this.seq = Math.max(this.seq, message.seq);
    if ('view' in message) this.#asked = message.hands.some(({ seat }) => message.view?.waiting.includes(seat));
    this.#wires.onMessage(message);
  }

  #enter(): void {
    clearTimeout(this.#timer);
    this.#welcomed = true;
    this.#tries = 0;
    this.#tell('connected');
    for (const { message } of this.#unanswered.values()) this.#socket?.send(JSON.stringify(message));
  }

  #answer(message: Answer): void {
    const open = this.#unanswered.get(message.id);
    if (!open) return;
    if (message.type === 'refused' && (message.reason === 'unavailable' || message.reason === 'too-fast')) {
      setTimeout(() => this.#welcomed && this.#socket?.send(JSON.stringify(open.message)), 1000);
      return; // nothing was done: the same again, soon
    }
    this.#unanswered.delete(message.id);
    open.resolve(message);
  }

  /** The connection is over, or counts as over. */
  #lose(socket: Socket): void {
    if (socket !== this.#socket) return;
    const bye = this.#bye;
    this.#drop();
    if (bye && FINAL.includes(bye.reason)) return this.#tell('refused', bye);
    if (bye?.reason === 'future') this.seq = 0; // the server's games are older than what we saw: all of it again
    const wait = WAITS[Math.min(this.#tries, WAITS.length - 1)]!;
    this.#tries += 1;
    this.#tell(this.#tries > TRIES_UNTIL_GONE ? 'gone' : 'lost', bye);
    this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }

  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#heart);
    const socket = this.#socket;
    this.#socket = null;
    this.#welcomed = false;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      // it was not open yet: nothing to close
    }
  }

  /** Something was heard: ask in a while whether the other side is still there, and believe silence. */
  #beat(): void {
    clearTimeout(this.#heart);
    this.#heart = setTimeout(() => this.#ping(), PING_EVERY);
  }

  #ping(): void {
    const socket = this.#socket;
    if (!socket || !this.#welcomed) return;
    socket.send(JSON.stringify({ type: 'ping', id: newId(), v: VERSION }));
    clearTimeout(this.#heart);
    this.#heart = setTimeout(() => this.#lose(socket), SILENCE);
  }

  #hurry = (): void => {
    if (this.#welcomed || this.status === 'refused' || this.status === 'closed') return;
    this.#drop();
    this.#connect();
  };

  #look = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.#welcomed) this.#ping();
    else this.#hurry();
  };

  #tell(status: Status, why?: Bye): void {
    if (status === this.status && !why) return;
    this.status = status;
    this.#wires.onStatus(status, why);
  }
}

/** A name for a request that no other device of the same seat will take. */
export function newId(): string {
  return newKey(9);
}

/**
 * The game stands in the address too, so that a balancer can send all of its players to one process; and whether the
 * game waits for us, because when everybody comes back at once, those are let in first.
 */
function openSocket(game: string, asked: boolean): Socket {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(
    `${scheme}://${location.host}${at(`/socket?game=${game}${asked ? '&asked=1' : ''}`)}`,
  ) as unknown as Socket;
}
