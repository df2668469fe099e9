import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endLease, takeLease } from '../../../src/data/kernel/leases.ts';
import { refusalOf } from '../../../src/data/kernel/refusal.ts';
import { withSetting } from '../../../src/data/kernel/site-settings.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { addSpamWord, listedSpamWords, removeSpamWord } from '../../../src/data/moderation/spam-words.ts';
import {
  mailingsToSend,
  mailsWait,
  moveMailing,
  newestMailings,
  nextPeople,
  queueStep,
  saveMailing,
} from '../../../src/data/notifications/mailings.ts';
import { commissionOfStore, commissionPercents } from '../../../src/data/payments/business-accounts.ts';
import {
  legalText,
  publishLegalText,
  recordAgreement,
  textsToAgreeOf,
} from '../../../src/data/site/legal-texts.ts';
import { COMMISSION, PLAN_PRICES } from '../../../src/domain/payments/plan-settings.ts';
import { BANNER } from '../../../src/domain/site/banner.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { openSiteSettings } from '../../../src/server/kernel/site-settings.ts';
import { mailingMail, sendMailings } from '../../../src/server/notifications/mailings.ts';
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
  it('of two operators who change one group from the same version the second is told, and the first change stands', async () => {
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
      answering([['commission', JSON.stringify({ free: 500 }), 3]]),
      [{ group: COMMISSION, value: { free: 9, pro: 4 } }],
      (reason) => told.push(String(reason)),
    );
    expect(site.get(COMMISSION)).toEqual({ free: 9, pro: 4 });
    expect(site.get(COMMISSION)).toEqual({ free: 9, pro: 4 });
    expect(told).toEqual(['Error: The stored settings "commission" are not used, because of: free']);
    site.close();
  });
});

describe('what a setting keeps from being sold', () => {
  const buy = (buyer: { id: string; email: string }, productIds: string[], timeZone: string) =>
    checkOut(commerce, buyer, {
      productIds,
      codes: [],
      gift: null,
      shownCents: 500 * productIds.length,
      timeZone,
    });

  it('is a mature model in a cart after mature content was turned off', async () => {
    const buyer = await commerce.person('buyer-of-mature');
    const shop = await commerce.store('mature-models');
    const mature = await commerce.product(shop, 500, { mature: true });
    const plain = await commerce.product(shop, 500);
    expect(await store('mature', { isShown: false }, 0)).toBeNull();
    expect(await buy(buyer, [mature, plain], '')).toMatchObject({
      kind: 'changed',
      quote: { refused: [{ productId: mature, reason: 'gone' }] },
    });
    expect(await buy(buyer, [plain], '')).toMatchObject({ kind: 'pay' });
    expect(await store('mature', { isShown: true }, 1)).toBeNull();
    expect(await buy(buyer, [mature, plain], '')).toMatchObject({ kind: 'pay' });
  });

  it('is everything, to somebody outside the countries of the desk', async () => {
    const buyer = await commerce.person('buyer-from-afar');
    const product = await commerce.product(await commerce.store('at-home-only'), 500);
    expect(await store('countries', { listed: ['AT', 'DE'] }, 0)).toBeNull();
    expect(await buy(buyer, [product], 'Asia/Tokyo')).toMatchObject({
      kind: 'refused',
      sentence: expect.stringContaining('Austria, Germany'),
    });
    expect(await buy(buyer, [product], 'Africa/Cairo')).toMatchObject({ kind: 'refused' });
    expect(await store('countries', { listed: [] }, 1)).toBeNull();
    expect(await buy(buyer, [product], 'Asia/Tokyo')).toMatchObject({ kind: 'pay' });
  });
});

const person = { id: 'p'.repeat(15), name: 'odile', role: 'operator' } as const;

