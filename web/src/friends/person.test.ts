import { describe, expect, it } from 'vitest';
import { person } from './person';

const kept = () => {
  const held = new Map<string, string>();
  return {
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  };
};

describe('a personal link', () => {
  it('is made once, and asked for no more', async () => {
    const store = kept();
    let made = 0;
    const make = async () => ({ token: `t${++made}`, url: '' });
    expect([await person(make, store), await person(make, store), made]).toEqual(['t1', 't1', 1]);
  });
  it('is done without where the server makes none', async () => {
    expect(await person(() => Promise.reject(new Error('busy')), kept())).toBe('');
  });
});
