import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { tierOfGuild } from '../../../src/data/guild/guild-tiers.ts';
import { holdSeat, pendingMembershipCheckout } from '../../../src/data/guild/membership-checkouts.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { webhookEventOf } from '../../../src/server/adapters/stripe/webhook-event.ts';
import { receiveEvent } from '../../../src/server/app/payment-events.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { joinGuild } from '../../../src/server/guild/membership-checkout.ts';
import { membershipReturn } from '../../../src/server/guild/membership-return.ts';
import { subscriptionTags, syncMembership } from '../../../src/server/guild/memberships.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  CENTS,
  daysPass,
  entryBundle,
  joined,
  newUser,
  type PaidGuild,
  type Person,
  pageOf,
  paidGuild,
  payPage,
  release,
  snapshotOf,
} from './guild-commerce.ts';

let commerce: TestCommerce;
let guild: PaidGuild;

beforeEach(async () => {
  commerce = await openTestCommerce();
  guild = await paidGuild(commerce);
  await release(commerce, guild);
  await entryBundle(commerce, guild);
});
afterEach(() => commerce.close());
afterEach(async () => {
  commerce.standIn.fault = 'none';
  commerce.standIn.deliveries.mode = 'send';
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

const sessionOf = (url: string) => url.split('/').at(-1) ?? '';

describe('joining a guild', () => {
  it('grants the entry bundle and the release of the month, and pays seller and marketplace to the cent', async () => {
    const person = await joined(commerce, guild);
    const { state, tier, months, grants, entitlements, payments } = await snapshotOf(commerce, guild, person);
    expect([state, tier]).toEqual(['active', guild.tiers.low]);
    expect(months).toHaveLength(1);
    expect(months[0]).toContain('paid 800');
    expect(grants).toHaveLength(2);
    expect(entitlements).toHaveLength(2);
    expect(payments).toEqual(['first paid 800 80 720 0']);
  });

  it('is known on the success page before any webhook, without a login', async () => {
    commerce.standIn.deliveries.mode = 'drop';
    const person = await newUser(commerce);
    const url = await pageOf(commerce, guild, person, 'high');
    expect(await membershipReturn(commerce, sessionOf(url))).toMatchObject({
      state: 'waiting',
      received: [],
    });
    expect(payPage(commerce, url)).toBeNull();
    expect(await membershipReturn(commerce, sessionOf(url))).toMatchObject({
      state: 'active',
      guild: { id: guild.id, tierName: 'high' },
      received: expect.arrayContaining([{ kind: 'entry_bundle', name: 'Welcome box', products: 1 }]),
    });
    expect(await membershipReturn(commerce, 'cs_test_nobodysession')).toMatchObject({ state: 'unknown' });
  });

  it('is found by the reconciler when all webhook events are lost', async () => {
    commerce.standIn.deliveries.mode = 'drop';
    const person = await newUser(commerce);
    payPage(commerce, await pageOf(commerce, guild, person));
    expect((await snapshotOf(commerce, guild, person)).state).toBeNull();
    await reconcile(commerce);
    expect((await snapshotOf(commerce, guild, person)).state).toBe('active');
  });

  it('opens the same page on a second click; another tier closes it', async () => {
    const person = await newUser(commerce);
    const first = await pageOf(commerce, guild, person);
    expect(await pageOf(commerce, guild, person)).toBe(first);
    const second = await pageOf(commerce, guild, person, 'high');
    expect(second).not.toBe(first);
    expect(payPage(commerce, first)).not.toBeNull();
    expect(payPage(commerce, second)).toBeNull();
    await commerce.standIn.deliveries.idle();
    const again = {
      guildId: guild.id,
      tierId: guild.tiers.low,
      billing: 'monthly' as const,
      shownCents: 800,
    };
    expect(await joinGuild(commerce, person, again)).toEqual({ kind: 'refused', refusal: 'already-in' });
  });

  /** The pages at the provider where this person can pay. */
  const openPages = (person: { id: string }) =>
    commerce.standIn.simulator.book
      .all('sessions')
      .filter((row) => row['status'] === 'open' && JSON.stringify(row).includes(person.id));
  const ask = (parts: TestCommerce, person: Person, tier: 'low' | 'high') =>
    joinGuild(parts, person, {
      guildId: guild.id,
      tierId: guild.tiers[tier],
      billing: 'monthly',
      shownCents: CENTS[tier],
    });

  it('while another tier is chosen leaves one page open', async () => {
    const person = await newUser(commerce);
    let go = (): void => undefined;
    const other = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = {
      ...commerce,
      payments: {
        ...commerce.payments,
        openCustomer: async (customer: Parameters<typeof commerce.payments.openCustomer>[0]) => {
          await other;
          return commerce.payments.openCustomer(customer);
        },
      },
    };
    const first = ask(slow, person, 'low');
    await expect
      .poll(() => pendingMembershipCheckout(commerce.pb, person.id, guild.id), { timeout: 10_000 })
      .not.toBeNull();
    expect((await ask(commerce, person, 'high')).kind).toBe('pay');
    go();
    await first;
    expect(openPages(person)).toHaveLength(1);
  });

  it('thirty times at once over two tiers leaves one page to pay at, and takes one payment', async () => {
    const person = await newUser(commerce);
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, (_, at) => ask(commerce, person, at % 2 ? 'low' : 'high')),
    );
    expect(openPages(person)).toHaveLength(1);
    const urls = [...new Set(outcomes.flatMap((outcome) => (outcome.kind === 'pay' ? outcome.url : [])))];
    const paid = urls.filter((url) => payPage(commerce, url) === null);
    expect(paid).toHaveLength(1);
    await commerce.standIn.deliveries.idle();
  });

  it('is refused to somebody who became a member a moment ago', async () => {
    const person = await newUser(commerce);
    payPage(commerce, await pageOf(commerce, guild, person));
    await commerce.standIn.deliveries.idle();
    const tier = await tierOfGuild(commerce.pb, guild.id, guild.tiers.high);
    if (!tier) throw new Error('the tier is gone');
    const now = commerce.now();
    const id = newRecordId();
    const checkout = {
      ...{ id, guildId: guild.id, tierId: tier.id, userId: person.id, billing: 'monthly' as const },
      trialDays: 0,
      ...{ priceCents: CENTS.high, expiresAt: now + 60_000, checkoutKey: `guild:${id}:checkout` },
    };
    expect(await holdSeat(commerce.pb, checkout, tier, now)).toBe('already-in');
  });

  it('is refused when the price differs from the shown one', async () => {
    const person = await newUser(commerce);
    const request = {
      guildId: guild.id,
      tierId: guild.tiers.low,
      billing: 'monthly' as const,
      shownCents: 799,
    };
    expect(await joinGuild(commerce, person, request)).toMatchObject({ kind: 'changed', priceCents: 800 });
    expect(await membershipOfUser(commerce.pb, person.id, guild.id)).toBeNull();
  });

  it('gives the last seat to one of two concurrent users, and frees it when the checkout expires', async () => {
    await commerce.pb.collection('guild_tiers').update(guild.tiers.merchant, { seats: 1 });
    const [one, two] = [await newUser(commerce), await newUser(commerce)];
    const request = {
      guildId: guild.id,
      tierId: guild.tiers.merchant,
      billing: 'monthly' as const,
      shownCents: 2400,
    };
    const outcomes = await Promise.all([one, two].map((person) => joinGuild(commerce, person, request)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['pay', 'refused']);
    expect(outcomes).toContainEqual({ kind: 'refused', refusal: 'sold-out' });
    const winner = outcomes[0]?.kind === 'pay' ? one : two;
    expect(
      (await joinGuild(commerce, winner, { ...request, tierId: guild.tiers.low, shownCents: 800 })).kind,
    ).toBe('pay');
    expect((await joinGuild(commerce, winner === one ? two : one, request)).kind).toBe('pay');
  });
});

it('the commission of a late request does not replace that of the next one', async () => {
  const { faults, simulator } = commerce.standIn;
  const { id: userId } = await joined(commerce, guild);
  const sync = () => syncMembership(commerce, { userId, guildId: guild.id });
  const accounts = commerce.pb.collection('business_accounts');
  const { id } = await accounts.getFirstListItem(commerce.pb.filter('store = {:storeId}', guild));
  await accounts.update(id, { plan: 'pro' });
  faults.aimAt('late', 'POST /v1/subscriptions/:id', 0);
  await expect(sync()).rejects.toThrow();
  await sync();
  await accounts.update(id, { plan: 'free' });
  const member = await sync();
  faults.runLate();
  const subscription = simulator.book.find('subscriptions', member?.subscriptionId);
  expect([faults.isHit, subscription?.['application_fee_percent']]).toEqual([true, 10]);
  faults.set('none');
});

describe('webhook events', () => {
  it('together with success page and reconciler create one member, one month, and each grant once', async () => {
    commerce.standIn.deliveries.mode = 'hold';
    const person = await newUser(commerce);
    const url = await pageOf(commerce, guild, person);
    payPage(commerce, url);
    await Promise.all([
      commerce.standIn.deliveries.release({ copies: 2 }),
      membershipReturn(commerce, sessionOf(url)),
      membershipReturn(commerce, sessionOf(url)),
      reconcile(commerce),
    ]);
    await commerce.standIn.deliveries.idle();
    const { months, grants, entitlements, payments } = await snapshotOf(commerce, guild, person);
    expect([months.length, grants.length, entitlements.length, payments.length]).toEqual([1, 2, 2, 1]);
  });

  it('of a refund in the dashboard revoke only that payment’s grants, even if they arrive first', async () => {
    // The payments of others are in the seller's balance, which pays for the refund.
    for (let others = 0; others < 2; others++) await joined(commerce, guild);
    const person = await joined(commerce, guild);
    const chargeOf = (at: number) => {
      const all = commerce.standIn.simulator.book
        .all('charges')
        .filter((row) => row['customer'] === customer);
      return all[at]?.id ?? expect.fail('no charge');
    };
    const member = await membershipOfUser(commerce.pb, person.id, guild.id);
    const customer = member?.customerId;
    await release(commerce, guild, 'low', 1);
    commerce.standIn.deliveries.mode = 'drop';
    await daysPass(commerce, 32);
    commerce.standIn.simulator.refund({
      charge: chargeOf(0),
      reverse_transfer: 'true',
      refund_application_fee: 'true',
    });
    const refunded = commerce.standIn.simulator.book
      .all('events')
      .find((row) => row['type'] === 'charge.refunded');
    const event = webhookEventOf(
      (refunded ?? expect.fail('no event')) as unknown as Parameters<typeof webhookEventOf>[0],
    );
    await receiveEvent(commerce, event);
    const first = await snapshotOf(commerce, guild, person);
    expect(first.months.map((month) => month.split(' ')[1])).toEqual(['paid']);
    expect(first.payments).toEqual(['first paid 800 80 720 0', 'renewal refunded 800 80 720 800']);
    commerce.standIn.simulator.refund({ charge: chargeOf(1), amount: '100', reverse_transfer: 'true' });
    await reconcile(commerce);
    const after = await snapshotOf(commerce, guild, person);
    expect(after.payments).toContain('first paid 800 80 720 100');
    expect(after.grants.every((one) => one.endsWith('true'))).toBe(true);
    commerce.standIn.simulator.refund({ charge: chargeOf(1), reverse_transfer: 'true' });
    await reconcile(commerce);
    const end = await snapshotOf(commerce, guild, person);
    expect(end.grants.every((one) => one.endsWith('false'))).toBe(true);
    expect(end.state).toBe('active');
  });

  it('of a dispute revoke what the payment brought until it is won', async () => {
    const person = await joined(commerce, guild, { tier: 'high' });
    const member = await membershipOfUser(commerce.pb, person.id, guild.id);
    const charge = commerce.standIn.simulator.book
      .all('charges')
      .find((row) => row['customer'] === member?.customerId);
    const dispute = commerce.standIn.simulator.dispute(charge?.id ?? '');
    await commerce.standIn.deliveries.idle();
    const held = await snapshotOf(commerce, guild, person);
    expect(held.entitlements.length).toBeGreaterThan(0);
    expect(held.entitlements.every((one) => one.endsWith('false'))).toBe(true);
    commerce.standIn.simulator.closeDispute(dispute.id, 'won');
    await commerce.standIn.deliveries.idle();
    const won = await snapshotOf(commerce, guild, person);
    expect(won.entitlements.every((one) => one.endsWith('true'))).toBe(true);
    expect(won.payments).toEqual(['first paid 1600 160 1440 0']);
  });

  it('of a second subscription for one guild undo and refund it', async () => {
    const person = await joined(commerce, guild);
    const member = await membershipOfUser(commerce.pb, person.id, guild.id);
    const page = await commerce.payments.openSubscriptionPage({
      customerId: member?.customerId ?? '',
      priceId: member?.stripePriceId ?? '',
      of: subscriptionTags({ guildId: guild.id, userId: person.id, checkoutId: '' }),
      seller: { accountId: guild.account, feePercent: 10 },
      successUrl: 'http://127.0.0.1:4321/a',
      cancelUrl: 'http://127.0.0.1:4321/b',
      expiresAt: null,
      key: `second:${person.id}`,
    });
    payPage(commerce, page.url);
    await commerce.standIn.deliveries.idle();
    expect(commerce.errors.splice(0).map(String).join()).toContain('joined the guild');
    const { months, payments } = await snapshotOf(commerce, guild, person);
    expect(months).toHaveLength(1);
    expect(payments).toEqual(['first paid 800 80 720 0', 'first refunded 800 80 720 800']);
    const charges = commerce.standIn.simulator.book
      .all('charges')
      .filter((row) => row['customer'] === member?.customerId);
    expect(charges.map((row) => row['amount_refunded'])).toEqual([800, 0]);
  });

  it('of a subscription at an unknown price, or without a signature, grant nothing', async () => {
    const person = await newUser(commerce);
    const customerId = await commerce.payments.openCustomer({
      email: person.email,
      name: 'x',
      of: {},
      key: person.id,
    });
    const cheap = { name: 'cheap', title: 'x', cents: 50, interval: 'month' as const };
    const page = await commerce.payments.openSubscriptionPage({
      customerId,
      priceId: await commerce.payments.recurringPrice(cheap),
      of: subscriptionTags({ guildId: guild.id, userId: person.id, checkoutId: '' }),
      seller: null,
      successUrl: 'http://127.0.0.1:4321/a',
      cancelUrl: 'http://127.0.0.1:4321/b',
      expiresAt: null,
      key: `cheap:${person.id}`,
    });
    payPage(commerce, page.url);
    await commerce.standIn.deliveries.idle();
    expect(commerce.errors.splice(0).map(String).join()).toContain('is no price of');
    expect((await snapshotOf(commerce, guild, person)).state).toBeNull();
    expect(() => commerce.payments.readEvent('{}', 't=1,v1=ab')).toThrow('not signed correctly');
  });
});
