import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseSwitch } from '../../../src/server/notifications/notification-switches.ts';
import { notify } from '../../../src/server/notifications/notifications.ts';
import { markRead, markReadAt } from '../../../src/server/notifications/reading.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

it('a visit to a page marks the notifications that lead there as read, and no others', async () => {
  const { id } = await commerce.person('reader');
  expect(await markReadAt(commerce, id, '/one', commerce.now())).toBe(0);
  const plain = { to: [id], kind: 'question', storeId: null, title: 'A question', mail: null } as const;
  for (const path of ['/one', '/two', '/three']) await notify(commerce, { ...plain, key: path, path });
  expect(await markReadAt(commerce, id, '/elsewhere', commerce.now())).toBe(3);
  expect(await markReadAt(commerce, id, '/one', commerce.now())).toBe(2);
  expect(await markRead(commerce, id, { until: commerce.now() }, commerce.now())).toBe(0);
});

describe('a switch', () => {
  it('is not saved for a store that does not exist or a kind that has none', async () => {
    const { id } = await commerce.person('chooser');
    const now = commerce.now();
    const off = { inApp: null, mail: 'off' } as const;
    const choose = (kind: 'release' | 'case', storeId: string | null) =>
      chooseSwitch(commerce.pb, id, { kind, storeId, ...off }, now);
    expect(await choose('release', 'a'.repeat(15))).toEqual({ refusal: 'not-found' });
    expect(await choose('case', await commerce.store('no-case'))).toEqual({
      refusal: { sentence: expect.any(String) },
    });
    const store = await commerce.store('quiet-store');
    expect(await choose('release', store)).toMatchObject({
      chosen: [{ kind: 'release', storeId: store, mail: 'off' }],
    });
  });
});
