import { expect, it } from 'vitest';
import { OWNERS_COUNTED, OWNERS_LEAST, ownersText } from '../../../src/domain/catalogue/product-owners.ts';

it('says how many bought and printed a model, and nothing of small numbers', () => {
  expect(ownersText({ bought: 34, printed: 12 }, false)).toBe('Bought by 34, printed by 12');
  expect(ownersText({ bought: 34, printed: OWNERS_LEAST.printed - 1 }, false)).toBe('Bought by 34');
  expect(ownersText({ bought: OWNERS_LEAST.bought - 1, printed: 8 }, false)).toBeNull();
  expect(ownersText({ bought: 34, printed: 0 }, true)).toBe('In the library of 34');
  expect(ownersText({ bought: OWNERS_COUNTED, printed: 0 }, false)).toBe('Bought by 1,000 or more');
});
