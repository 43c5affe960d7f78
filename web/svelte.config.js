import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { namedQueries } from './scripts/queries.mjs';

export default { preprocess: [namedQueries(), vitePreprocess()], compilerOptions: { runes: true } };
