import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { queuePage } from '../../../src/data/desk/queue.ts';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { payMembership } from '../../../src/server/guild/membership-changes.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { daysPass, joined, type PaidGuild, type Person, paidGuild } from './guild-commerce.ts';

let commerce: TestCommerce;
let guild: PaidGuild;
beforeEach(async () => {
  commerce = await openTestCommerce();
  guild = await paidGuild(commerce);
});
afterEach(() => commerce.close());

const stateOf = async (person: Person) => (await membershipOfUser(commerce.pb, person.id, guild.id))?.state;
const mailsTo = async ({ email }: Person) =>
  (
    await commerce.pb.collection('mails').getFullList<{ subject: string; body: string }>({
      filter: commerce.pb.filter('to = {:email}', { email }),
    })
  ).filter(({ subject }) => /payment/i.test(subject));
const subscriptionOf = async (person: Person) =>
  (await membershipOfUser(commerce.pb, person.id, guild.id))?.subscriptionId ?? '';
const waiting = async () =>
  (await queuePage(commerce.pb, { kinds: ['billing'], after: null, limit: 9, now: commerce.now() })).entries;

describe('a renewal that the bank wants confirmed', () => {
  it('says so in the mail, leads to the invoice’s page at the provider, and is paid once it is confirmed there', async () => {
    const asked = await joined(commerce, guild, { card: 'asks' });
    const declined = await joined(commerce, guild, { card: 'later' });
    await daysPass(commerce, 32);
    expect([await stateOf(asked), await stateOf(declined)]).toEqual(['past_due', 'past_due']);
    const [confirm] = await mailsTo(asked);
    expect(confirm?.subject).toMatch(/^Confirm your payment for .* with your bank$/);
    expect(confirm?.body).toContain('You need not change your card');
    expect((await mailsTo(declined))[0]?.subject).toMatch(/^Your payment for .* failed$/);
    const whose = { userId: asked.id, guildId: guild.id };
    const outcome = await payMembership(commerce, whose);
    if (typeof outcome === 'string') throw new Error(outcome);
    expect(outcome.confirmUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/invoice\/in_/);
    expect(await payMembership(commerce, { userId: declined.id, guildId: guild.id })).toBe('declined');
    await fetch(outcome.confirmUrl, { method: 'POST' });
    await commerce.standIn.deliveries.idle();
    expect(await stateOf(asked)).toBe('active');
    expect(await payMembership(commerce, whose)).toBe('nothing-due');
    expect(commerce.errors).toEqual([]);
  });
});

describe('billing that only the operator can mend', () => {
  it('waits at the desk and stands in the log once: tax that was switched off, an invoice that was not made', async () => {
    const { simulator, deliveries } = commerce.standIn;
    const person = await joined(commerce, guild);
    const subscription = await subscriptionOf(person);
    simulator.switchTaxOff(subscription, 'requires_location_inputs');
    simulator.switchTaxOff(subscription, 'requires_location_inputs');
    await deliveries.idle();
    expect(await waiting()).toMatchObject([
      {
        title: 'Billed without tax: Requires location inputs',
        detail: expect.stringContaining(subscription),
      },
    ]);
    expect(commerce.errors.map(String)).toEqual([expect.stringContaining('Billed without tax')]);
    simulator.switchTaxOff(subscription, null);
    await deliveries.idle();
    expect(await waiting()).toEqual([]);
    simulator.failFinalization(subscription);
    await deliveries.idle();
    expect(await waiting()).toMatchObject([
      {
        title: 'Invoice not made: Customer tax location invalid',
        detail: expect.stringContaining(subscription),
      },
    ]);
    commerce.errors.length = 0;
  });
});
