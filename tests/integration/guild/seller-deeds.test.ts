import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { announcePause, changeGuildState } from '../../../src/data/guild/guilds.ts';
import { pendingMembershipCheckout } from '../../../src/data/guild/membership-checkouts.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { applyGuildPauses, cancelPause } from '../../../src/server/guild/guild-pauses.ts';
import { giveMonths, refundLastPayment } from '../../../src/server/guild/member-admin.ts';
import { setMembershipEnding } from '../../../src/server/guild/membership-changes.ts';
import { syncMembership } from '../../../src/server/guild/memberships.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  daysPass,
  hourPasses,
  joined,
  newUser,
  pageOf,
  paidGuild,
  snapshotOf,
  timePasses,
} from './guild-commerce.ts';

let commerce: TestCommerce;

beforeEach(async () => {
  commerce = await openTestCommerce();
});
afterEach(() => commerce.close());

describe('a renewal', () => {
  it('is a draft for an hour, in which the member stays one; the month comes when it is paid', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const member = async () => {
      const { state, months } = await snapshotOf(commerce, guild, person);
      return [state, months.length];
    };
    const isDraft = () =>
      commerce.standIn.simulator.book.all('invoices').some(({ status }) => status === 'draft');
    await timePasses(commerce, 27);
    for (let hours = 0; hours < 24 * 5 && !isDraft(); hours++) await hourPasses(commerce);
    await reconcile(commerce);
    expect([isDraft(), await member()]).toEqual([true, ['active', 1]]);
    await hourPasses(commerce);
    expect([isDraft(), await member()]).toEqual([false, ['active', 2]]);
  });
});

describe('a guild', () => {
  it('that pauses charges nobody meanwhile, keeps the streak, and resumes by itself; a pause can be cancelled', async () => {
    const pausing = await paidGuild(commerce);
    const person = await joined(commerce, pausing);
    const storedMember = async () =>
      (await membershipOfUser(commerce.pb, person.id, pausing.id)) ?? expect.fail('no member');
    const due = (await storedMember()).nextChargeAt ?? 0;
    const pause = { from: due - 5 * 86_400_000, to: due + 5 * 86_400_000 };
    expect(await announcePause(commerce.pb, pausing.id, pause, commerce.now())).toBe(true);
    await reconcile(commerce);
    expect((await storedMember()).nextChargeAt).toBeGreaterThan(pause.to);
    const mails = await commerce.pb.collection('mails').getFullList({ filter: "subject ~ 'pauses'" });
    expect(mails.map((mail) => mail['to'])).toEqual([person.email]);
    expect(await cancelPause(commerce, pausing.id)).toBe(true);
    expect((await storedMember()).nextChargeAt).toBe(due);
    await announcePause(commerce.pb, pausing.id, pause, commerce.now());
    await reconcile(commerce);
    await daysPass(commerce, 32);
    await reconcile(commerce);
    const stateOf = async () => (await commerce.pb.collection('guilds').getOne(pausing.id))['state'];
    expect(await stateOf()).toBe('paused');
    await daysPass(commerce, 31);
    await reconcile(commerce);
    expect(await stateOf()).toBe('live');
    const { months } = await snapshotOf(commerce, pausing, person);
    expect(months.map((month) => month.split(' ')[1])).toEqual(['paid', 'skipped', 'paid']);
    expect((await storedMember()).streak).toBe(2);
  });

  it('is not paused again by a request that arrives after its pause was cancelled', async () => {
    const { faults, deliveries } = commerce.standIn;
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const dueAt = async () => (await membershipOfUser(commerce.pb, person.id, guild.id))?.nextChargeAt ?? 0;
    const due = await dueAt();
    const pause = { from: due - 5 * 86_400_000, to: due + 5 * 86_400_000 };
    await announcePause(commerce.pb, guild.id, pause, commerce.now());
    faults.aimAt('late', 'POST /v1/subscriptions/:id', 0);
    await applyGuildPauses(commerce);
    expect(faults.isHit).toBe(true);
    await applyGuildPauses(commerce);
    expect(await dueAt()).toBeGreaterThan(pause.to);
    expect(await cancelPause(commerce, guild.id)).toBe(true);
    faults.set('none');
    faults.runLate();
    await deliveries.idle();
    await syncMembership(commerce, { userId: person.id, guildId: guild.id });
    expect(await dueAt()).toBe(due);
  });

  it('that closes charges nobody again, and is closed after the last paid month', async () => {
    const closing = await paidGuild(commerce);
    const person = await joined(commerce, closing);
    const by = await ownerOf(commerce.pb, closing.storeId);
    await changeGuildState(by, { id: closing.id, state: 'live' }, 'closing', commerce.now());
    await reconcile(commerce);
    expect((await snapshotOf(commerce, closing, person)).state).toBe('cancelling');
    await daysPass(commerce, 33);
    await reconcile(commerce);
    expect(await snapshotOf(commerce, closing, person)).toMatchObject({
      state: 'left',
      months: [expect.anything()],
    });
    expect((await commerce.pb.collection('guilds').getOne(closing.id))['state']).toBe('closed');
  });
});

