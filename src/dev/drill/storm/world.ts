import type PocketBase from 'pocketbase';
import { saveBusinessAccount } from '../../../data/payments/business-accounts.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';
import { type SignedInUser, signedInCrowd } from '../../crowd.ts';
import { addEntry } from '../../payments/context.ts';
import type { DevStack } from '../../stack.ts';
import { service, simulatorOf } from './site.ts';

/** The two stores of the storm, each with a guild, and the people who buy there. */
export interface StormWorld {
  pb: PocketBase;
  /** Rows from before are none of the storm's. */
  since: Instant;
  sellers: StormSeller[];
  people: SignedInUser[];
}

export interface StormSeller {
  person: SignedInUser;
  storeId: string;
  products: string[];
  /** Tiers from the lowest to the highest. */
  guild: { id: string; tiers: { id: string; cents: number }[] };
}

export const PRODUCT_CENTS = 999;
export const STORM_COUPON = 'STORM';
const OPERATOR_CENTS = 1_000_000;
const PRODUCTS = 80;
const PEOPLE = 60;
const TOKEN_SECONDS = 6 * 3600;
const TIERS = [
  { name: 'Low', monthlyCents: 800 },
  { name: 'Middle', monthlyCents: 1650 },
  { name: 'High', monthlyCents: 2499 },
];

/** @param people how many shop there. */
export async function stormWorld(stack: DevStack, people = PEOPLE): Promise<StormWorld> {
  const pb = service(stack);
  const since = Date.now();
  // Disputes cost more than the commission of this storm brings in; without funds of its own the operator could not pay.
  const { context } = simulatorOf(stack);
  addEntry(context, { type: 'topup', source: 'storm', amount: OPERATOR_CENTS, currency: CURRENCY });
  const owners = await signedInCrowd(pb, 'storm-seller', 2, TOKEN_SECONDS);
  const sellers: StormSeller[] = [];
  for (const owner of owners) sellers.push(await openSeller(stack, pb, owner));
  return { pb, since, sellers, people: await signedInCrowd(pb, 'storm-buyer', people, TOKEN_SECONDS) };
}

async function openSeller(stack: DevStack, pb: PocketBase, person: SignedInUser): Promise<StormSeller> {
  const row = async (collection: string, data: object) =>
    (await pb.collection(collection).create({ ...data })).id;
  const name = person.username;
  const storeId = await row('stores', { owner: person.id, slug: name, name, state: 'open' });
  const stripeAccountId = `acct_${name.replaceAll('-', '')}`;
  simulatorOf(stack).openAccount(stripeAccountId, name);
  await saveBusinessAccount(pb, storeId, { stripeAccountId, state: 'active', plan: 'free' });
  await row('coupons', { store: storeId, code: STORM_COUPON, scope: 'all', percent: 15 });
  const product = (slug: string) =>
    row('products', {
      store: storeId,
      name: `Model ${slug}`,
      slug,
      state: 'published',
      priceCents: PRODUCT_CENTS,
      licences: ['personal'],
    });
  const products: string[] = [];
  for (let at = 0; at < PRODUCTS; at++) products.push(await product(`golem-${at}`));
  const guildId = await row('guilds', {
    store: storeId,
    name: `Guild of ${name}`,
    state: 'live',
    grantRule: 'one_per_payment',
    billings: ['monthly'],
  });
  const tiers: StormSeller['guild']['tiers'] = [];
  for (const [position, tier] of TIERS.entries()) {
    const data = { guild: guildId, position, licence: 'personal', includesLower: true, state: 'public' };
    tiers.push({
      id: await row('guild_tiers', { ...data, ...tier, benefits: [] }),
      cents: tier.monthlyCents,
    });
  }
  return { person, storeId, products, guild: { id: guildId, tiers } };
}
