import { describe, expect, it } from 'vitest';
import { belowRoot, inRoot } from './root';
import { lineTo } from './socket';

describe('a path before all others', () => {
  it('is put before an address once', () => {
    expect(inRoot('/', '/sandtable')).toBe('/sandtable/');
    expect(inRoot('/play/x', '/sandtable')).toBe('/sandtable/play/x');
    expect(inRoot('/sandtable/play/x', '/sandtable')).toBe('/sandtable/play/x');
    expect(inRoot('/sandtablex', '/sandtable')).toBe('/sandtable/sandtablex');
    expect(inRoot('/play/x', '')).toBe('/play/x');
  });

  it('is taken from what the browser shows', () => {
    expect(belowRoot('/sandtable/play/x', '/sandtable')).toBe('/play/x');
    expect(belowRoot('/play/x', '/sandtable')).toBe('/play/x');
    expect(belowRoot('/play/x', '')).toBe('/play/x');
  });

  it('is in the line', () => {
    expect(lineTo('a b', { protocol: 'https:', host: 'h:1' } as Location, '/sandtable')).toBe(
      'wss://h:1/sandtable/ws/a%20b',
    );
  });
});
