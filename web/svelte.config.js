import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { said } from './scripts/said.js';

export default { preprocess: [said(), vitePreprocess()], compilerOptions: { runes: true } };
