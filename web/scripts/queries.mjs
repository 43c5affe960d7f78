/**
 * Names for the sizes at which the layout changes, from `src/styles/breakpoints.json`; styles write them as custom
 * media: `@media (--below-tablet)`, `@media (--from-desktop)`, `@media (--low)`, `@container dlg (--within-dialog)`.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = join(dirname(fileURLToPath(import.meta.url)), '../src/styles/breakpoints.json');
const { window, height, container } = JSON.parse(readFileSync(FILE, 'utf8'));

/** Every name with its query. */
export const QUERIES = new Map([
  ...Object.entries(window).flatMap(([name, px]) => [
    [`--below-${name}`, `(max-width: ${px - 1}px)`],
    [`--from-${name}`, `(min-width: ${px}px)`],
  ]),
  ...Object.entries(height).map(([name, px]) => [`--${name}`, `(max-height: ${px - 1}px)`]),
  ...Object.entries(container).map(([name, px]) => [`--within-${name}`, `(max-width: ${px}px)`]),
  // A finger needs larger targets than a mouse.
  ['--touch', `(pointer: coarse), (max-width: ${window.tablet - 1}px)`],
]);

/** The names in a query replaced by what they mean. */
export function spellQueries(css) {
  return css.replace(/@(?:media|container)[^{]*/g, (rule) =>
    rule.replace(/\((--[\w-]+)\)/g, (_, name) => {
      if (!QUERIES.has(name)) throw new Error(`${name} is no size of src/styles/breakpoints.json`);
      return QUERIES.get(name);
    }),
  );
}

/** A preprocessor for the styles of components. */
export function namedQueries() {
  return { name: 'named-queries', style: ({ content }) => ({ code: spellQueries(content) }) };
}
