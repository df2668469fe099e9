import type { World } from '../world.ts';
import { type ActionPolicy, anySeller, newRow, noInput, sellersRow } from './policy-terms.ts';

/** An undo of the seller's own; what it is about is on the server alone. */
const newUndo = (world: World) =>
  newRow(world, 'bulk_undos', {
    ...{ user: world.users.seller, store: world.stores.seller },
    products: [
      { id: world.products.draft, way: { kind: 'text', former: { tags: [] }, wrote: { tags: ['orc'] } } },
    ],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });

export const BULK_ACTIONS: Record<string, ActionPolicy> = {
  'productsInBulk.table': anySeller(noInput),
  // The answer lists an outcome per product: another seller's is not found.
  'productsInBulk.change': anySeller(({ products }) => ({
    ids: [products.draft],
    deed: { kind: 'tags', tags: ['orc'], on: true },
  })),
  // Somebody else's undo is not found.
  'productsInBulk.putBack': sellersRow(async (world) => ({ undo: await newUndo(world) })),
};
