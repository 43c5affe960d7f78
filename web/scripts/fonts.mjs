/**
 * Cuts the two type faces to what the game prints, and puts them with their licences into `.fonts`, from where
 * `src/styles/fonts.css` takes them. A character that is not cut in comes from the reader's own faces.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const WEB = new URL('../', import.meta.url);
const OUT = new URL('.fonts/', WEB);

/** Western European letters, and the signs that our texts use. */
const RANGES = [
  [0x20, 0x7e],
  [0xa0, 0xff],
  [0x131, 0x131],
  [0x152, 0x153],
  [0x2009, 0x2009],
  [0x2010, 0x201e],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
  [0x2039, 0x203a],
  [0x2044, 0x2044],
  [0x20ac, 0x20ac],
  [0x2190, 0x2193],
  [0x2212, 0x2212],
  [0x2248, 0x2248],
  [0x2264, 0x2265],
];
/** Everything that is cut in, as one text. */
export const CHARACTERS = RANGES.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n)),
).join('');

/** The faces by the name of their file: the package, its file, and what of it is kept. */
export const FACES = {
  sans: {
    package: '@fontsource-variable/inter',
    file: 'inter-latin-wght-normal.woff2',
    options: {
      keepFeatures: ['kern', 'calt', 'tnum', 'locl', 'frac'],
      variationAxes: { wght: { min: 400, max: 700 } },
    },
  },
  serif: {
    package: '@fontsource-variable/source-serif-4',
    file: 'source-serif-4-latin-wght-normal.woff2',
    options: { keepFeatures: ['kern', 'liga', 'locl'], variationAxes: { wght: { min: 400, max: 700 } } },
  },
};

/** A face, cut to size. */
export async function cut(face) {
  const whole = await readFile(new URL(`node_modules/${face.package}/files/${face.file}`, WEB));
  return subsetFont(whole, CHARACTERS, { targetFormat: 'woff2', noHinting: true, ...face.options });
}

/** What a cut depends on, so that it is made only when that has changed. */
async function stamp() {
  const hash = createHash('sha256').update(await readFile(fileURLToPath(import.meta.url)));
  for (const face of Object.values(FACES)) {
    hash.update(await readFile(new URL(`node_modules/${face.package}/package.json`, WEB)));
  }
  return hash.digest('hex');
}

/** Put the faces into `.fonts`, if they are not there already. */
export async function cutFaces() {
  const wanted = await stamp();
  const kept = new URL('stamp', OUT);
  if ((await stat(kept).catch(() => null)) && (await readFile(kept, 'utf8')) === wanted) return;
  await mkdir(OUT, { recursive: true });
  for (const [name, face] of Object.entries(FACES)) {
    await writeFile(new URL(`${name}.woff2`, OUT), await cut(face));
    await copyFile(new URL(`node_modules/${face.package}/LICENSE`, WEB), new URL(`OFL-${name}.txt`, OUT));
  }
  await writeFile(kept, wanted);
}
