// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { CHARACTERS, cut, FACES } from '../scripts/fonts.mjs';
import { noticesOf, packagesOf } from '../scripts/notices.mjs';

const SRC = fileURLToPath(new URL('../src', import.meta.url));

describe('the type faces', () => {
  it('are small', async () => {
    const sizes = await Promise.all(Object.values(FACES).map(async (face) => (await cut(face)).length));
    expect(sizes.every((size) => size > 10_000)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(60 * 1024);
  }, 30_000);
  it('have every character of our texts', () => {
    const files = readdirSync(`${SRC}/words`, { recursive: true }).filter((name) => name.endsWith('.json'));
    const text = files.map((name) => readFileSync(`${SRC}/words/${name}`, 'utf8')).join('');
    expect(files.length).toBeGreaterThan(10);
    expect([...new Set(text)].filter((one) => one >= ' ' && !CHARACTERS.includes(one))).toEqual([]);
  });
});

describe('the notices', () => {
  it('name each package of the scripts once, with its licence', () => {
    const modules = ['/a/node_modules/svelte/src/x.js', '/a/node_modules/svelte/y.js', '/a/node_modules/lean-qr/i.mjs'];
    expect(packagesOf([...modules, '/a/src/main.ts', '/b/node_modules/@one/two/x.js'])).toEqual([
      '@one/two',
      'lean-qr',
      'svelte',
    ]);
    const said = noticesOf(modules);
    for (const name of ['svelte', 'lean-qr', '@fontsource-variable/inter', '@fontsource-variable/source-serif-4'])
      expect(said.split(`\n${name} `).length, name).toBe(2);
    expect(said).toContain('SIL Open Font License');
    expect(said).toContain('Permission is hereby granted');
  });
});
