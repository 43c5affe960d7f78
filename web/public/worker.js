/* Kept by the browser for the time when the server does not answer: one page that says so. Everything else is fetched. */
const KEPT = 'passgo-offline-1';
const PAGE = 'offline.html';
const PARTS = ['offline.css', 'mark.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, ...PARTS])));
  self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('passgo-offline-') && name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});
self.addEventListener('fetch', (event) => {
  const page = event.request.mode === 'navigate';
  // The page may stand at any address: its parts are known by their names.
  const part = PARTS.find((name) => event.request.url.endsWith(`/${name}`));
  if (page || part) event.respondWith(fetch(event.request).catch(() => caches.match(page ? PAGE : part)));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: 'window' }).then((pages) => pages[0]?.focus()));
});
