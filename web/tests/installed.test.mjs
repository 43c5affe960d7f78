// @vitest-environment node
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';

const PUBLIC = fileURLToPath(new URL('../public', import.meta.url));
const read = (name) => readFileSync(`${PUBLIC}/${name}`);

describe('the manifest', () => {
  const manifest = JSON.parse(read('manifest.webmanifest').toString());

  it('names pictures that are there, as large as it says', () => {
    for (const { src, sizes, type } of manifest.icons) {
      expect(existsSync(`${PUBLIC}/${src}`), src).toBe(true);
      if (type !== 'image/png') continue;
      const picture = read(src);
      expect(`${picture.readUInt32BE(16)}x${picture.readUInt32BE(20)}`, src).toBe(sizes);
    }
    expect(manifest.icons.some((icon) => icon.purpose === 'maskable')).toBe(true);
  });

  it('holds under any path, and is named by the page', () => {
    for (const path of [manifest.start_url, manifest.scope, ...manifest.icons.map((icon) => icon.src)])
      expect(path.startsWith('/'), path).toBe(false);
    const page = readFileSync(fileURLToPath(new URL('../index.html', import.meta.url)), 'utf8');
    expect(page).toContain('manifest.webmanifest');
  });
});

/** The worker, in a browser that has no network. */
function worker() {
  const hears = {};
  const kept = new Map();
  const cache = {
    addAll: async (names) => names.forEach((name) => kept.set(name, `kept ${name}`)),
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    delete: async (url) => kept.delete(url),
  };
  const caches = {
    open: async () => cache,
    keys: async () => ['passgo-offline-0', 'passgo-offline-1', 'others'],
    delete: vi.fn(async () => true),
    match: async (name) => kept.get(name),
  };
  const location = { href: 'https://example.org/worker.js' };
  const self = { addEventListener: (name, hear) => (hears[name] = hear), skipWaiting() {}, clients: {}, location };
  const fetch = vi.fn(async () => Promise.reject(new Error('no network')));
  runInNewContext(read('worker.js').toString(), { self, caches, fetch, URL });
  const tell = async (name, event = {}) => {
    let answer;
    hears[name]({ waitUntil: (done) => (answer = done), respondWith: (done) => (answer = done), ...event });
    return answer;
  };
  return { tell, kept, caches, fetch };
}

describe('the worker', () => {
  it('keeps files that are there', async () => {
    const { tell, kept } = worker();
    await tell('install');
    expect([...kept.keys()]).toEqual(['offline.html', 'offline.css', 'mark.svg']);
    for (const name of kept.keys()) expect(existsSync(`${PUBLIC}/${name}`), name).toBe(true);
    const named = [
      ...read('offline.html')
        .toString()
        .matchAll(/(?:href|src)="([^"]+)"/g),
    ].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !kept.has(name))).toEqual([]);
  });

  it('shows its page where the server does not answer, at any address', async () => {
    const { tell } = worker();
    await tell('install');
    const asked = (url, mode) => tell('fetch', { request: { url, mode } });
    expect(await asked('https://example.org/sub/g/abc', 'navigate')).toBe('kept offline.html');
    expect(await asked('https://example.org/sub/g/offline.css', 'no-cors')).toBe('kept offline.css');
  });

  it('keeps the pages of the referee with the parts that are named, and no others', async () => {
    const { tell, kept } = worker();
    const part = (name) => `https://example.org/assets/${name}`;
    const asked = (url, mode) => tell('fetch', { request: { url, mode } });
    await tell('message', { data: { keep: [part('a.js'), part('old.json')], page: 'https://example.org/rules' } });
    await tell('message', { data: { keep: [part('a.js'), part('new.json')], page: 'https://example.org/rules' } });
    expect([...kept.keys()].sort()).toEqual([part('a.js'), part('new.json'), 'https://example.org/rules']);
    kept.set('/rules', 'kept /rules'); // the browser knows them by their path, too
    expect(await asked('https://example.org/rules/rent.utility?q=x', 'navigate')).toBe('kept /rules');
    expect(await asked(part('a.js'), 'cors')).toBe(`kept ${part('a.js')}`);
    await expect(asked(part('old.json'), 'cors')).rejects.toThrow('no network');
  });

  it('leaves everything else to the network, and forgets what older ones kept', async () => {
    const { tell, caches, fetch } = worker();
    expect(await tell('fetch', { request: { url: 'https://example.org/api/games', mode: 'cors' } })).toBeUndefined();
    expect(fetch).not.toHaveBeenCalled();
    await tell('activate');
    expect(caches.delete.mock.calls).toEqual([['passgo-offline-0']]);
  });
});
