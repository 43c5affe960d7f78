/**
 * Writes the faces of the share card into a folder, each of one weight and as TrueType: `card.py` takes their outlines.
 *
 *     node web/scripts/still.mjs FOLDER
 */
import { readFile, writeFile } from 'node:fs/promises';
import subsetFont from 'subset-font';

const WEB = new URL('../', import.meta.url);
const range = (first, last) => Array.from({ length: last - first + 1 }, (_, n) => String.fromCodePoint(first + n));
const LATIN = [...range(0x20, 0x7e), ...range(0xa1, 0xff), ...'–—‘’“”…'].join('');
/** Names are written in many alphabets; the headline prints them. */
const NAMES = {
  'latin-ext': range(0x100, 0x17f).join('') + 'ȘșȚțẞ',
  cyrillic: range(0x400, 0x45f).join('') + 'Ґґ',
  greek: range(0x386, 0x3ce).join(''),
};
const STILLS = [
  ...Object.entries({ latin: LATIN, ...NAMES }).map(([part, text]) => ['print', 'source-serif-4', part, 700, text]),
  ['plain', 'inter', 'latin', 400, LATIN],
  ['strong', 'inter', 'latin', 650, LATIN],
];

const [, , folder] = process.argv;
for (const [name, face, part, weight, text] of STILLS) {
  const file = `node_modules/@fontsource-variable/${face}/files/${face}-${part}-wght-normal.woff2`;
  const still = await subsetFont(await readFile(new URL(file, WEB)), text, {
    targetFormat: 'truetype',
    noHinting: true,
    keepFeatures: ['kern'],
    variationAxes: { wght: weight },
  });
  await writeFile(`${folder}/${name}-${part}.ttf`, still);
}
