import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { saveSwitch } from '../../../src/data/notifications/notification-switches.ts';
import { NO_PRINT_SETTINGS } from '../../../src/domain/catalogue/print/print-settings.ts';
import type { User } from '../../../src/domain/identity/user.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { submitReview } from '../../../src/server/community/reviews.ts';
import { notifyCases } from '../../../src/server/moderation/cases.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';
import { makeReport } from '../../../src/server/moderation/reports.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

/** Accounts that never confirmed their address, which may be a stranger's, and the words they make this site mail. */
let commerce: TestCommerce;
let store = '';
let owner = '';
const WORDS = 'Win a prize at evil.example';
beforeAll(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
  owner = (await commerce.pb.collection('stores').getOne(store))['owner'];
});
afterAll(() => commerce.close());

const confirmed = (id: string, verified: boolean) =>
  transaction(commerce.pb)
    .exec(sql`UPDATE users SET verified = {:verified} WHERE id = {:id}`, { id, verified })
    .run();
async function person(name: string, verified: boolean): Promise<User> {
  const { id, email } = await commerce.person(name);
  await confirmed(id, verified);
  const rest = {
    username: name,
    avatar: null,
    theme: 'system',
    showMature: false,
    hidesAi: false,
    since: 0,
    strikes: 0,
  } as const;
  return { id, email, verified, ...rest };
}
const parts = () => ({ ...commerce, commerce, postingLimits: openPostingLimits(false) });
const mails = async (filter: string) =>
  (await commerce.pb.collection('mails').getFullList({ filter, sort: '@rowid' })).map(({ to, body }) => ({
    to: String(to),
    body: String(body),
  }));
const report = async (reporter: User, text = WORDS) => {
  const id = await commerce.product(store, 500, { name: 'Wyrm' });
  const about = { what: 'product' as const, id, name: 'Wyrm', quote: '', accusedId: owner, productId: id };
  await makeReport(
    parts(),
    reporter,
    { what: 'product', id, kind: 'other', text },
    { ...about, storeId: store },
  );
  await notifyCases(commerce);
  return mails("kind = 'case'");
};

describe('words of an account that never confirmed its address', () => {
  it('are not quoted in the mails about its report, to itself and to the seller', async () => {
    const stranger = await person('stranger', false);
    const sent = await report(stranger);
    expect(sent.map(({ to }) => to)).toContain(stranger.email);
    for (const { body } of sent) {
      expect(body).not.toContain('evil.example');
      expect(body).toContain('You can read it in your account');
    }
    const honest = await person('honest', true);
    const quoted = (await report(honest, 'It copies my dragon.')).filter(({ body }) =>
      body.includes('> It copies my dragon.'),
    );
    expect(quoted.map(({ to }) => to)).toEqual(['seller-ash@guildhall.test', honest.email]);
  });

  it('are not quoted in the mail about its review', async () => {
    const now = { kind: 'review', storeId: null, inApp: null, mail: 'now' } as const;
    await saveSwitch(commerce.pb, owner, now, commerce.now());
    for (const verified of [false, true]) {
      const reviewer = await person(verified ? 'reviewer' : 'trickster', verified);
      const product = await commerce.product(store, 0, { name: 'Base' });
      const bought = { productIds: [product], codes: [], gift: null, shownCents: 0 };
      expect((await checkOut(commerce, reviewer, bought)).kind).toBe('done');
      const text = `It prints well, ${reviewer.username}.\nYour account is locked.`;
      const review = { ...NO_PRINT_SETTINGS, stars: 5, text, variant: '', outcome: null } as const;
      await submitReview(parts(), reviewer, product, review);
    }
    const [first, second, ...more] = await mails("kind = 'review'");
    expect(more).toEqual([]);
    expect(first?.body).toContain('trickster gave Base 5 of 5 stars.');
    expect(first?.body).not.toContain('prints well');
    expect(second?.body).toContain('> It prints well, reviewer.\n> Your account is locked.');
  });

  it('reach no stranger as product names on the receipt of a free order', async () => {
    const [stranger, honest] = [await person('claimant', false), await person('buyer', true)];
    const product = await commerce.product(store, 0, { name: WORDS });
    for (const buyer of [stranger, honest])
      await checkOut(commerce, buyer, { productIds: [product], codes: [], gift: null, shownCents: 0 });
    expect(await mails(`to = '${stranger.email}'`)).toEqual([]);
    expect(await mails(`to = '${honest.email}'`)).toHaveLength(1);
  });
});
