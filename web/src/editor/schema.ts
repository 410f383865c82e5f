/** What a field of a file may say, read from the JSON schema of its model (pure). */

import { isData } from './document';
import type { Data, Path, Value } from './document';

export interface Schema {
  [key: string]: unknown;
}

export type Kind =
  | { kind: 'text'; long: boolean }
  | { kind: 'number'; whole: boolean; least?: number; most?: number }
  | { kind: 'flag' }
  | { kind: 'choice'; values: string[] }
  | { kind: 'fields'; fields: [string, Schema][]; required: string[] }
  | { kind: 'map'; value: Schema }
  | { kind: 'list'; item: Schema; fixed: Schema[] | null }
  | { kind: 'other' };

const of = <T>(schema: Schema, key: string) => schema[key] as T | undefined;

function resolved(schema: Schema, root: Schema): Schema {
  const ref = of<string>(schema, '$ref');
  if (!ref) return schema;
  const defs = of<Record<string, Schema>>(root, '$defs') ?? {};
  return {
    ...(defs[ref.replace('#/$defs/', '')] ?? {}),
    ...Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$ref')),
  };
}

/** Whether a value is of the type that a schema asks for, as far as one sees at first sight. */
function suits(schema: Schema, value: Value): boolean {
  const type = of<string>(schema, 'type');
  if (Array.isArray(of(schema, 'enum'))) return of<Value[]>(schema, 'enum')!.includes(value);
  if ('const' in schema) return schema.const === value;
  if (type === 'object') return isData(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'string') return typeof value === 'string';
  if (type === 'boolean') return typeof value === 'boolean';
  return typeof value === 'number';
}

/** The branches of a schema without nothing at all, each resolved. */
export function branches(schema: Schema, root: Schema): Schema[] {
  const whole = resolved(schema, root);
  const any = of<Schema[]>(whole, 'anyOf') ?? of<Schema[]>(whole, 'oneOf');
  if (!any) return [whole];
  return any.flatMap((one) => branches(one, root)).filter((one) => of(one, 'type') !== 'null');
}

/** Which of its branches a value is of; the first where it is of none. */
export function branchOf(schema: Schema, root: Schema, value: Value | undefined): Schema {
  const all = branches(schema, root);
  return (value === undefined ? undefined : all.find((one) => suits(one, value))) ?? all[0] ?? {};
}

export function kindOf(schema: Schema, root: Schema, value?: Value): Kind {
  const one = branchOf(schema, root, value);
  const values = of<Value[]>(one, 'enum') ?? ('const' in one ? [one.const as Value] : undefined);
  if (values && values.every((word) => typeof word === 'string')) return { kind: 'choice', values: values as string[] };
  switch (of<string>(one, 'type')) {
    case 'string':
      return { kind: 'text', long: (of<number>(one, 'maxLength') ?? 0) > 200 };
    case 'boolean':
      return { kind: 'flag' };
    case 'integer':
    case 'number': {
      const [least, most] = [of<number>(one, 'minimum'), of<number>(one, 'maximum')];
      return {
        kind: 'number',
        whole: of(one, 'type') === 'integer',
        ...(least === undefined ? {} : { least }),
        ...(most === undefined ? {} : { most }),
      };
    }
    case 'array':
      return { kind: 'list', item: of<Schema>(one, 'items') ?? {}, fixed: of<Schema[]>(one, 'prefixItems') ?? null };
    case 'object': {
      const fields = of<Record<string, Schema>>(one, 'properties');
      if (fields)
        return { kind: 'fields', fields: Object.entries(fields), required: of<string[]>(one, 'required') ?? [] };
      const more = of<Schema | boolean>(one, 'additionalProperties');
      return typeof more === 'object' ? { kind: 'map', value: more } : { kind: 'map', value: {} };
    }
    default:
      return { kind: 'other' };
  }
}

/** Whether such a field holds more: a list, a mapping, fields. */
const holds = (schema: Schema, root: Schema) => ['list', 'map', 'fields'].includes(kindOf(schema, root).kind);

/**
 * The words that may stand for the whole of what is else laid piece by piece, as a map by its name; none: no word may.
 * `known`: names that the game knows, where the model has any word there.
 */
export function readyMade(schema: Schema, root: Schema, known: readonly string[] = []): string[] {
  const all = branches(schema, root);
  if (!all.some((one) => holds(one, root))) return [];
  return all.flatMap((one) => {
    const kind = kindOf(one, root);
    return kind.kind === 'choice' ? kind.values : kind.kind === 'text' ? known : [];
  });
}

/** The branch of such a field that is laid piece by piece. */
export const piecemeal = (schema: Schema, root: Schema) => branches(schema, root).find((one) => holds(one, root));

/** The least that such a field may say. */
export function blankOf(schema: Schema, root: Schema): Value {
  const kind = kindOf(schema, root);
  if (kind.kind === 'choice') return kind.values[0] ?? '';
  if (kind.kind === 'number') return Math.max(0, kind.least ?? 0);
  if (kind.kind === 'flag') return true;
  if (kind.kind === 'list') return kind.fixed ? kind.fixed.map((one) => blankOf(one, root)) : [];
  if (kind.kind === 'map') return {};
  if (kind.kind !== 'fields') return '';
  return Object.fromEntries(
    kind.fields.filter(([name]) => kind.required.includes(name)).map(([name, one]) => [name, blankOf(one, root)]),
  ) as Data;
}

/** The schema of the field at the end of a way. */
export function schemaAt(root: Schema, path: Path, data: Value): Schema | null {
  let schema: Schema = root;
  let value: Value | undefined = data;
  for (const part of path) {
    const kind = kindOf(schema, root, value);
    const next =
      kind.kind === 'fields'
        ? kind.fields.find(([name]) => name === part)?.[1]
        : kind.kind === 'map'
          ? kind.value
          : kind.kind === 'list'
            ? (kind.fixed?.[Number(part)] ?? kind.item)
            : undefined;
    if (!next) return null;
    schema = next;
    value = Array.isArray(value) ? value[Number(part)] : isData(value) ? value[String(part)] : undefined;
  }
  return schema;
}

/** What holds where such a field is left out, in a word; empty: nothing that is one. */
export function usualOf(schema: Schema): string {
  const usual = schema.default;
  return typeof usual === 'string' || typeof usual === 'number' ? String(usual) : '';
}

const FIRST = ['title', 'description', 'minutes', 'question', 'answer'];

/** Fields in the order in which people write them: what it is called stands first. */
export const inOrder = <T>(fields: readonly [string, T][]): [string, T][] => [
  ...FIRST.flatMap((name) => fields.filter(([own]) => own === name)),
  ...fields.filter(([own]) => !FIRST.includes(own)),
];

/** Fields whose name alone says too little. */
const CALLED: Record<string, string> = {
  at: 'place',
  rules: 'numbers of the rules',
  points: 'corners and bends',
  N: 'north',
  E: 'east',
  S: 'south',
  W: 'west',
};

/** What a field, or a word that it may say, is called in English. */
export const wordsFor = (name: string) => CALLED[name] ?? name.replaceAll('_', ' ');

/**
 * By which fields a file is seen to be of no such kind: those that no schema knows, where they are half of all or more,
 * or one of them names the format that it is of, as a save does.
 */
export function strangeTo(data: Data, kinds: readonly Schema[]): string[] {
  const known = new Set(kinds.flatMap((kind) => Object.keys(of<object>(kind, 'properties') ?? {})));
  const strange = Object.keys(data).filter((key) => !known.has(key));
  return strange.includes('format') || 2 * strange.length >= Object.keys(data).length ? strange : [];
}
