import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf } from '../../../src/data/kernel/refusal.ts';
import { withSetting } from '../../../src/data/kernel/site-settings.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { addSpamWord, listedSpamWords, removeSpamWord } from '../../../src/data/moderation/spam-words.ts';
import { commissionOfStore, commissionPercents } from '../../../src/data/payments/business-accounts.ts';
import { COMMISSION, PLAN_PRICES } from '../../../src/domain/payments/plan-settings.ts';
import { BANNER } from '../../../src/domain/site/banner.ts';
import { openSiteSettings } from '../../../src/server/kernel/site-settings.ts';
import { changeSettings } from '../../../src/server/site/change-settings.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

const store = (name: string, value: object, seen: number) =>
  refusalOf(withSetting(transaction(commerce.pb), { name, value, seen }, Date.now()), ['changed-meanwhile']);

describe('settings of the site', () => {
  it('two operators changed one group from the same version: the second is told, and the first change stands', async () => {
    expect(await store('plans', { monthly: 1700 }, 0)).toBeNull();
    expect(await store('plans', { monthly: 1800 }, 0)).toBe('changed-meanwhile');
    const site = await openSiteSettings(commerce.pb, [], () => undefined);
    expect(site.get(PLAN_PRICES)).toEqual({ monthly: 1700, annual: 15_000 });
    expect(site.version(PLAN_PRICES)).toBe(1);
    expect(await store('plans', { monthly: 1800 }, 1)).toBeNull();
    expect(site.get(PLAN_PRICES).monthly).toBe(1700);
    await site.reload();
    expect(site.get(PLAN_PRICES).monthly).toBe(1800);
    site.close();
  });

  it('a changed commission holds for the next sale without a restart, and an agreed rate stays', async () => {
    const id = await commerce.store('rate-of-the-site');
    const before = await commissionOfStore(commerce.pb, id);
    expect(await store('commission', { free: 12, pro: 6 }, 0)).toBeNull();
    expect((await commissionPercents(commerce.pb, [id])).get(id)).toBe(12);
    const after = await commissionOfStore(commerce.pb, id);
    expect(after?.percent).toBe(12);
    // The rate is part of a request's key at the provider: another one is another request.
    expect(after?.seen).not.toBe(before?.seen);
  });

  it('a stored value that no longer passes its check is not used, and the operator is told which field', async () => {
    const told: unknown[] = [];
    const site = await openSiteSettings(
      fakeRows([{ name: 'commission', value: { free: 500 }, version: 3 }]),
      [{ group: COMMISSION, value: { free: 9, pro: 4 } }],
      (reason) => told.push(String(reason)),
    );
    expect(site.get(COMMISSION)).toEqual({ free: 9, pro: 4 });
    expect(site.get(COMMISSION)).toEqual({ free: 9, pro: 4 });
    expect(told).toEqual(['Error: The stored settings "commission" are not used, because of: free']);
    site.close();
  });
});

describe('a change at the desk', () => {
  const person = { id: 'p'.repeat(15), name: 'odile', role: 'operator' } as const;

  it('stands in the audit log with the person and what it changed; one that came too late does not', async () => {
    const site = await openSiteSettings(commerce.pb, [], () => undefined);
    const parts = { pb: commerce.pb, site, now: Date.now() };
    const value = { ...BANNER.fallback, text: 'Back at noon' };
    expect(await changeSettings(parts, person, { group: BANNER, value, seen: 0 })).toBe(1);
    expect(site.get(BANNER).text).toBe('Back at noon');
    const late = { group: BANNER, value: { ...value, text: 'Mine' }, seen: 0 };
    expect(await changeSettings(parts, person, late)).toBe('changed-meanwhile');
    expect(site.get(BANNER).text).toBe('Back at noon');
    const { items } = await commerce.pb
      .collection('audit_log')
      .getList(1, 5, { filter: "collection = 'site_settings' && record = 'banner'" });
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      actorName: 'odile',
      field: 'settings.change',
      detail: 'text:  → Back at noon',
    });
    site.close();
  });

  it('a word is in the list once, whatever its case, and its removal is logged', async () => {
    const { pb } = commerce;
    const word = (deed: 'hold' | 'refuse', text: string) => ({ word: text, deed, note: '' });
    expect(await addSpamWord(pb, person, word('hold', 'cheap gold'), Date.now())).toBe(true);
    expect(await addSpamWord(pb, person, word('refuse', 'Cheap Gold'), Date.now())).toBe(true);
    const [listed, ...others] = await listedSpamWords(pb);
    expect(listed).toMatchObject({ word: 'Cheap Gold', deed: 'refuse' });
    expect(others).toEqual([]);
    await removeSpamWord(pb, person, listed?.id ?? '', Date.now());
    await removeSpamWord(pb, person, listed?.id ?? '', Date.now());
    expect(await listedSpamWords(pb)).toEqual([]);
    const { items } = await pb.collection('audit_log').getList(1, 9, { filter: "collection = 'spam_words'" });
    expect(items.map(({ detail }) => detail).sort()).toEqual([
      'hold: cheap gold',
      'refuse: Cheap Gold',
      'removed: Cheap Gold',
    ]);
  });
});

/** A client whose only collection has these rows. */
function fakeRows(items: object[]): TestCommerce['pb'] {
  return { collection: () => ({ getList: async () => ({ items }) }) } as unknown as TestCommerce['pb'];
}
