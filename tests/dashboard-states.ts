import type PocketBase from 'pocketbase';
import { asSeller } from '../src/data/kernel/actor.ts';

/** Collections whose dashboard requests are made in the operator's name; see `src/pocketbase/hooks/main.ts`. */
const GUARDED = /^\/api\/collections\/(products|stores|guilds|guild_members|cases)\/records\/\w+$/;

/**
 * A client with which a test sets a state as an operator does in the dashboard, so that it can bring a record into whatever
 * state it begins with. Everything else that goes through it is the site's, which may not.
 */
export function settingStates(pb: PocketBase): PocketBase {
  const { beforeSend } = pb;
  pb.beforeSend = async (url, options) => {
    const sent = (await beforeSend?.(url, options)) ?? { url, options };
    const body: unknown = options.body;
    const setsState = typeof body === 'object' && body !== null && 'state' in body;
    if (!setsState || options.method !== 'PATCH' || !GUARDED.test(new URL(url).pathname)) return sent;
    const { 'X-Guildhall-Site': _, ...headers } = (sent.options?.['headers'] ?? {}) as Record<string, string>;
    return { ...sent, options: { ...sent.options, headers } };
  };
  return pb;
}

/** The client in the hands of a store's owner. */
export async function ownerOf(pb: PocketBase, storeId: string): Promise<PocketBase> {
  const { owner } = await pb.collection('stores').getOne<{ owner: string }>(storeId);
  return asSeller(pb, owner);
}

/** The client in the hands of the owner of the store that offers this product. */
export async function sellerOf(pb: PocketBase, productId: string): Promise<PocketBase> {
  const { store } = await pb.collection('products').getOne<{ store: string }>(productId);
  return ownerOf(pb, store);
}
