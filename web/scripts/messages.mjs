// Writes src/messages.ts from messages.schema.json (which `python -m sandtable.server.messages.schema` writes).
// With --check: changes nothing, exits 1 when src/messages.ts is not what the schema says.
import { compileFromFile } from 'json-schema-to-typescript';
import { readFile, writeFile } from 'node:fs/promises';

const source = new URL('../messages.schema.json', import.meta.url);
const target = new URL('../src/messages.ts', import.meta.url);

const text = await compileFromFile(source.pathname, {
  additionalProperties: false,
  bannerComment: '/** Written by `npm run messages` from messages.schema.json; do not edit. */',
  style: { printWidth: 120, singleQuote: true },
});

if (process.argv.includes('--check')) {
  const standing = await readFile(target, 'utf8').catch(() => '');
  if (standing !== text) {
    console.error('src/messages.ts is not up to date with messages.schema.json: run "npm run messages".');
    process.exit(1);
  }
} else {
  await writeFile(target, text);
}
