// How much script a browser loads for a game, gzipped, and how much there is in all, with the pages that are fetched when
// they are wanted; more than the limits is an error. `--if-built`: say nothing without a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMITS = { first: 150 * 1024, all: 200 * 1024 };
const folder = new URL('../../passgo/server/static/', import.meta.url);
const page = new URL('index.html', folder);
if (!existsSync(page)) process.exit(process.argv.includes('--if-built') ? 0 : 1);
const named = [...readFileSync(page, 'utf8').matchAll(/assets\/[\w.-]+\.js/g)].map(([file]) => file.slice(7));
const sums = { first: 0, all: 0 };
for (const file of readdirSync(new URL('assets/', folder)).filter((name) => name.endsWith('.js'))) {
  const size = gzipSync(readFileSync(new URL(`assets/${file}`, folder))).length;
  sums.all += size;
  if (named.includes(file)) sums.first += size;
}
for (const [part, sum] of Object.entries(sums)) {
  console.log(`script, ${part}: ${(sum / 1024).toFixed(1)} KB gzipped of ${LIMITS[part] / 1024}`);
  if (sum > LIMITS[part]) process.exitCode = 1;
}
