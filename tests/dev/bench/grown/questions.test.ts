import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MEASURED_REQUESTS } from '../../../../src/dev/bench/grown/questions.ts';
import type { Subjects } from '../../../../src/dev/bench/grown/subjects.ts';
import { cacheKey } from '../../../../src/server/http/routes.ts';

const ACTIONS = readFileSync(new URL('../../../structure/contract/actions.txt', import.meta.url), 'utf8')
  .split('\n')
  .map((line) => line.slice(0, line.indexOf('(')));
const SUBJECTS: Subjects = {
  cookies: { '': '', seller: '', collector: '', notified: '', member: '', operator: '' },
  ...{
    product: 'abcdefghijklmno',
    cart: ['abcdefghijklmno'],
    store: 'ashgrove',
    storeId: 's',
    shelf: 'beasts',
  },
  ...{ conversation: 'c', guild: 'g', order: 'o', owned: 'm' },
};
const asked = MEASURED_REQUESTS.map((question) => ({ ...question, address: question.path(SUBJECTS) }));

it('the table of growth asks only actions that exist', () => {
  const missing = asked
    .filter(({ input }) => input !== undefined)
    .map(({ address }) => address.replace('/_actions/', ''))
    .filter((name) => !ACTIONS.includes(name));
  expect(missing).toEqual([]);
});

it('the table of growth asks every action without input, except where it changes something', () => {
  const CHANGING = new Set([
    ...[
      'account.logOutEverywhere',
      'account.requestVerification',
      'deskFactor.mail',
      'deskFactor.remove',
      'stepUps.mail',
      'deskLooks.end',
      'legalTexts.agree',
      'memberships.portal',
      'notifications.stopAllMails',
    ],
    ...[
      'guildInformation.publish',
      'productsInBulk.table',
      'sellerPlans.pay',
      'sellerPlans.portal',
      'posts.start',
    ],
    // Small answers about one row, and forms.
    ...['conversations.savedReplies', 'guildInformation.mine', 'legalTexts.versions', 'loyaltyRewards.mine'],
    ...['sellerPlans.invoices', 'deskFactor.state', 'stepUps.ways'],
  ]);
  const plain = readFileSync(new URL('../../../structure/contract/actions.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.endsWith('()'))
    .map((line) => line.slice(0, -2));
  const names = new Set(asked.map(({ address }) => address.replace('/_actions/', '')));
  expect(plain.filter((name) => !names.has(name) && !CHANGING.has(name))).toEqual([]);
});

it('the table of growth names each question once, and visitors ask what the page cache would answer', () => {
  expect(new Set(MEASURED_REQUESTS.map(({ name }) => name)).size).toBe(MEASURED_REQUESTS.length);
  for (const { as, input, address } of asked)
    if (as === '' && input === undefined) {
      const [path = '', query = ''] = address.split('?');
      expect(cacheKey(path, query), address).not.toBeNull();
    }
});
