/** The referee, fetched once: the index, the book and the examples are files that the browser keeps. */
import examples from '../../../passgo/rulebook/examples.json?url';
import index from '../../../passgo/rulebook/index.json?url';
import { api } from '../state/api';
import { at } from '../state/root';
import { wordFiles } from '../words';
import book from './book.json?url';
import type { Book, Examples, Index } from './data';
import { Referee } from './verdict';

class Library {
  referee: Referee | null = $state.raw(null);
  examples: Examples = $state.raw({});
  failed = $state(false);
  #fetching: Promise<void> | null = null;

  /** Have the referee at hand. */
  open(): Promise<void> {
    this.#fetching ??= this.#fetch().catch(() => {
      this.failed = true;
      this.#fetching = null;
    });
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    this.failed = false;
    const [known, rules, seen] = await Promise.all([read<Index>(index), read<Book>(book), read<Examples>(examples)]);
    const referee = new Referee(known, rules);
    this.examples = seen;
    this.referee = referee;
    keep([index, book, examples]);
    // The server may play editions of its own. Without it, those of the package are answered for.
    const own = await api.editions().catch(() => []);
    for (const one of own) referee.own.set(one.edition, one);
  }
}

export const library = new Library();

async function read<T>(file: string): Promise<T> {
  const answer = await fetch(file);
  if (!answer.ok) throw new Error(file);
  return (await answer.json()) as T;
}

/** Ask the worker to keep this page and all that it is made of, so that it opens without the server, in any language. */
function keep(files: readonly string[]): void {
  const loaded = performance.getEntriesByType('resource').map((one) => one.name);
  const own = [...files, ...wordFiles(), ...loaded].map((file) => new URL(file, location.href).href);
  const parts = own.filter((file) => file.startsWith(new URL(at('/assets/'), location.href).href));
  void navigator.serviceWorker?.ready.then(({ active }) =>
    active?.postMessage({ keep: [...new Set(parts)], page: at('/rules') }),
  );
}