describe('a change at the desk', () => {
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

describe('legal texts', () => {
  const DAY = 86_400_000;
  const draft = (name: 'terms' | 'privacy', inForceAt: number) => ({
    name,
    body: `## Rules\n\n${'Be kind. '.repeat(40)}`,
    summary: 'Kindness',
    inForceAt,
  });

  it('a person is asked once about a version in force, and each version keeps its words', async () => {
    const { pb } = commerce;
    const now = Date.now();
    const buyer = await somebody('agrees');
    await recordAgreement(pb, buyer, 'checkout', now);
    expect(await textsToAgreeOf(pb, buyer, now)).toEqual([]);

    expect(await publishLegalText(pb, person, draft('terms', now), 0, now)).toBe(true);
    expect(await publishLegalText(pb, person, draft('terms', now), 0, now)).toBe(false);
    expect(await publishLegalText(pb, person, draft('privacy', now + 2 * DAY), 0, now)).toBe(true);
    expect((await textsToAgreeOf(pb, buyer, now)).map(({ name, version }) => [name, version])).toEqual([
      ['terms', 1],
    ]);
    await Promise.all([recordAgreement(pb, buyer, 'asked', now), recordAgreement(pb, buyer, 'asked', now)]);
    expect(await textsToAgreeOf(pb, buyer, now)).toEqual([]);
    expect((await textsToAgreeOf(pb, buyer, now + 3 * DAY)).map(({ name }) => name)).toEqual(['privacy']);

    expect((await legalText(pb, 'privacy', now)).current).toBeNull();
    expect(await legalText(pb, 'terms', now)).toMatchObject({
      current: { version: 1, body: expect.stringContaining('Be kind.'), publishedBy: 'odile' },
    });
    const changed = pb.collection('legal_texts').getFirstListItem("name = 'terms'");
    await expect(pb.collection('legal_texts').update((await changed).id, { body: 'x' })).rejects.toThrow();
  });
});

describe('a mail to everybody', () => {
  const text = { subject: 'News', body: 'First paragraph.\n\nSecond one.', why: 'You have an account here.' };

  it('reaches each person once though two processes send it and one stops half-way', async () => {
    const { pb } = commerce;
    for (let number = 0; number < 5; number++) await somebody(`reader-${number}`);
    const everybody = await pb.collection('users').getFullList({ filter: 'verified = true' });
    const id = (await saveMailing(pb, person, null, text, Date.now())) ?? '';
    const now = Date.now() + 1000;
    const parts = { ...commerce, leases: openLeases(pb), now: () => now };
    await sendMailings(parts);
    const sentTo = async () =>
      (await pb.collection('mails').getFullList({ filter: `mailKey ~ 'mailing/${id}/%'` })).map(
        ({ to }) => to,
      );
    expect(await sentTo()).toEqual([]);

    expect(await moveMailing(pb, person, { id, to: 'sending', people: everybody.length }, now)).toBe(true);
    expect(await moveMailing(pb, person, { id, to: 'sending', people: everybody.length }, now)).toBe(false);
    // A step of a process that was stopped after its transaction, and one that read the list before it.
    const [mailing] = await mailingsToSend(pb);
    const people = await nextPeople(pb, { cursor: '', startedAt: now });
    const first = people.slice(0, 2);
    const lease = { name: `mailing/${id}`, holder: 'h'.repeat(15) };
    const mails = first.map((one) =>
      mailingMail(commerce, text, { to: one.email, key: `mailing/${id}/${one.id}` }),
    );
    const step = { id, cursor: mailing?.cursor ?? 'x', people: first, mails };
    expect(await queueStep(pb, step, lease, now)).toBe(false);
    expect(await takeLease(pb, lease, 60_000)).toBe(true);
    expect(await queueStep(pb, step, lease, now)).toBe(true);
    expect(await queueStep(pb, step, lease, now)).toBe(false);
    expect(await mailsWait(pb, id)).toBe(true);
    await endLease(pb, lease);

    // The next step waits until the mails of this one have left.
    await sendMailings(parts);
    expect(await sentTo()).toHaveLength(2);
    const leave = async () => {
      for (const mail of await pb.collection('mails').getFullList({ filter: "state = 'waiting'" }))
        await pb.collection('mails').update(mail.id, { state: 'sent', tries: 1 });
    };
    await leave();
    await Promise.all([sendMailings(parts), sendMailings({ ...parts, leases: openLeases(pb) })]);
    await leave();
    await sendMailings(parts);
    expect((await sentTo()).sort()).toEqual(everybody.map(({ email }) => email).sort());
    expect(await newestMailings(pb)).toMatchObject([{ id, state: 'done', queued: everybody.length }]);
    expect(await moveMailing(pb, person, { id, to: 'stopped', people: 0 }, now)).toBe(false);
    expect(await saveMailing(pb, person, id, text, now)).toBeNull();
  });
});

async function somebody(name: string): Promise<string> {
  const { id } = await commerce.pb.collection('users').create({
    username: name,
    email: `${name}@guildhall.test`,
    password: 'a-password-1',
    passwordConfirm: 'a-password-1',
    verified: true,
  });
  return id;
}

/** A client that answers every question with these rows. */
function answering(rows: unknown[][]): TestCommerce['pb'] {
  return { send: async () => [rows] } as unknown as TestCommerce['pb'];
}
