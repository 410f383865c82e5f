import { expect, test } from 'vitest';
import { inkOn, onDark, sideRules } from './art.svelte';

test('words on a side’s colour are white or dark, whichever can be read', () => {
  expect([inkOn('#a8261f'), inkOn('#25221f'), inkOn('#1d5f91')]).toEqual(['#fff', '#fff', '#fff']);
  expect([inkOn('#e3b23c'), inkOn('#fbf3df')]).toEqual(['#1d1409', '#1d1409']);
});

test('a side’s colour is lighter on dark paper, as far as its words can still be read', () => {
  expect(onDark('#a8261f')).toBe('#ad4e45'); // 72 parts of it and 28 of the paper’s ink
  expect(onDark('#7a4f96')).toBe('#89679a'); // one step less: on 72 parts neither white nor ink is read at 4.5 to 1
});

test('each side gives its colours to its bases and to the words about it', () => {
  const look = { colour: '#123456', dark: '#000000', trim: '#ffffff', shield: 'round', device: 1 };
  const rules = sideRules([
    { key: 'red', look },
    { key: 'hill-folk', look },
  ]);
  expect(rules).toContain(
    '.sandtable .figure.side-hill-folk { --side: #123456; --side-dark: #000000; --trim: #ffffff; }',
  );
  expect(rules).toContain('.nth-1 { --side: #123456; --side-ink: #fff; }');
});
