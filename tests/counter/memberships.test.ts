import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../src/data/guild-members.ts';
import { joinGuild } from '../../src/server/membership-joining.ts';
import { membershipReturn } from '../../src/server/membership-return.ts';
import { reconcile } from '../../src/server/reconciler.ts';
import { openCounter, type TestCounter } from './counter.ts';
import {
  entryBundle,
  joined,
  type PaidGuild,
  pageOf,
  paidGuild,
  payPage,
  release,
  somebody,
  standingOf,
} from './guild-counter.ts';

let counter: TestCounter;
let guild: PaidGuild;

beforeAll(async () => {
  counter = await openCounter();
  guild = await paidGuild(counter);
  await release(counter, guild);
  await entryBundle(counter, guild);
});
afterEach(async () => {
  counter.house.fault = 'none';
  counter.house.deliveries.mode = 'send';
  await counter.house.deliveries.idle();
  expect(counter.errors).toEqual([]);
});
afterAll(() => counter.close());

const sessionOf = (url: string) => url.split('/').at(-1) ?? '';

describe('joining a guild', () => {
  it('brings the entry bundle and the release of the month, and pays seller and hall to the cent', async () => {
    const person = await joined(counter, guild);
    const { state, tier, months, handouts, entitlements, payments } = await standingOf(
      counter,
      guild,
      person,
    );
    expect([state, tier]).toEqual(['active', guild.tiers.low]);
    expect(months).toHaveLength(1);
    expect(months[0]).toContain('paid 800');
    expect(handouts).toHaveLength(2);
    expect(entitlements).toHaveLength(2);
    expect(payments).toEqual(['first paid 800 80 720 0']);
  });

  it('is known on the success page before any webhook, without a login', async () => {
    counter.house.deliveries.mode = 'drop';
    const person = await somebody(counter);
    const url = await pageOf(counter, guild, person, 'high');
    expect(await membershipReturn(counter, sessionOf(url))).toMatchObject({ state: 'waiting', received: [] });
    expect(payPage(counter, url)).toBeNull();
    expect(await membershipReturn(counter, sessionOf(url))).toMatchObject({
      state: 'active',
      guild: { id: guild.id, tierName: 'high' },
      received: expect.arrayContaining([{ kind: 'entry_bundle', name: 'Welcome box', products: 1 }]),
    });
    expect(await membershipReturn(counter, 'cs_test_nobodysession')).toMatchObject({ state: 'unknown' });
  });

  it('of which every webhook was lost is known to the reconciler', async () => {
    counter.house.deliveries.mode = 'drop';
    const person = await somebody(counter);
    payPage(counter, await pageOf(counter, guild, person));
    expect((await standingOf(counter, guild, person)).state).toBeNull();
    await reconcile(counter);
    expect((await standingOf(counter, guild, person)).state).toBe('active');
  });

  it('a second click finds the page of the first; another tier closes it', async () => {
    const person = await somebody(counter);
    const first = await pageOf(counter, guild, person);
    expect(await pageOf(counter, guild, person)).toBe(first);
    const second = await pageOf(counter, guild, person, 'high');
    expect(second).not.toBe(first);
    expect(payPage(counter, first)).not.toBeNull();
    expect(payPage(counter, second)).toBeNull();
    await counter.house.deliveries.idle();
    const again = {
      guildId: guild.id,
      tierId: guild.tiers.low,
      billing: 'monthly' as const,
      shownCents: 800,
    };
    expect(await joinGuild(counter, person, again)).toEqual({ kind: 'refused', refusal: 'already-in' });
  });

  it('asks again where the price is another than was shown', async () => {
    const person = await somebody(counter);
    const asked = {
      guildId: guild.id,
      tierId: guild.tiers.low,
      billing: 'monthly' as const,
      shownCents: 799,
    };
    expect(await joinGuild(counter, person, asked)).toEqual({ kind: 'changed', priceCents: 800 });
    expect(await membershipOfUser(counter.pb, person.id, guild.id)).toBeNull();
  });
});
