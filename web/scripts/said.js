/**
 * Whatever a component says to people goes through `t` of src/language.ts. Components are written in plain English; here,
 * before they are compiled, each piece of text in their markup, and of the attributes that people read or hear, becomes a
 * call of `t`. Sentences that scripts make call it themselves.
 */

import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'svelte/compiler';

const LANGUAGE = fileURLToPath(new URL('../src/language', import.meta.url));
const SPOKEN = new Set(['title', 'aria-label', 'placeholder', 'alt', 'what', 'word']);
const UNSPOKEN = new Set(['kbd', 'code', 'style', 'script']);
/** What a script makes may be words that the board knows; whatever else it is `t` leaves as it is. */
const MADE = new Set(['Identifier', 'MemberExpression', 'CallExpression']);
/** What people typed, and names of languages, are nobody's to translate: `translate="no"`. */
const isTheirs = ({ attributes }) => attributes.some((one) => one.name === 'translate' && one.value[0]?.data === 'no');
const WORD = /\p{L}{2}/u;

/** The pieces of a component's text: where each stands, how it is spliced, and what it says. */
export function piecesOf(source) {
  const found = [];
  const add = (start, end, text, around) => WORD.test(text) && found.push({ start, end, text, around });

  /** Strings of an expression that end up as they are in what it says. */
  function strings(node) {
    if (!node) return;
    if (node.type === 'Literal' && typeof node.value === 'string')
      add(node.start, node.end, node.value, (said) => said);
    else if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(strings);
    else if (node.type === 'LogicalExpression' || node.type === 'BinaryExpression') {
      if (node.operator === '+' || node.type === 'LogicalExpression') [node.left, node.right].forEach(strings);
    } else if (node.type === 'TemplateLiteral') {
      for (const part of node.quasis) add(part.start, part.end, part.value.cooked, (said) => `\${${said}}`);
      node.expressions.forEach(strings);
    } else if (MADE.has(node.type))
      found.push({ start: node.start, end: node.end, text: null, around: (said) => said });
  }

  function walk(node, said = true) {
    if (!node || typeof node !== 'object') return;
    if (Array.isArray(node)) return node.forEach((one) => walk(one, said));
    if (node.type === 'Text') {
      if (said) add(node.start, node.end, node.data, (call) => `{${call}}`);
    } else if (node.type === 'ExpressionTag') {
      if (said) strings(node.expression);
    } else if (node.type === 'Attribute') {
      if (!SPOKEN.has(node.name) || source[node.start] === '{') return;
      const alone = Array.isArray(node.value) && node.value.length === 1 && node.value[0].type === 'Text';
      if (!alone) return walk(node.value);
      const [text] = node.value;
      add(text.start - 1, text.end + 1, text.data, (call) => `{${call}}`);
    } else if (node.type && node.name && node.attributes) {
      walk(node.attributes);
      walk(node.fragment, said && !UNSPOKEN.has(node.name) && !isTheirs(node));
    } else {
      for (const part of [
        node.nodes,
        node.fragment,
        node.consequent,
        node.alternate,
        node.body,
        node.fallback,
        node.pending,
        node.then,
        node.catch,
      ])
        walk(part, said);
    }
  }
  walk(parse(source, { modern: true }).fragment);
  return found;
}

/** Its words, without the room around them. */
export const core = (text) => text.trim().replace(/\s+/g, ' ');

/** What a component says in its markup. */
export const wordsOf = (source) => piecesOf(source).flatMap(({ text }) => (text === null ? [] : [core(text)]));

/** What scripts say: the words in calls of `t`, and what `count` counts. */
export const wordsInScript = (source) =>
  [...source.matchAll(/\bt\(\s*'([^'\\]+)',?\s*\)|\bcount\([^,()]+(?:\([^()]*\))?[^,()]*,\s*'([^']+)'/g)].map(
    ([, said, noun]) => (said ? core(said) : `1 ${noun}`),
  );

/** The component with all that it says through `t`. */
export function wrapped(source, filename) {
  const pieces = piecesOf(source).sort((a, b) => b.start - a.start);
  if (pieces.length === 0) return source;
  let code = source;
  for (const { start, end, text, around } of pieces) {
    if (text === null) {
      code = `${code.slice(0, start)}__t(${code.slice(start, end)})${code.slice(end)}`;
      continue;
    }
    const isString = around('') === '';
    const [lead, trail] = isString ? ['', ''] : [/^\s*/.exec(text)[0], /\s*$/.exec(text)[0]];
    const call = `__t(${JSON.stringify(isString ? text : core(text))})`;
    code = code.slice(0, start) + lead + around(call) + trail + code.slice(end);
  }
  const from = relative(dirname(filename), LANGUAGE).replaceAll('\\', '/');
  const line = `import { t as __t } from '${from.startsWith('.') ? from : `./${from}`}';`;
  const script = /<script(?![^>]*\bmodule\b)[^>]*>/.exec(code);
  if (!script) return `<script lang="ts">${line}</script>${code}`;
  const at = script.index + script[0].length;
  return code.slice(0, at) + line + code.slice(at);
}

/** A preprocessor for components. */
export function said() {
  return {
    name: 'said',
    markup: ({ content, filename }) => ({ code: filename ? wrapped(content, filename) : content }),
  };
}
