/* Kept by the browser for the time when the server does not answer: one page that says so, and the referee's pages with
   all their parts, once they were open (`referee/library.svelte.ts` names them). Everything else is fetched. */
const KEPT = 'passgo-offline-1';
const REFEREE = 'passgo-referee-1';
const PAGE = 'offline.html';
const PARTS = ['offline.css', 'mark.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, ...PARTS])));
  self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('passgo-') && name !== KEPT && name !== REFEREE);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});
self.addEventListener('fetch', (event) => {
  const { mode, url } = event.request;
  const { pathname } = new URL(url);
  if (mode === 'navigate') event.respondWith(fetch(event.request).catch(() => pageFor(pathname)));
  else if (pathname.includes('/assets/')) event.respondWith(fetch(event.request).catch((gone) => keptOr(url, gone)));
  else {
    // The page may stand at any address: its parts are known by their names.
    const part = PARTS.find((name) => url.endsWith(`/${name}`));
    if (part) event.respondWith(fetch(event.request).catch(() => caches.match(part)));
  }
});
/** Every page of the referee is the same file. */
async function pageFor(pathname) {
  const rules = /^(.*\/rules)(?:\/|$)/.exec(pathname);
  return (rules && (await caches.match(rules[1], { cacheName: REFEREE }))) ?? caches.match(PAGE);
}
async function keptOr(url, gone) {
  const kept = await caches.match(url, { cacheName: REFEREE });
  if (kept) return kept;
  throw gone;
}
self.addEventListener('message', (event) => {
  if (event.data?.keep) event.waitUntil(keep(event.data.keep, event.data.page));
});
/** Keep these parts and this page; what was kept before and is not among them goes. */
async function keep(parts, page) {
  const kept = await caches.open(REFEREE);
  const wanted = new Set(parts);
  const there = new Set((await kept.keys()).map((request) => request.url));
  await kept.addAll([page, ...parts.filter((part) => !there.has(part))]);
  const address = new URL(page, self.location.href).href;
  await Promise.all([...there].filter((url) => url !== address && !wanted.has(url)).map((url) => kept.delete(url)));
}
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});
/** Bring the page of a game to the front, or open it. */
async function show(page) {
  const open = await self.clients.matchAll({ type: 'window' });
  const found = open.find(({ url }) => url === page);
  await (found ? found.focus() : self.clients.openWindow(page));
}
