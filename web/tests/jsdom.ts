/** What jsdom lacks: it lays nothing out, so there is nothing to observe; and words, which are not fetched in tests. */
import { learn, type Messages } from '../src/words';

class NoSizes {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
globalThis.ResizeObserver ??= NoSizes as unknown as typeof ResizeObserver;

const english = import.meta.glob<Messages>('../src/words/en/*.json', { import: 'default', eager: true });
learn('en', Object.assign({}, ...Object.values(english)) as Messages);
