import type PocketBase from 'pocketbase';
import { addWish } from '../../data/library/wishes.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { demoProduct, PEOPLE } from './cast.ts';

const DAY_MS = 86_400_000;

/**
 * What Tobias wishes for, and since how many days: something on sale since yesterday, of which the site tells him when it
 * opens; something at its price; something he has bought by now.
 */
const WISHES = [
  { product: 'Mule-Pattern Strider', daysAgo: 3 },
  { product: 'Tomb of the Thorn Queen', daysAgo: 4 },
  { product: "The Magpie's Hoard", daysAgo: 5 },
] as const;

/** Gives the demo buyer his wishes. */
export async function seedWishes(pb: PocketBase, now: Instant): Promise<void> {
  for (const { product, daysAgo } of WISHES)
    await addWish(pb, PEOPLE.tobias.id, demoProduct(product).id, now - daysAgo * DAY_MS);
}
