/**
 * Checks that the rooms of `src` import each other in one direction only: a room may import the rooms before it in this
 * list, never one after it, so that there can be no circle. What lies beside the rooms is `protocol.ts`, which
 * everybody may import, and `App.svelte` and `main.ts`, which nobody may. Tests may import whatever they need.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOMS = [
  'words',
  'kit',
  'state',
  'board',
  'players',
  'log',
  'shell',
  'play',
  'bank',
  'replay',
  'analysis',
  'referee',
  'screens',
];
const OUTSIDE = ['styles'];
/** Files of the package that hold no code. */
const DATA = /^\.\.\/\.\.\/passgo\/rulebook\/\w+\.json\?url$/;
const IMPORT = /(?:from|import|import\()\s*'(\.[^']*)'/g;

/** The room of a file, or its own name where it lies beside the rooms. */
function roomOf(path) {
  return path.split(sep)[0];
}

/** May a file of this room import one of that? */
function allowed(from, to) {
  if (from === to || to === 'protocol' || OUTSIDE.includes(to)) return true;
  if (from === 'main.ts' || from === 'App.svelte')
    return ROOMS.includes(to) || (from === 'main.ts' && to === 'App.svelte');
  return ROOMS.indexOf(to) >= 0 && ROOMS.indexOf(to) < ROOMS.indexOf(from);
}

/** Every import against the direction, as `file imports file`; files are `[path, text]`. */
export function wrongWays(files) {
  return files.flatMap(([path, text]) =>
    [...text.matchAll(IMPORT)]
      .map(([, what]) => join(dirname(path), what))
      .filter((target) => !DATA.test(target) && !allowed(roomOf(path), roomOf(target)))
      .map((target) => `${path} imports ${target}`),
  );
}

/** The folders of `src` that are in no list. */
export function unknownRooms(folders) {
  return folders.filter((folder) => !ROOMS.includes(folder) && !OUTSIDE.includes(folder));
}

function main() {
  const src = fileURLToPath(new URL('../src', import.meta.url));
  const entries = readdirSync(src, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(ts|svelte)$/.test(entry.name) && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => [relative(src, path), readFileSync(path, 'utf8')]);
  const folders = entries.filter((entry) => entry.isDirectory() && entry.parentPath === src).map((entry) => entry.name);
  const problems = [
    ...wrongWays(files),
    ...unknownRooms(folders).map((folder) => `src/${folder} is in no list of scripts/rooms.mjs`),
  ];
  if (!problems.length) return;
  console.error(`Rooms import each other from left to right: ${ROOMS.join(', ')}.\n${problems.join('\n')}`);
  process.exit(1);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
