import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Puts the icons into the page, so that `<use href="#house">` needs neither a request nor script. */
function icons(): Plugin {
  const file = new URL('./src/kit/icons.svg', import.meta.url).pathname;
  return {
    name: 'passgo-icons',
    transformIndexHtml: (page) => page.replace('<!-- icons -->', () => readFileSync(file, 'utf8').trim()),
    configureServer: (server) => void server.watcher.add(file),
  };
}

const server = process.env['PASSGO_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), icons()],
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  server: {
    // `changeOrigin` stays off, so that the server sees one host in Origin and Host.
    proxy: { '/api': { target: server }, '/socket': { target: server, ws: true } },
  },
  build: {
    outDir: '../passgo/server/static',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false }, // the page's policy allows no inline script
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['tests/jsdom.ts'],
    include: ['src/**/*.test.ts', 'tests/**/*.test.mjs'],
    restoreMocks: true,
  },
});
