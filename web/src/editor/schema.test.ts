import { describe, expect, it } from 'vitest';
import { blankOf, inOrder, kindOf, piecemeal, readyMade, schemaAt, usualOf, wordsFor, strangeTo } from './schema';
import type { Schema } from './schema';

const root: Schema = {
  $defs: {
    Side: { enum: ['red', 'blue'], type: 'string' },
    Strip: {
      type: 'object',
      properties: { points: { type: 'array', items: {} }, width: { type: 'number', default: 80 } },
      required: ['points'],
    },
  },
  type: 'object',
  properties: {
    minutes: { anyOf: [{ type: 'integer', minimum: 1 }, { type: 'null' }], default: null },
    side: { anyOf: [{ $ref: '#/$defs/Side' }, { type: 'null' }] },
    map: { anyOf: [{ type: 'string' }, { $ref: '#/$defs/Strip' }] },
    goals: { type: 'object', additionalProperties: { type: 'string' } },
    rows: { type: 'array', items: { $ref: '#/$defs/Strip' } },
    at: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }] },
    river: { enum: ['paltry', 'unknown'], type: 'string', default: 'unknown' },
    title: { type: 'string', maxLength: 80 },
  },
  required: ['title'],
};
const field = (name: string) => (root.properties as Record<string, Schema>)[name]!;

describe('what a field may say', () => {
  it('is read from the schema of its model', () => {
    expect(kindOf(field('minutes'), root)).toEqual({ kind: 'number', whole: true, least: 1 });
    expect(kindOf(field('side'), root)).toEqual({ kind: 'choice', values: ['red', 'blue'] });
    expect(kindOf(field('goals'), root)).toEqual({ kind: 'map', value: { type: 'string' } });
    expect(kindOf(field('rows'), root)).toMatchObject({ kind: 'list', fixed: null });
    expect(kindOf(field('at'), root)).toMatchObject({ kind: 'list', fixed: [{ type: 'number' }, { type: 'number' }] });
  });

  it('is that of the branch of which its value is', () => {
    expect(kindOf(field('map'), root).kind).toBe('text');
    expect(kindOf(field('map'), root, 'sewer').kind).toBe('text');
    expect(kindOf(field('map'), root, { points: [] }).kind).toBe('fields');
  });

  it('may be a word for the whole of it, or laid piece by piece', () => {
    const city: Schema = { anyOf: [{ enum: ['default', 'random'], type: 'string' }, field('rows'), { type: 'null' }] };
    expect(readyMade(city, root)).toEqual(['default', 'random']);
    expect(kindOf(piecemeal(city, root)!, root).kind).toBe('list');
    expect(readyMade(field('map'), root, ['hive-sewer'])).toEqual(['hive-sewer']);
    expect([readyMade(field('map'), root), readyMade(field('river'), root), readyMade(field('rows'), root)]).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('calls points of an outline otherwise than those of victory', () => {
    expect(wordsFor('points')).not.toBe('points');
  });

  it('has the least that may stand there, and what holds where nothing does', () => {
    expect(blankOf({ $ref: '#/$defs/Strip' }, root)).toEqual({ points: [] });
    expect(blankOf(field('at'), root)).toEqual([0, 0]);
    expect(blankOf(field('minutes'), root)).toBe(1);
    expect([usualOf(field('river')), usualOf(field('minutes')), usualOf(field('title'))]).toEqual(['unknown', '', '']);
  });

  it('is found at the end of a way', () => {
    expect(schemaAt(root, ['rows', 3, 'width'], {})).toMatchObject({ type: 'number' });
    expect(schemaAt(root, ['map', 'width'], { map: { points: [] } })).toMatchObject({ default: 80 });
    expect(schemaAt(root, ['nothing'], {})).toBeNull();
  });

  it('stands behind the title', () => {
    expect(
      inOrder(Object.entries(root.properties as Record<string, Schema>))
        .map(([name]) => name)
        .slice(0, 2),
    ).toEqual(['title', 'minutes']);
  });

  it('does not know the fields of a file of another kind, and bears some that are wrong', () => {
    const [scenario, aCase] = [{ properties: { title: {}, dice: {}, rules: {} } }, { properties: { actions: {} } }];
    const strange = (...fields: string[]) =>
      strangeTo(Object.fromEntries(fields.map((field) => [field, 1])), [scenario, aCase]);
    expect(strange('title', 'rules', 'actions', 'rulse')).toEqual([]);
    expect(strange('list', 'general', 'title')).toEqual(['list', 'general']);
    expect(strange('format', 'title', 'dice', 'rules', 'actions')).toEqual(['format']);
  });
});
