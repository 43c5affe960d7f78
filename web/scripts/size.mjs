// How much script a browser loads, gzipped; more than the limit is an error. `--if-built`: say nothing without a build.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 160 * 1024;
const folder = new URL('../../passgo/server/static/assets/', import.meta.url);
if (!existsSync(folder)) process.exit(process.argv.includes('--if-built') ? 0 : 1);
let sum = 0;
for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
  sum += gzipSync(readFileSync(new URL(file, folder))).length;
}
console.log(`script: ${(sum / 1024).toFixed(1)} KB gzipped of ${LIMIT / 1024}`);
process.exit(sum > LIMIT ? 1 : 0);
