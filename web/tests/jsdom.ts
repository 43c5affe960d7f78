/** What jsdom lacks: it lays nothing out, so there is nothing to observe. */
class NoSizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoSizes as unknown as typeof ResizeObserver;
