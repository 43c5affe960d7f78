import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '../state/settings.svelte';
import { change, fill, LANGUAGES, learn, list, maybe, money, t, type Key, type Messages, type Text } from '.';

const FOLDER = __dirname;
const files = readdirSync(join(FOLDER, 'en'));
const pairs = Object.keys(LANGUAGES)
  .filter((language) => language !== 'en')
  .flatMap((language) => files.map((file) => [language, file] as const));
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(join(FOLDER, language, file), 'utf8')) as Messages;
/** The same without the names of editions, which other languages have in a file of their own. */
const readShared = (language: string, file: string): Messages =>
  Object.fromEntries(Object.entries(read(language, file)).filter(([key]) => !key.startsWith('edition.')));
/** Other languages have more files: what English finds in the server's own words. */
const all = (language: string): Messages =>
  Object.assign({}, ...readdirSync(join(FOLDER, language)).map((file) => read(language, file))) as Messages;
const forms = (text: Text): string[] => (typeof text === 'string' ? [text] : Object.values(text));
/** `{player_mid}` is another form of `{player}`: languages differ in which one a sentence needs. */
const places = (text: Text): string[] =>
  [
    ...new Set(
      forms(text).flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map((place) => place[1]!.split('_')[0]!)),
    ),
  ].sort();

describe('the message files', () => {
  it.each(pairs)('%s/%s has the same keys as in English', (language, file) => {
    expect(Object.keys(readShared(language, file)).sort()).toEqual(Object.keys(readShared('en', file)).sort());
  });
  it('name no key twice', () => {
    const keys = files.flatMap((file) => Object.keys(read('en', file)));
    expect(keys.filter((key, n) => keys.indexOf(key) !== n)).toEqual([]);
  });
  it.each(pairs)('%s/%s fills in nothing that English does not know', (language, file) => {
    const [en, other] = [readShared('en', file), readShared(language, file)];
    for (const key of Object.keys(en))
      expect(places(en[key]!), key).toEqual(expect.arrayContaining(places(other[key]!)));
  });
  it('leave no text empty, and shout at nobody', () => {
    for (const language of Object.keys(LANGUAGES)) {
      for (const [key, text] of Object.entries(all(language))) {
        for (const form of forms(text)) expect(form.trim() && !form.includes('!'), `${language} ${key}`).toBeTruthy();
      }
    }
  });
  it('have a letter of its own for each colour group', () => {
    for (const language of Object.keys(LANGUAGES)) {
      const letters = Object.entries(all(language)).filter(
        ([key]) => /^group\..*\.letter$/.test(key) && !key.includes('purple'),
      );
      expect(new Set(letters.map(([, letter]) => letter)).size).toBe(letters.length);
    }
  });
  it('have reasons of bots that fit on a chip, whoever offered', () => {
    for (const language of Object.keys(LANGUAGES)) {
      const reasons = Object.entries(read(language, 'board.json')).filter(([key]) => key.startsWith('reason.'));
      expect(reasons.length).toBe(12);
      for (const [key, text] of reasons) {
        expect(String(text).split(' ').length, `${language} ${key}`).toBeLessThanOrEqual(
          key.includes('complete') ? 6 : 5,
        );
        if (key !== 'reason.would-complete') expect(text).not.toMatch(/\b(you|du|dir|dich|ihr)\b/i);
      }
    }
  });
  it('have every key that the source asks for', () => {
    const known = all('en');
    for (const file of sources(join(__dirname, '..'))) {
      for (const [, key] of readFileSync(file, 'utf8').matchAll(/\bt\('([\w.-]+)'/g)) {
        expect(known[key!], `${key} in ${file}`).toBeDefined();
      }
    }
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return sources(path);
    return /\.(svelte|ts)$/.test(name) && !name.endsWith('.test.ts') ? [path] : [];
  });
}

describe('texts', () => {
  beforeEach(() => {
    learn('de', all('de'));
    settings.language = 'en';
  });
  it('are filled in', () => {
    expect(t('round', { n: 14 })).toBe('Round 14');
    settings.language = 'de';
    expect(t('round', { n: 1400 })).toBe('Runde 1.400');
  });
  it('have plural forms', () => {
    expect(t('lobby.free', { n: 0 })).toBe('no seat free');
    expect(t('lobby.free', { n: 1 })).toBe('1 seat free');
    expect(t('lobby.free', { n: 2 })).toBe('2 seats free');
  });
  it('keep a place that nobody filled', () => {
    expect(fill('en', 'Hello {name}', {})).toBe('Hello {name}');
  });
  it('fall back to what is given', () => {
    expect(maybe('option.no_such_thing', 'something')).toBe('something');
    expect(t('no.such.key' as Key)).toBe('no.such.key');
  });
  it('write sums as is usual there', () => {
    expect([money(1100), money(-500), change(50)]).toEqual(['$1,100', '\u2212$500', '+$50']);
    settings.language = 'de';
    expect(money(1100)).toBe('1.100\u00a0$');
  });
  it('join names', () => {
    expect(list(['Ann', 'Ben', 'Mira'])).toBe('Ann, Ben, and Mira');
  });
});

describe('the words of another language', () => {
  it('are fetched once, when they are wanted; without them the language stays', async () => {
    vi.resetModules();
    const [fresh, chosen] = [await import('.'), (await import('../state/settings.svelte')).settings];
    chosen.language = 'en';
    const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValueOnce(new Error('gone'));
    expect(await chosen.speak('de')).toBe(false);
    expect(chosen.language).toBe('en');
    fetched.mockImplementation(async (file) => new Response(JSON.stringify({ [String(file)]: 'da' })));
    expect(await chosen.speak('de')).toBe(true);
    expect(chosen.language).toBe('de');
    const files = Object.keys(fresh.MESSAGES.de!)
      .map((file) => /(\w+)\.json/.exec(file)![1]!)
      .sort();
    expect(files).toEqual(
      readdirSync(join(FOLDER, 'de'))
        .map((file) => file.replace('.json', ''))
        .sort(),
    );
    fetched.mockRejectedValue(new Error('gone'));
    expect(await chosen.speak('de')).toBe(true);
  });
});
