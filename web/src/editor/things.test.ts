import { describe, expect, it } from 'vitest';
import type { Piece, Shape, Thing as Kind } from '../messages';
import { at } from './document';
import type { Data } from './document';
import { FORMS, within } from './forms';
import {
  gripsOf,
  laidAlong,
  linked,
  outlinesOf,
  placed,
  placesFor,
  pulled,
  settingOf,
  shifted,
  snapped,
  snappedShift,
  stood,
  thingsAt,
  thingsOf,
  without,
} from './things';

const shape = (form: Shape['form'], field = '', ways = ['at']): Shape => ({ form, field, at: ways });
const kind = (path: string, ...shapes: Shape[]): Kind => ({ path, name: path, title: ['id', 'kind'], shapes });
const table = {
  network: { nodes: 'map.nodes', links: 'map.corridors', node: 'N' },
  things: [
    kind('terrain.*', shape('oval', 'oval'), shape('polygon', 'polygon'), shape('line', 'strip.points')),
    kind('figures.*', shape('pose', '', ['at', 'front'])),
    kind('map.corridors.*', shape('link')),
    kind('map.nodes.*', shape('point')),
    kind('map.barriers.*', shape('along')),
    kind('map.dry.*', shape('box')),
    kind('zones', shape('bands')),
  ],
};
const sewer: Data = {
  map: {
    nodes: { W: [0, 0], E: [10, 0], S: [10, -8] },
    corridors: { WE: { nodes: ['W', 'E'] }, ES: { nodes: ['E', 'S'] } },
    barriers: {
      G1: { kind: 'grate', corridor: 'WE', at: 4 },
      C1: { kind: 'cave_in', corridor: 'ES', start: 2, end: 5 },
    },
    dry: { D: [1, 2, 5, 4] },
  },
};
const piece = (to: string, value: Piece['value'], more: Partial<Piece> = {}): Piece => ({
  group: '',
  name: '',
  to,
  field: '',
  key: '',
  letters: false,
  value,
  tool: 'put',
  ...more,
});
const setting = (data: Data) => settingOf(data, table, 40, 3);
const thing = (data: Data, key: string) => thingsOf(data, table).find((one) => one.key === key)!;
const size = { width: 40, height: 30 };

describe('the things of a scenario', () => {
  it('are found by their ways, also in a case that holds a scenario', () => {
    expect(thingsOf(sewer, table).map((one) => one.key)).toContain('map.barriers.C1');
    const held = thingsOf({ battle: { figures: [{ id: 'A', at: [1, 1] }] } }, table);
    expect(held.map((one) => [one.key, one.title])).toEqual([['battle.figures.0', 'A']]);
  });

  it('lie as their forms say', () => {
    const points = (key: string) => outlinesOf(sewer, thing(sewer, key), setting(sewer))[0]!.points;
    expect(points('map.corridors.ES')).toEqual([
      { x: 10, y: 0 },
      { x: 10, y: -8 },
    ]);
    expect(points('map.barriers.C1')).toEqual([
      { x: 10, y: -2 },
      { x: 10, y: -5 },
    ]);
    expect(points('map.dry.D')[2]).toEqual({ x: 5, y: 4 });
  });

  it('go where they are dragged; a corridor takes its nodes along, a grate stays on its corridor', () => {
    const by = (key: string, dx: number, dy: number) =>
      shifted(sewer, thing(sewer, key), dx, dy, table, setting(sewer)).map as Data;
    expect(by('map.corridors.WE', 1, 2).nodes).toEqual({ W: [1, 2], E: [11, 2], S: [10, -8] });
    expect(at(by('map.barriers.G1', 3, 9), ['barriers', 'G1', 'at'])).toBe(7);
    expect(at(by('map.barriers.G1', 30, 0), ['barriers', 'G1', 'at'])).toBe(10);
    expect(at(by('map.barriers.C1', 0, 9), ['barriers', 'C1'])).toMatchObject({ start: 0, end: 3 });
    expect(at(by('map.dry.D', -1, 1), ['dry', 'D'])).toEqual([0, 3, 4, 5]);
  });

  it('are pulled by their grips', () => {
    const data: Data = {
      terrain: [
        { oval: { at: [10, 10], length: 6, width: 4, facing: 0 } },
        {
          polygon: [
            [0, 0],
            [4, 0],
            [4, 4],
          ],
        },
      ],
      figures: [{ id: 'A', front: [5, 5], facing: 'E' }],
      zones: [
        [0, 5],
        [25, 30],
      ],
    };
    const pull = (key: string, name: string, x: number, y: number) => {
      const grip = gripsOf(data, thing(data, key), setting(data)).find((one) => one.name === name)!;
      return pulled(data, grip, { x, y }, setting(data));
    };
    expect(at(pull('terrain.0', 'length', 10, 15), ['terrain', 0, 'oval', 'length'])).toBe(10);
    expect(at(pull('terrain.0', 'turn', 20, 10), ['terrain', 0, 'oval', 'facing'])).toBe(90);
    expect(at(pull('terrain.1', '1', 5, -1), ['terrain', 1, 'polygon', 1])).toEqual([5, -1]);
    expect(at(pull('terrain.1', 'new 1', 2, -2), ['terrain', 1, 'polygon'])).toEqual([
      [0, 0],
      [2, -2],
      [4, 0],
      [4, 4],
    ]);
    expect(at(pull('figures.0', 'turn', 5, 0), ['figures', 0, 'facing'])).toBe(180);
    expect(at(pull('zones', '1 0', 3, 22), ['zones'])).toEqual([
      [0, 5],
      [22, 30],
    ]);
    expect(FORMS.box.pull([0, 0, 4, 4], '2', { x: -2, y: 6 }, setting(data), shape('box'))).toEqual([-2, 0, 0, 6]);
  });

  it('are met from the smallest to the largest', () => {
    const data: Data = {
      terrain: [
        {
          id: 'large',
          polygon: [
            [0, 0],
            [20, 0],
            [20, 20],
            [0, 20],
          ],
        },
        {
          id: 'small',
          polygon: [
            [4, 4],
            [8, 4],
            [8, 8],
          ],
        },
      ],
      figures: [{ id: 'A', at: [7, 5] }],
    };
    const found = thingsAt({ x: 7, y: 5.2 }, data, thingsOf(data, table), setting(data), 0.5);
    expect(found.map((one) => one.title)).toEqual(['A', 'small', 'large']);
  });

  it('come to the grid, or to what is near', () => {
    expect(snapped({ x: 3.3, y: -1.2 }, 0.5)).toEqual({ x: 3.5, y: -1 });
    expect(snapped({ x: 3.3, y: 1.2 }, 0.5, [{ x: 3.41, y: 1.13 }], 0.3)).toEqual({ x: 3.41, y: 1.13 });
    expect(snappedShift({ x: 0.3, y: 0 }, 1, 0.9, 1)).toEqual({ x: 0.7, y: 1 });
  });
});

