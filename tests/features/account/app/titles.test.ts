import { expect, it } from 'vitest';
import { ACCOUNT_ROUTES } from '../../../../src/features/account/app/routes.ts';
import { accountTitle } from '../../../../src/features/account/app/titles.ts';

it('no two tabs of the account are called the same', () => {
  const titles = ACCOUNT_ROUTES.map(({ path }) => accountTitle(path.replace(/:\w+/g, 'a'.repeat(15))));
  expect(new Set(titles).size).toBe(titles.length);
});

it.each([
  ['', 'Account'],
  ['library', 'Library'],
  ['conversation/abcdefghijklmno', 'Conversation'],
  ['guild/tiers', 'Guild tiers'],
  ['no-such-page', 'Account'],
])('the page at "%s" is called %s', (path, title) => {
  expect(accountTitle(path)).toBe(title);
});
