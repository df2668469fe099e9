import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { type SubscriptionHint, syncMembership } from '../../../src/server/guild/memberships.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { joined, type PaidGuild, type Person, paidGuild, snapshotOf } from './guild-commerce.ts';

/** Two sites that look at one member's payments at the same moment. */

const MINUTE_MS = 60_000;
let commerce: TestCommerce;
let guild: PaidGuild;
/** The sync of another process, whose locks this one knows nothing of. */
let syncElsewhere: typeof syncMembership;

beforeAll(async () => {
  commerce = await openTestCommerce();
  guild = await paidGuild(commerce);
  vi.resetModules();
  ({ syncMembership: syncElsewhere } = await import('../../../src/server/guild/memberships.ts'));
});
afterAll(() => commerce.close());

async function member(): Promise<{ person: Person; hint: SubscriptionHint; chargeId: string }> {
  commerce.standIn.deliveries.mode = 'send';
  const person = await joined(commerce, guild);
  commerce.standIn.deliveries.mode = 'drop';
  const stored = await membershipOfUser(commerce.pb, person.id, guild.id);
  const charge = commerce.standIn.simulator.book
    .all('charges')
    .find((row) => row['customer'] === stored?.customerId);
  return {
    person,
    hint: {
      ...{ id: stored?.subscriptionId ?? '', customerId: stored?.customerId ?? '' },
      changedPayments: 'all',
    },
    chargeId: charge?.id ?? expect.fail('no charge'),
  };
}

/** Syncs a membership; once this site has read the payment, and before it has stored it, something else happens. */
async function syncWhile(person: Person, hint: SubscriptionHint, other: () => Promise<unknown>) {
  let isOver = false;
  const paymentSnapshot: typeof commerce.payments.paymentSnapshot = async (id) => {
    const read = await commerce.payments.paymentSnapshot(id);
    if (!isOver) {
      isOver = true;
      await other();
    }
    return read;
  };
  const slow = { ...commerce, payments: { ...commerce.payments, paymentSnapshot } };
  await syncMembership(slow, { userId: person.id, guildId: guild.id }, hint);
}

const payments = async (person: Person) => (await snapshotOf(commerce, guild, person)).payments;

it('a payment that another site has seen refunded stays refunded, also for a site that looked before', async () => {
  const { person, hint, chargeId } = await member();
  await syncWhile(person, hint, async () => {
    commerce.standIn.simulator.refund({ charge: chargeId });
    await syncElsewhere(commerce, { userId: person.id, guildId: guild.id }, hint);
    expect(await payments(person)).toEqual(['first refunded 800 80 720 800']);
  });
  expect(await payments(person)).toEqual(['first refunded 800 80 720 800']);
  commerce.later(10 * MINUTE_MS);
  await reconcile(commerce);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

it('a payment that both store for the first time is stored once, as it was seen last', async () => {
  const { person, hint, chargeId } = await member();
  const row = await commerce.pb.collection('guild_payments').getFirstListItem('', { sort: '-created' });
  await commerce.pb.collection('guild_payments').delete(row.id);
  await syncWhile(person, hint, async () => {
    commerce.standIn.simulator.refund({ charge: chargeId });
    await syncElsewhere(commerce, { userId: person.id, guildId: guild.id }, hint);
  });
  expect(await payments(person)).toEqual(['first refunded 800 80 720 800']);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});
