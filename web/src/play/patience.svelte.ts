/** Nobody is said to be deciding before two seconds have passed with nothing to show. */
const LONG = 2000;

export class Patience {
  over = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Something is shown, or has just been: wait from now on. */
  restart(): void {
    clearTimeout(this.#timer);
    this.over = false;
    this.#timer = setTimeout(() => (this.over = true), LONG);
  }
  stop(): void {
    clearTimeout(this.#timer);
  }
}
