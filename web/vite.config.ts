import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

// The art and the looks belong to the Python package, whose own renderer uses the same two files.
const assets = here('../src/sandtable/assets');

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $assets: assets } },
  build: {
    outDir: here('../src/sandtable/server/board'),
    emptyOutDir: true,
    assetsDir: 'assets',
    target: 'es2022',
    // What several parts share is one file: many small ones compress worse, and each is a question to the server.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } } },
  },
  // What is loaded later is found beside what loads it: the server may stand under a path of a proxy.
  experimental: { renderBuiltUrl: (_, { hostType }) => ({ relative: hostType !== 'html' }) },
  server: {
    fs: { allow: [here('.'), assets] },
    proxy: { '/api': 'http://127.0.0.1:8321', '/ws': { target: 'ws://127.0.0.1:8321', ws: true } },
  },
});
