import { describe, expect, it } from 'vitest';
import { settingsIn } from './settings.svelte';

describe('settings', () => {
  it('are as usual where nothing is kept, or nothing of ours', () => {
    for (const text of [null, '', '{', '[]', '3', '{"name": 5, "rank": "king"}'])
      expect(settingsIn(text).name).toBe('');
    expect(settingsIn('{"name": "Anna"}').name).toBe('Anna');
    expect(settingsIn('{"language": "ru"}').language).toBe('ru');
    expect('rank' in settingsIn('{"rank": "king"}')).toBe(false);
  });
});
