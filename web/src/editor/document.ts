/** The data of a file as it is put together: the way to each of its fields, changes that leave the old data, undo (pure). */

export type Value = null | boolean | number | string | Value[] | Data;
export interface Data {
  [key: string]: Value;
}
export type Path = readonly (string | number)[];

export const isData = (value: Value | undefined): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands at the end of a way; undefined: nothing. */
export function at(data: Value | undefined, path: Path): Value | undefined {
  let found: Value | undefined = data;
  for (const part of path) {
    if (Array.isArray(found) && typeof part === 'number') found = found[part];
    else if (isData(found) && Object.hasOwn(found, part)) found = found[part];
    else return undefined;
  }
  return found;
}

/** The data with something else at the end of a way, which is made where there is none; undefined takes it out. */
export function put<T extends Value>(data: T, path: Path, value: Value | undefined): T;
export function put(data: Value | undefined, path: Path, value: Value | undefined): Value | undefined;
export function put(data: Value | undefined, path: Path, value: Value | undefined): Value | undefined {
  const [part, ...rest] = path;
  if (part === undefined) return value;
  if (typeof part === 'number') {
    const list = Array.isArray(data) ? [...data] : [];
    const inner = put(list[part], rest, value);
    if (inner === undefined) list.splice(part, 1);
    else list[part] = inner;
    return list;
  }
  const fields = isData(data) ? data : {};
  const inner = put(fields[part], rest, value);
  if (inner !== undefined) return { ...fields, [part]: inner };
  return Object.fromEntries(Object.entries(fields).filter(([key]) => key !== part));
}

/** A way written down as one word, and back. */
export const wordOf = (path: Path) => path.join('.');
export const pathOf = (word: string): Path =>
  word === '' ? [] : word.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));

/** Whether one way begins with another. */
export const begins = (path: Path, start: Path) => start.every((part, index) => path[index] === part);

/** The ways that a pattern stands for, where `*` is any number or name. */
export function expand(data: Value | undefined, pattern: Path): Path[] {
  const star = pattern.indexOf('*');
  if (star < 0) return at(data, pattern) === undefined ? [] : [pattern];
  const head = pattern.slice(0, star);
  const held = at(data, head);
  const keys = Array.isArray(held) ? held.map((_, index) => index) : isData(held) ? Object.keys(held) : [];
  return keys.flatMap((key) => expand(data, [...head, key, ...pattern.slice(star + 1)]));
}

/** Whether a way is one of those that a pattern stands for. */
export const matches = (path: Path, pattern: Path) =>
  path.length === pattern.length && pattern.every((part, index) => part === '*' || part === path[index]);

/** Every id in the data, and every name of an entry. */
function taken(data: Value | undefined, found = new Set<string>()): Set<string> {
  if (Array.isArray(data)) data.forEach((one) => taken(one, found));
  else if (isData(data))
    for (const [key, value] of Object.entries(data)) {
      found.add(key);
      if (key === 'id' && typeof value === 'string') found.add(value);
      taken(value, found);
    }
  return found;
}

/** A name that nothing in the data has: R1, R2 of R; hedge, hedge2 of hedge; with letters Sa, Sb of S. */
export function freeName(data: Value, start: string, letters = false): string {
  const names = taken(data);
  if ((letters || start.length > 2) && !names.has(start)) return start;
  for (let n = start.length > 2 && !letters ? 2 : 1; ; n++) {
    const name = start + (letters ? String.fromCharCode(96 + n) : n);
    if (!names.has(name)) return name;
  }
}

const MOST = 200;

/** States one after another. A change with the tag of the last one takes its place: a word typed is one step. */
export class History<T> {
  #past: T[] = [];
  #future: T[] = [];
  #tag = '';

  constructor(public now: T) {}

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  push(state: T, tag = '') {
    if (!tag || tag !== this.#tag) {
      this.#past.push(this.now);
      if (this.#past.length > MOST) this.#past.shift();
    }
    this.#tag = tag;
    this.#future = [];
    this.now = state;
  }

  /** What is known better of the state that there is now. */
  amend(state: T) {
    this.now = state;
  }

  undo() {
    const before = this.#past.pop();
    if (before === undefined) return;
    this.#future.push(this.now);
    this.now = before;
    this.#tag = '';
  }

  redo() {
    const next = this.#future.pop();
    if (next === undefined) return;
    this.#past.push(this.now);
    this.now = next;
    this.#tag = '';
  }
}
