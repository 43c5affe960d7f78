/** The licences of what is given to browsers: of every package that is in the scripts, and of the type faces. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FACES } from './fonts.mjs';

const MODULES = fileURLToPath(new URL('../node_modules/', import.meta.url));
const PACKAGE = /node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** The packages that modules are from, each once, in order. */
export function packagesOf(modules) {
  return [...new Set(modules.flatMap((id) => PACKAGE.exec(id.replaceAll('\\', '/'))?.[1] ?? []))].sort();
}

/** What a package says of itself and its licence. An error if it has no licence: it may not be given away then. */
function noticeOf(name) {
  const { version, license } = JSON.parse(readFileSync(`${MODULES}${name}/package.json`, 'utf8'));
  const file = readdirSync(`${MODULES}${name}`).find((one) => /^licen[cs]e/i.test(one));
  if (!file) throw new Error(`${name} is in the scripts and has no licence beside it`);
  return `${name} ${version} (${license})\n\n${readFileSync(`${MODULES}${name}/${file}`, 'utf8').trim()}\n`;
}

/** The notices for a bundle of these modules. */
export function noticesOf(modules) {
  const faces = Object.values(FACES).map((face) => face.package);
  const names = [...packagesOf(modules), ...faces];
  const first = `PassGo's browser game contains parts of ${names.length} packages by others, under these licences.\n`;
  return [first, ...names.map(noticeOf)].join(`\n${'-'.repeat(80)}\n\n`);
}
