/**
 * Checks that the styles of components take colours, sizes of type, spaces and radii from `src/styles/tokens.css`, and
 * the sizes at which the layout changes from `src/styles/breakpoints.json`.
 *
 * What may be raw: hairlines (below 2 px), widths and heights, places, shadows, borders and patterns, which are one
 * component's own; and measures that a component names (`--indent: 58px`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const COLOUR = /#[0-9a-f]{3,8}\b|\b(?:rgb|rgba|hsl|hsla|hwb|lab|lch|oklab|oklch)\(|(?<![\w-])(?:white|black)(?![\w-])/i;
const SPACE =
  /^(?:padding|margin|gap|row-gap|column-gap|scroll-margin|scroll-padding|border-radius|border-[a-z-]+-radius)/;
const TYPE = /^font(?:-size)?$/;
const LENGTH = /(?<![\w.])-?(\d*\.?\d+)(px|rem)\b/g;
/** A line height after a slash is no size of type. */
const LINE_HEIGHT = /\/\s*[\d.]+(?:px|rem)?/;
const HAIRLINE = 2;

/** What is raw in a declaration; empty if nothing is. */
function rawIn(property, value) {
  if (COLOUR.test(value)) return 'a colour';
  const lengths = [...value.replace(TYPE.test(property) ? LINE_HEIGHT : '', '').matchAll(LENGTH)];
  if (TYPE.test(property) && lengths.length) return 'a size of type';
  const wide = ([, figure, unit]) => unit === 'rem' || Number(figure) >= HAIRLINE;
  return SPACE.test(property) && lengths.some(wide) ? 'a space' : '';
}

/** Everything raw in the style of a component, as lines to read. */
export function rawStyles(path, source) {
  const style = /<style[^>]*>([\s\S]*?)<\/style>/.exec(source)?.[1] ?? '';
  const css = style.replace(/\/\*[\s\S]*?\*\//g, '');
  const queries = [...css.matchAll(/@(?:media|container)[^{]*/g)].map(([query]) => query.trim());
  const declarations = [...css.matchAll(/(?<=[{;]\s*)([\w-]+)\s*:\s*([^;{}]+);/g)];
  return [
    ...queries.filter((query) => /\d/.test(query)).map((query) => `${path}: ${query} has a raw size`),
    ...declarations
      .map(([, property, value]) => [property, value, rawIn(property, value)])
      .filter(([, , raw]) => raw)
      .map(([property, value, raw]) => `${path}: ${property}: ${value.trim()} has ${raw} that is no token`),
  ];
}

function main() {
  const src = fileURLToPath(new URL('../src', import.meta.url));
  const files = readdirSync(src, { recursive: true }).filter((name) => name.endsWith('.svelte'));
  const problems = files.flatMap((name) =>
    rawStyles(relative(src, join(src, name)), readFileSync(join(src, name), 'utf8')),
  );
  if (!problems.length) return;
  console.error(problems.join('\n'));
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
