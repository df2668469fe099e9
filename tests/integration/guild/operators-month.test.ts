import { afterAll, beforeAll, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { announcePause } from '../../../src/data/guild/guilds.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { GUILD_HOLDS } from '../../../src/domain/guild/guild-hold.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { runReleaseJob } from '../../../src/server/guild/releases.ts';
import { startPlan } from '../../../src/server/payments/seller-plans.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { daysPass, joined, paidGuild, payPage, release } from './guild-commerce.ts';
import { storeStory } from './store-story.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

const DAY_MS = 86_400_000;

/** Nobody was written to twice about one thing. */
async function expectEachMailOnce(): Promise<void> {
  const mails = await commerce.pb.collection('mails').getFullList();
  const seen = mails.map(({ to, subject, body, parts }) => JSON.stringify([to, subject, body, parts]));
  expect(seen.filter((mail, at) => seen.indexOf(mail) !== at)).toEqual([]);
}

it('a month of vacation, suspension, closing, disputes and trials leaves every cent where the ledger says, and each mail once', async () => {
  const { pb, standIn } = commerce;
  const { simulator, deliveries } = standIn;
  const { storeIs, jobs, charged, refunded, mails } = storeStory(commerce);
  const [rests, banned, closes] = [
    await paidGuild(commerce),
    await paidGuild(commerce),
    await paidGuild(commerce),
  ];
  /** Days pass, and the jobs run as often as they do: whatever they did once they do not do again. */
  const days = async (count: number) => {
    await daysPass(commerce, count);
    await jobs();
    await runReleaseJob(commerce);
    await jobs();
    await runReleaseJob(commerce);
    // What was paid out already cannot be taken back from a seller: it becomes a debt of theirs.
    expect(commerce.errors.splice(0).filter((error) => !/enough funds/.test(String(error)))).toEqual([]);
    await audit({ pb, simulator });
    await expectEachMailOnce();
  };
  const nextCharge = async (guild: { id: string }, person: { id: string }) =>
    (await membershipOfUser(pb, person.id, guild.id))?.nextChargeAt ?? null;
  const plan = async (guild: { storeId: string }, slug: string) => {
    const email = `${slug}@guildhall.test`;
    const begun = await startPlan(commerce, { id: guild.storeId, name: slug }, email, 'monthly', {
      ...{ monthly: 1500, annual: 15_000 },
    });
    if (begun.kind !== 'pay') throw new Error(begun.refusal);
    payPage(commerce, begun.url);
    await deliveries.idle();
    return { email };
  };
  const buyer = await commerce.person('month-buyer');
  const bought = async (...stores: { storeId: string }[]) => {
    const productIds = await Promise.all(stores.map(({ storeId }) => commerce.product(storeId, 1000)));
    const shownCents = 1000 * productIds.length;
    const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    expect(commerce.pay(outcome.url)).toBeNull();
    await deliveries.idle();
    const charge = simulator.book.all('charges').find((row) => row['transfer_group'] === outcome.orderId);
    return charge?.id ?? '';
  };

  // The first day: orders, members by the month and the year, a trial, Pro, and a release for the tenth.
  const [wonCharge, lostCharge] = [await bought(rests, banned), await bought(rests, banned, closes)];
  await pb.collection('guild_tiers').update(rests.tiers.high, { trialDays: 7 });
  const monthly = await joined(commerce, rests);
  const annual = await joined(commerce, rests, { billing: 'annual' });
  const trial = await joined(commerce, rests, { tier: 'high', trialDays: 7 });
  const bannedMember = await joined(commerce, banned, { tier: 'high' });
  const lastMember = await joined(commerce, closes);
  const pro = await plan(banned, 'month-pro');
  const releaseId = await release(commerce, rests);
  const publishAt = new Date(commerce.now() + 10 * DAY_MS).toISOString();
  await pb
    .collection('releases')
    .update(releaseId, { ...{ state: 'scheduled', publishAt, publishedAt: '' } });
  const releaseState = async () => (await pb.collection('releases').getOne(releaseId))['state'];
  const money = {
    ...{ monthly: charged(monthly), annual: charged(annual), trial: charged(trial) },
    ...{ banned: charged(bannedMember), last: charged(lastMember), pro: charged(pro) },
  };
  expect(money).toEqual({ monthly: 800, annual: 8000, trial: 0, banned: 1600, last: 800, pro: 1500 });

  // Two days later one store goes on vacation; nobody of its guild is charged, and each is told once.
  await days(2);
  await storeIs(rests, 'vacation');
  await jobs();
  for (const person of [monthly, annual, trial])
    expect(await mails(person, 'takes a break'), person.username).toBe(1);
  // The next is suspended, with its Pro and what is on its way to its bank.
  await days(2);
  await storeIs(banned, 'suspended');
  expect((await sellerMoney(commerce, banned.storeId)).isSuspended).toBe(true);
  // Two buyers ask their banks.
  const [won, lost] = [simulator.dispute(wonCharge, null), simulator.dispute(lostCharge, null)];
  await deliveries.idle();
  // The trial would have ended and the release been published.
  await days(8);
  expect(charged(trial)).toBe(0);
  expect(await releaseState()).toBe('scheduled');
  // The third announces a pause and closes.
  const from = commerce.now() - 1000;
  await announcePause(pb, closes.id, { from, to: from + 20 * DAY_MS }, commerce.now());
  await storeIs(closes, 'closed');
  simulator.closeDispute(won.id, 'won');
  simulator.closeDispute(lost.id, 'lost');
  await deliveries.idle();
  // Long enough for all that was paid and cannot be used to go back.
  await days(GUILD_HOLDS.fallback.returnAfterDays);
  await days(1);
  for (const person of [monthly, annual, bannedMember, lastMember])
    expect(refunded(person), person.username).toBeGreaterThan(0);
  expect(await mails(monthly, 'on its way back')).toBe(1);
  for (const person of [monthly, annual, trial, bannedMember, lastMember])
    expect(await nextCharge(person === bannedMember ? banned : rests, person), person.username).toBeNull();

  // All that can open again does; who is a member still is told with notice, once.
  await storeIs(rests, 'open');
  await storeIs(banned, 'open');
  for (const person of [monthly, annual]) expect(await mails(person, 'goes on')).toBe(1);
  expect(await nextCharge(rests, monthly)).toBeGreaterThanOrEqual(commerce.now() + 72 * 3_600_000);
  await days(1);
  // Its model has no file, so that the job refuses it; while the store rested, the job left it alone.
  expect(await releaseState()).toBe('draft');
  await days(33);
  expect(charged(monthly)).toBe(1600);
  expect(charged(annual)).toBe(8000);
  expect(charged(bannedMember)).toBe(3200);
  // It was lifted before the first month of Pro was over, so that both further months are charged.
  expect(charged(pro)).toBe(4500);
  expect(charged(lastMember)).toBe(800);
  expect((await sellerMoney(commerce, banned.storeId)).isSuspended).toBe(false);
});