it('the refund of a member can be tried again at once after a refusal', async () => {
  const guild = await paidGuild(commerce);
  const person = await joined(commerce, guild);
  const member = (await membershipOfUser(commerce.pb, person.id, guild.id)) ?? expect.fail('no member');
  const { simulator } = commerce.standIn;
  simulator.debit(guild.account, 100_000);
  const before = commerce.errors.length;
  expect(await refundLastPayment(commerce, guild.id, member.id)).toBe('refused-by-provider');
  expect(commerce.errors).toHaveLength(before + 1);
  simulator.debit(guild.account, -100_000);
  expect(await refundLastPayment(commerce, guild.id, member.id)).toBeNull();
  expect((await snapshotOf(commerce, guild, person)).payments).toEqual(['first refunded 800 80 720 800']);
});

it('a joining that was left frees its seat before stale accounts are asked for', async () => {
  commerce.standIn.deliveries.mode = 'drop';
  const guild = await paidGuild(commerce);
  const person = await newUser(commerce);
  await pageOf(commerce, guild, person);
  const { payments, pb } = commerce;
  const pending = await pendingMembershipCheckout(pb, person.id, guild.id);
  const long = '2026-01-01 00:00:00.000Z';
  const aged = await pb.send('/internal/tx', {
    method: 'POST',
    body: {
      steps: [
        {
          exec: 'UPDATE guild_joinings SET updated = {:long}, expiresAt = {:long} WHERE id = {:id}',
          params: { long, id: pending?.id },
        },
        { exec: 'UPDATE business_accounts SET askedAt = {:long}', params: { long } },
      ],
    },
  });
  expect(aged).toBeTruthy();
  const account = payments.account.bind(payments);
  const held: unknown[] = [];
  const asked = vi.spyOn(payments, 'account').mockImplementation(async (id) => {
    held.push(await pendingMembershipCheckout(pb, person.id, guild.id));
    return account(id);
  });
  await reconcile(commerce);
  asked.mockRestore();
  commerce.standIn.deliveries.mode = 'send';
  expect(held[0]).toBeNull();
});

it('months that a seller gave to somebody who pays are there after their subscription ends', async () => {
  const guild = await paidGuild(commerce);
  const person = await joined(commerce, guild);
  const whose = { userId: person.id, guildId: guild.id };
  const given = { userId: person.id, tierId: guild.tiers.low, months: 2 };
  expect(await giveMonths(commerce, guild.id, given, { id: 'gift:behind', kind: 'gift' })).toBeNull();
  expect(await setMembershipEnding(commerce, whose, true)).toBeNull();
  await daysPass(commerce, 32);
  const member = async () => {
    const found = await membershipOfUser(commerce.pb, person.id, guild.id);
    return [found?.state, found?.subscriptionId, found?.nextChargeAt];
  };
  expect(await member()).toEqual(['active', '', null]);
  await daysPass(commerce, 64);
  await reconcile(commerce);
  expect((await member())[0]).toBe('left');
});
