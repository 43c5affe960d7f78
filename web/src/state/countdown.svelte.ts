/** The clock on the wall, counted down by the server's time. */
import type { Clock } from '../protocol';

const TICK = 250;

export class Countdown {
  clock: Clock | null = $state.raw(null);
  /** The server's time now, in milliseconds; it ticks four times a second while a clock runs. */
  now = $state(Date.now());

  #offset = 0;
  #ticker: ReturnType<typeof setInterval> | undefined;

  start(): void {
    this.#ticker = setInterval(() => this.#tick(), TICK);
  }
  stop(): void {
    clearInterval(this.#ticker);
    this.clock = null;
  }
  set(clock: Clock): void {
    this.#offset = clock.now - Date.now();
    this.clock = clock;
    this.#tick();
  }

  /** Milliseconds until the deadline; null without one. */
  get remaining(): number | null {
    return this.clock?.deadline ? Math.max(0, this.clock.deadline - this.now) : null;
  }
  /** Milliseconds until the hour of a short game; null without one. */
  get untilHour(): number | null {
    return this.clock?.hour ? Math.max(0, this.clock.hour - this.now) : null;
  }

  #tick(): void {
    if (this.clock?.deadline || this.clock?.hour) this.now = Date.now() + this.#offset;
  }
}
