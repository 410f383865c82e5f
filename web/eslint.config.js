// What is held against the board's sources beside types: mistakes that the compiler lets pass. Layout is prettier's.
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['src/messages.ts', 'dist/', 'node_modules/'] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    rules: {
      // A value that is made anew as a whole ($state.raw, $derived) needs no reactive Map or Set.
      'svelte/prefer-svelte-reactivity': 'off',
      // Text in braces is how prettier keeps a space, and how a sentence is kept whole for translation.
      'svelte/no-useless-mustaches': 'off',
      // A name that begins with _ is there for its place alone.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, extraFileExtensions: ['.svelte'], svelteConfig } },
  },
);