describe('pieces', () => {
  it('are put where the maker points, with a name of their own, and end at the edge of the table', () => {
    const tree = piece('figures', { id: 'R', at: [0, 0] }, { key: 'R' });
    const first = placed({}, tree, ['figures'], { x: 3, y: 4 }, table, size);
    const second = placed(first.data, tree, ['figures'], { x: 5, y: 6 }, table, size);
    expect(second.data).toEqual({
      figures: [
        { id: 'R1', at: [3, 4] },
        { id: 'R2', at: [5, 6] },
      ],
    });
    expect(second.path).toEqual(['figures', 1]);
    const road = piece('terrain', {
      kind: 'road',
      strip: {
        points: [
          [0, -99],
          [0, 99],
        ],
        width: 2,
      },
    });
    const laid = placed({}, road, ['terrain'], { x: 7, y: 9 }, table, size);
    expect(at(laid.data, ['terrain', 0, 'strip', 'points'])).toEqual([
      [7, 0],
      [7, 30],
    ]);
    expect(within([-5, -5, 99, 9], 'box', 40, 30)).toEqual([0, 0, 40, 9]);
    const named = placed(
      sewer,
      piece('map.dry', [-1, -1, 1, 1], { key: 'GA' }),
      ['map', 'dry'],
      { x: 4, y: 4 },
      table,
      size,
    );
    expect(at(named.data, ['map', 'dry', 'GA1'])).toEqual([3, 3, 5, 5]);
    const zones = placed(
      {},
      piece(
        '',
        [
          [0, 5],
          [25, 30],
        ],
        { field: 'zones' },
      ),
      [],
      { x: 9, y: 9 },
      table,
      size,
    );
    expect(zones.data).toEqual({
      zones: [
        [0, 5],
        [25, 30],
      ],
    });
  });

  it('join the side that the maker chooses', () => {
    const data: Data = { sides: [{ key: 'a' }, { key: 'b', figures: [] }] };
    expect(placesFor(data, piece('sides.*.figures', {}))).toEqual([
      ['sides', 0, 'figures'],
      ['sides', 1, 'figures'],
    ]);
  });

  it('link nodes that are there, and make those that are not', () => {
    const corridor = piece('map.corridors', { nodes: ['', ''], width: 4 }, { key: 'C', tool: 'link' });
    const made = linked(sewer, corridor, { x: 0.2, y: 0 }, { x: 0, y: 9 }, table, 1)!;
    expect(at(made.data, ['map', 'nodes', 'N1'])).toEqual([0, 9]);
    expect(at(made.data, made.path)).toEqual({ nodes: ['W', 'N1'], width: 4 });
    expect(linked(sewer, corridor, { x: 0, y: 0 }, { x: 0.3, y: 0 }, table, 1)).toBeNull();
  });

  it('lie on the nearest corridor', () => {
    const grate = piece('map.barriers', { kind: 'grate', corridor: '', at: 0 }, { key: 'GR', tool: 'along' });
    const made = laidAlong(sewer, grate, { x: 9, y: -4.2 }, table, 0.5)!;
    expect(at(made.data, made.path)).toEqual({ kind: 'grate', corridor: 'ES', at: 4 });
    const fall = piece(
      'map.barriers',
      { kind: 'cave_in', corridor: '', start: -1, end: 2 },
      { key: 'CI', tool: 'along' },
    );
    const lying = laidAlong(sewer, fall, { x: 3, y: 1 }, table, 0.5)!;
    expect(at(lying.data, lying.path)).toEqual({ kind: 'cave_in', corridor: 'WE', start: 2, end: 5 });
  });

  it('go with all that hangs on them', () => {
    const left = without(sewer, ['map', 'nodes', 'S'], table).map as Data;
    expect([Object.keys(left.corridors!), Object.keys(left.barriers!)]).toEqual([['WE'], ['G1']]);
    expect(without({ figures: [1, 2, 3] }, ['figures', 1], table)).toEqual({ figures: [1, 3] });
  });
});

describe('a position', () => {
  it('has a figure at one place', () => {
    const first = stood({}, 'G3', 12.50001, 3, 90);
    expect(first.position).toEqual(['G3@12.5,3/90']);
    expect(stood({ position: ['turn=2', 'G3@1,1/0', 'G30@2,2/0'] }, 'G3', 4, 5, 0).position).toEqual([
      'turn=2',
      'G3@4,5/0',
      'G30@2,2/0',
    ]);
  });
});
