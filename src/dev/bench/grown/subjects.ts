import PocketBase from 'pocketbase';
import { serviceClient } from '../../../data/kernel/client.ts';
import { grownEmail, notablesOf } from '../../grown/people.ts';
import { proofCookieOf } from '../../proofs.ts';
import type { DevStack } from '../../stack.ts';
import { DEMO_PASSWORD, PEOPLE } from '../../world/people.ts';

/** Somebody who asks: `""` is a visitor who is not signed in. */
export type MeasuredRole = '' | 'seller' | 'collector' | 'notified' | 'member' | 'operator';

/** What the questions of a bench are about in one world. */
export interface Subjects {
  /** The cookies of the people who ask. */
  cookies: Record<MeasuredRole, string>;
  product: string;
  /** Up to three products for sale of different names, for a cart. */
  cart: string[];
  store: string;
  storeId: string;
  shelf: string;
  conversation: string;
  guild: string;
  /** An order of the collector, and a product in it. */
  order: string;
  owned: string;
}

/** Who plays which part: in the demo world its people, in the grown world those with the most rows. */
export const DEMO_CAST: Record<Exclude<MeasuredRole, ''>, string> = {
  seller: PEOPLE.mira.email,
  collector: PEOPLE.tobias.email,
  notified: PEOPLE.mira.email,
  member: PEOPLE.dorin.email,
  operator: PEOPLE.odile.email,
};

export function grownCast(stores: number): Record<Exclude<MeasuredRole, ''>, string> {
  const { giantOwner, collector, notified, member } = notablesOf(stores);
  return {
    seller: grownEmail(giantOwner),
    collector: grownEmail(collector),
    notified: grownEmail(notified),
    member: grownEmail(member),
    // The grown world stands on the demo world.
    operator: PEOPLE.odile.email,
  };
}

/**
 * Signs the cast in and finds what they are asked about. The seller's account is made known to the payment stand-in.
 * @throws Error if the world lacks something.
 */
export async function subjectsOf(
  { pocketbaseUrl, service, payments }: DevStack,
  cast: Record<Exclude<MeasuredRole, ''>, string>,
): Promise<Subjects> {
  const pb = serviceClient({ url: pocketbaseUrl, ...service });
  const ids: Partial<Record<MeasuredRole, string>> = {};
  const cookies: Subjects['cookies'] = {
    ...{ '': '', seller: '', collector: '', notified: '', member: '', operator: '' },
  };
  for (const [role, email] of Object.entries(cast) as [Exclude<MeasuredRole, ''>, string][]) {
    const { token, record } = await new PocketBase(pocketbaseUrl)
      .collection('users')
      .authWithPassword(email, DEMO_PASSWORD);
    ids[role] = record.id;
    const session = `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`;
    const proofs = await Promise.all([
      proofCookieOf(pb, record.id, 'fresh'),
      ...(role === 'operator' ? [proofCookieOf(pb, record.id, 'desk')] : []),
    ]);
    cookies[role] = [session, ...proofs].join('; ');
  }
  const first = async (collection: string, filter: string, values: Record<string, string>, sort = '') =>
    pb
      .collection(collection)
      .getFirstListItem<{ id: string; slug: string }>(pb.filter(filter, values), { sort });
  const store = await first('stores', 'owner = {:owner}', { owner: ids.seller ?? '' });
  const of = { store: store.id };
  const goods = await pb.collection('products').getList<{ id: string }>(1, 3, {
    filter: pb.filter("store = {:store} && state = 'published' && free = false && mature = false", of),
    sort: '-popularity,id',
    fields: 'id',
    skipTotal: true,
  });
  const cart = goods.items.map(({ id }) => id);
  const account = await pb
    .collection('business_accounts')
    .getFirstListItem<{ stripeAccountId: string }>(pb.filter('store = {:store}', of));
  payments?.simulator.openAccount(account.stripeAccountId, store.slug);
  const order = (await first('orders', "buyer = {:buyer} && state = 'paid'", { buyer: ids.collector ?? '' }))
    .id;
  const line = await pb
    .collection('order_lines')
    .getFirstListItem<{ product: string }>(pb.filter('order = {:order}', { order }));
  return {
    cookies,
    cart,
    order,
    owned: line.product,
    product: cart[0] ?? '',
    store: store.slug,
    storeId: store.id,
    shelf: (await first('shelves', 'store = {:store}', of)).slug,
    conversation: (await first('conversations', 'store = {:store}', of, '-lastAt')).id,
    guild: (await first('guilds', 'store = {:store}', of)).id,
  };
}
