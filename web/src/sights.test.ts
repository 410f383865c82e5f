import { describe, expect, it } from 'vitest';
import { village } from './fixtures/village';
import { seenBy, unseenBy } from './sights';

const figures = village.figures
  .slice(0, 2)
  .map((one, index) => ({ ...one, id: `F${index}`, unseen_by: index === 0 ? ['red'] : ['red', 'blue'] }));
const scene = {
  ...village,
  figures,
  sights: [
    { side: 'red', points: [] },
    { side: 'blue', points: [] },
  ],
};

describe('what somebody sees', () => {
  it('is dim where none of his sides sees it', () => {
    expect([...unseenBy(scene, ['red'])]).toEqual(['F0', 'F1']);
    expect([...unseenBy(scene, ['red', 'blue'])]).toEqual(['F1']);
  });
  it('is all of it for whoever plays no side', () => {
    expect(unseenBy(scene, []).size).toBe(0);
    expect(seenBy(scene, [])).toEqual([]);
  });
  it('is the ground that his own figures see', () => {
    expect(seenBy(scene, ['blue']).map((one) => one.side)).toEqual(['blue']);
  });
});
