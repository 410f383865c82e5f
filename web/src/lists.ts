/** Lists that are drawn: every entry with a key of its own, whatever they are made of. Pure. */

export interface Keyed<T> {
  key: string;
  item: T;
}

/** Every entry with its key; where two have the same, the later ones are told apart by a number. */
export function keyed<T>(list: readonly T[], keyOf: (item: T) => string): Keyed<T>[] {
  const seen = new Map<string, number>();
  return list.map((item) => {
    const key = keyOf(item);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return { key: before === 0 ? key : `${key}\n${before}`, item };
  });
}

/** The entries of a list of things with ids. */
export const byId = <T extends { id: string }>(list: readonly T[]): Keyed<T>[] => keyed(list, (one) => one.id);
