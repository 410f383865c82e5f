import { describe, expect, it } from 'vitest';
import { languageOf, settingsIn } from './settings.svelte';

describe('settings', () => {
  it('are as usual where nothing is kept, or nothing of ours', () => {
    for (const text of [null, '', '{', '[]', '3', '{"name": 5, "rank": "king"}'])
      expect(settingsIn(text).name).toBe('');
    expect(settingsIn('{"name": "Anna"}').name).toBe('Anna');
    expect(settingsIn('{"language": "ru"}').language).toBe('ru');
    expect('rank' in settingsIn('{"rank": "king"}')).toBe(false);
  });

  it('begin with the language that the browser asks for first of those that the board speaks', () => {
    expect(languageOf(['ru-RU', 'ru', 'en-US'])).toBe('ru');
    expect(languageOf(['de', 'ru'])).toBe('ru');
    expect(languageOf(['en-GB', 'ru'])).toBe('');
    expect(languageOf(['de-AT', 'fr'])).toBe('');
    expect(languageOf([])).toBe('');
  });
});
