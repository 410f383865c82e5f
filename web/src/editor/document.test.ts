import { describe, expect, it } from 'vitest';
import { at, begins, expand, freeName, History, matches, pathOf, put, wordOf } from './document';
import type { Data } from './document';

const data: Data = {
  title: 'X',
  terrain: [{ kind: 'wood' }, { kind: 'hill', at: [1, 2] }],
  sides: [{ figures: [{ id: 'A1' }] }, { figures: [{ id: 'B1' }, { id: 'B2' }] }],
  map: { nodes: { N1: [0, 0] } },
};

describe('the data of a file', () => {
  it('is found at the end of a way', () => {
    expect(at(data, ['terrain', 1, 'at', 0])).toBe(1);
    expect(at(data, ['terrain', 5, 'at'])).toBeUndefined();
    expect(at(data, ['title', 'length'])).toBeUndefined();
    expect(at(data, ['map', 'toString'])).toBeUndefined();
  });

  it('is another where something is put, and the old stays', () => {
    const next = put(data, ['terrain', 1, 'at', 0], 7);
    expect(at(next, ['terrain', 1, 'at'])).toEqual([7, 2]);
    expect(at(data, ['terrain', 1, 'at'])).toEqual([1, 2]);
    expect(next.sides).toBe(data.sides);
  });

  it('makes what is missing on the way, and loses what is taken out', () => {
    expect(put({}, ['map', 'nodes', 'W'], [1, 1])).toEqual({ map: { nodes: { W: [1, 1] } } });
    expect(put({}, ['figures', 0], { id: 'A' })).toEqual({ figures: [{ id: 'A' }] });
    expect(put(data, ['terrain', 0], undefined).terrain).toEqual([{ kind: 'hill', at: [1, 2] }]);
    expect(put({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  });

  it('has all the ways of a pattern', () => {
    expect(expand(data, pathOf('sides.*.figures.*')).map(wordOf)).toEqual([
      'sides.0.figures.0',
      'sides.1.figures.0',
      'sides.1.figures.1',
    ]);
    expect(expand(data, pathOf('map.nodes.*')).map(wordOf)).toEqual(['map.nodes.N1']);
    expect(expand(data, pathOf('nothing.*'))).toEqual([]);
    expect(matches(['sides', 1, 'figures', 0], pathOf('sides.*.figures.*'))).toBe(true);
    expect(matches(['sides', 1], pathOf('sides.*.figures.*'))).toBe(false);
    expect(begins(['a', 1, 'b'], ['a', 1])).toBe(true);
  });

  it('gives names that nothing has yet', () => {
    expect(freeName(data, 'B')).toBe('B3');
    expect(freeName(data, 'N')).toBe('N2');
    expect(freeName(data, 'hedge')).toBe('hedge');
    expect(freeName({ ground: [{ id: 'hedge' }] }, 'hedge')).toBe('hedge2');
    expect([freeName({}, 'S', true), freeName({ squads: [{ id: 'S' }] }, 'S', true)]).toEqual(['S', 'Sa']);
  });
});

describe('what was done', () => {
  it('is taken back and done again, until something else is done', () => {
    const history = new History(0);
    history.push(1);
    history.push(2);
    history.undo();
    expect([history.now, history.canUndo, history.canRedo]).toEqual([1, true, true]);
    history.undo();
    history.undo();
    expect([history.now, history.canUndo]).toEqual([0, false]);
    history.redo();
    expect(history.now).toBe(1);
    history.push(5);
    expect(history.canRedo).toBe(false);
    history.redo();
    expect(history.now).toBe(5);
  });

  it('is one step while the same field is written, and what is known better is none', () => {
    const history = new History('');
    history.push('a', 'title');
    history.push('ab', 'title');
    history.amend('ab.');
    history.push('abc', 'title');
    history.push('x', 'minutes');
    history.undo();
    expect(history.now).toBe('abc');
    history.push('abcd', 'title');
    history.undo();
    expect(history.now).toBe('abc');
    history.undo();
    expect([history.now, history.canUndo]).toEqual(['', false]);
  });
});
