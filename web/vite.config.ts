import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { type Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { cutFaces } from './scripts/fonts.mjs';
import { noticesOf } from './scripts/notices.mjs';

/** Puts the icons into the page, so that `<use href="#house">` needs neither a request nor script. */
function icons(): Plugin {
  const file = new URL('./src/kit/icons.svg', import.meta.url).pathname;
  return {
    name: 'passgo-icons',
    transformIndexHtml: (page) => page.replace('<!-- icons -->', () => readFileSync(file, 'utf8').trim()),
    configureServer: (server) => void server.watcher.add(file),
  };
}

/** Cuts the type faces before anything asks for them, and has the one that is seen first fetched first. */
function faces(): Plugin {
  return {
    name: 'passgo-faces',
    config: async () => (process.env['VITEST'] ? undefined : void (await cutFaces())),
    transformIndexHtml: {
      order: 'post',
      handler: (_page, { bundle }) => {
        const sans = Object.keys(bundle ?? {}).find((name) => /sans-[\w-]+\.woff2$/.test(name));
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${sans}`, crossorigin: '' };
        return sans ? [{ tag: 'link', attrs, injectTo: 'head' }] : [];
      },
    },
  };
}

/** Puts the licences of everything that went into the scripts, and of the faces, beside them. */
function notices(): Plugin {
  return {
    name: 'passgo-notices',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const source = noticesOf(chunks.flatMap((chunk) => Object.keys(chunk.modules)));
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source });
    },
  };
}

const server = process.env['PASSGO_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), icons(), faces(), notices()],
  ...(process.env['VITEST'] ? { resolve: { conditions: ['browser'] } } : {}),
  server: {
    // `changeOrigin` stays off, so that the server sees one host in Origin and Host.
    proxy: { '/api': { target: server }, '/socket': { target: server, ws: true } },
  },
  // Files name each other by where they are beside each other, so that a server may give them under any path. The page names
  // them from the root; under `--root-path` the server puts the path before that.
  experimental: {
    renderBuiltUrl: (_file, { hostType }) => (hostType === 'html' ? undefined : { relative: true }),
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
    testTimeout: 30_000, // a busy machine takes seconds to find a role in a large page
    environment: 'jsdom',
    setupFiles: ['tests/jsdom.ts'],
    include: ['src/**/*.test.ts', 'tests/**/*.test.mjs'],
    restoreMocks: true,
  },
});
