import { afterEach, beforeEach, expect, it } from 'vitest';
import { pendingMembershipCheckout } from '../../../src/data/guild/membership-checkouts.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { type JoinOutcome, joinGuild } from '../../../src/server/guild/membership-checkout.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { CENTS, newUser, type PaidGuild, type Person, paidGuild, payPage } from './guild-commerce.ts';

/** One person who begins to join a guild twice at once: exactly one payment page is left, and it can be paid. */

let commerce: TestCommerce;
let guild: PaidGuild;

beforeEach(async () => {
  commerce = await openTestCommerce();
  guild = await paidGuild(commerce);
});
afterEach(() => commerce.close());
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

const ask = (
  parts: TestCommerce,
  person: Person,
  tier: keyof typeof CENTS,
  { in: { id, tiers }, shownCents }: { in: PaidGuild; shownCents?: number } = { in: guild },
) =>
  joinGuild(parts, person, {
    ...{ guildId: id, tierId: tiers[tier], billing: 'monthly', shownCents: shownCents ?? CENTS[tier] },
  });

/** Pays at each page that was answered, and says how many took the payment. */
async function payable(outcomes: readonly JoinOutcome[]): Promise<number> {
  const urls = new Set(outcomes.flatMap((outcome) => (outcome.kind === 'pay' ? outcome.url : [])));
  const paid = [...urls].filter((url) => payPage(commerce, url) === null);
  await commerce.standIn.deliveries.idle();
  return paid.length;
}

it('of several tiers chosen at once exactly one can be paid', async () => {
  const paid: number[] = [];
  for (let round = 0; round < 12; round++) {
    const person = await newUser(commerce);
    const tiers = ['low', 'high', 'merchant', 'low', 'high'].slice(
      0,
      2 + (round % 4),
    ) as (keyof typeof CENTS)[];
    paid.push(await payable(await Promise.all(tiers.map((tier) => ask(commerce, person, tier)))));
  }
  expect(paid).toEqual(paid.map(() => 1));
});

it('a slow request gives way to one that was made after it', async () => {
  const person = await newUser(commerce);
  let go = (): void => undefined;
  const isReady = new Promise<void>((resolve) => {
    go = resolve;
  });
  const openCustomer: typeof commerce.payments.openCustomer = async (customer) => {
    await isReady;
    return commerce.payments.openCustomer(customer);
  };
  const slow = ask({ ...commerce, payments: { ...commerce.payments, openCustomer } }, person, 'low');
  await expect
    .poll(() => pendingMembershipCheckout(commerce.pb, person.id, guild.id), { timeout: 10_000 })
    .not.toBeNull();
  const later = await ask(commerce, person, 'high');
  go();
  expect(await slow).toEqual({ kind: 'refused', refusal: 'changed-meanwhile' });
  expect(await payable([later])).toBe(1);
});

it('a request that is refused leaves the open page as it is', async () => {
  const small = { in: await paidGuild(commerce) };
  await commerce.pb.collection('guild_tiers').update(small.in.tiers.merchant, { seats: 1 });
  const person = await newUser(commerce);
  const open = await ask(commerce, person, 'low', small);
  const dearer = { ...small, shownCents: CENTS.high - 1 };
  expect(await ask(commerce, person, 'high', dearer)).toMatchObject({ kind: 'changed' });
  expect((await ask(commerce, await newUser(commerce), 'merchant', small)).kind).toBe('pay');
  expect(await ask(commerce, person, 'merchant', small)).toEqual({ kind: 'refused', refusal: 'sold-out' });
  expect(await payable([open])).toBe(1);
});
