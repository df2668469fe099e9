import { describe, expect, it } from 'vitest';
import { markedAfter } from '../../../../src/features/site/frame/useSuggestions.ts';

describe('the selected suggestion', () => {
  it.each([
    ['ArrowDown', -1, 0],
    ['ArrowDown', 1, 2],
    ['ArrowDown', 2, -1],
    ['ArrowUp', -1, 2],
    ['ArrowUp', 0, -1],
    ['Home', 2, 0],
    ['End', 0, 2],
  ])('after %s from %i of three is %i', (key, from, to) => {
    expect(markedAfter(key, from, 3)).toBe(to);
  });
});
