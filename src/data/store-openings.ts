import type PocketBase from 'pocketbase';
import type { Instant } from '../domain/instant.ts';
import type { Store } from '../domain/store.ts';
import { dateOf } from './fields.ts';
import { transaction } from './transaction.ts';

/** What a new store is opened with. Pictures are re-encoded WebP. */
export type StoreOpening = Pick<
  Store,
  'ownerId' | 'slug' | 'name' | 'tagline' | 'about' | 'socials' | 'state'
> & {
  id?: string;
  openedAt: Instant | null;
  logo: Uint8Array<ArrayBuffer> | null;
  banner: { bytes: Uint8Array<ArrayBuffer>; alt: string } | null;
};

/** Writes a new store and answers its id. @throws ClientResponseError 400 where the owner has one, or the slug is taken. */
export async function createStore(pb: PocketBase, opening: StoreOpening): Promise<string> {
  const { logo, banner, openedAt, ownerId, id, ...plain } = opening;
  const form = new FormData();
  for (const [name, value] of Object.entries(plain)) {
    form.append(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (id !== undefined) form.append('id', id);
  form.append('owner', ownerId);
  form.append('openedAt', dateOf(openedAt));
  form.append('bannerAlt', banner?.alt ?? '');
  if (logo) form.append('logo', new File([logo], 'logo.webp', { type: 'image/webp' }));
  if (banner) form.append('banner', new File([banner.bytes], 'banner.webp', { type: 'image/webp' }));
  return (await pb.collection('stores').create<{ id: string }>(form)).id;
}

/** Writes a store's shelves in this order, all or none. @throws Refused "conflict" where an id or slug is taken. */
export async function createShelves(
  pb: PocketBase,
  storeId: string,
  shelves: { id?: string; slug: string; name: string }[],
): Promise<void> {
  if (shelves.length === 0) return;
  const steps = transaction(pb);
  shelves.forEach((shelf, position) => {
    steps.create('shelves', { ...shelf, store: storeId, position, productCount: 0 });
  });
  await steps.run();
}
