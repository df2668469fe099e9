import type PocketBase from 'pocketbase';
import { addPartner, agreePartner, partnersOfStore } from '../../data/catalogue/product-partners.ts';
import { bundlesOfStore, saveBundle } from '../../data/commerce/product-bundles.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { demoProduct, STORES } from './cast.ts';
import { demoId } from './ids.ts';

const DAY_MS = 86_400_000;

/** Products of one store that cost less together. */
export const DEMO_BUNDLE = {
  storeId: STORES.orbital.id,
  title: 'Engine Deck: door, core and a gun to hold them',
  priceCents: 1499,
  productIds: ['Cinder-Class Fuel Core', 'Pressure Door 07', 'Gravel-Dog Sentry Gun'].map(
    (name) => demoProduct(name).id,
  ),
} as const;

/** A model of two artists, whose stores share each sale. */
export const DEMO_PARTNER = {
  id: demoId('partner', 'bone-regent'),
  productId: demoProduct('Seat of the Bone Regent').id,
  ownerId: STORES.deepdelve.id,
  storeId: STORES.ashgrove.id,
  percent: 25,
} as const;

/** Creates the bundle and the agreement once, as their sellers do. */
export async function seedOffers(pb: PocketBase, now: Instant): Promise<void> {
  const { storeId, ...bundle } = DEMO_BUNDLE;
  if ((await bundlesOfStore(pb, storeId)).length === 0)
    given(await saveBundle(pb, storeId, { ...bundle, id: null }, now - 20 * DAY_MS));

  const nothing = () => undefined;
  const { id, ownerId, storeId: partnerId, percent } = DEMO_PARTNER;
  const seen = async () => (await partnersOfStore(pb, ownerId)).given.find((row) => row.id === id);
  if (!(await seen())) given(await addPartner(pb, DEMO_PARTNER, nothing, now - 18 * DAY_MS));
  if ((await seen())?.state === 'asked')
    given(await agreePartner(pb, { id, storeId: partnerId, percent }, nothing, now - 18 * DAY_MS));
}

/** @throws Error if the world cannot be as it is written here. */
function given(refusal: string | null): void {
  if (refusal !== null) throw new Error(`the demo world refuses an offer: ${refusal}`);
}
