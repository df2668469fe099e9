import type PocketBase from 'pocketbase';
import { addWish } from '../../data/library/wishes.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { demoProduct, PEOPLE } from './cast.ts';

const DAY_MS = 86_400_000;

/**
 * The wish list of Tobias, in days ago: a product on sale since yesterday, of which the site notifies him when it
 * opens; a product at its full price; a product that he has bought since.
 */
const WISHES = [
  { product: 'Mule-Pattern Strider', daysAgo: 3 },
  { product: 'Tomb of the Thorn Queen', daysAgo: 4 },
  { product: "The Magpie's Hoard", daysAgo: 5 },
] as const;

/** Creates the wishes of the demo buyer. */
export async function seedWishes(pb: PocketBase, now: Instant): Promise<void> {
  for (const { product, daysAgo } of WISHES)
    await addWish(pb, PEOPLE.tobias.id, demoProduct(product).id, now - daysAgo * DAY_MS);
}
