import type PocketBase from 'pocketbase';
import { changeProductText, ownProduct } from '../data/own-products.ts';
import type { Instant } from '../domain/instant.ts';
import { type BulkDeed, type BulkResult, bulkText, formerOf } from '../domain/product-bulk.ts';
import { MOVE_REFUSAL_TEXTS, type ProductText } from '../domain/product-editing.ts';
import { moveProduct } from './product-editing.ts';

/** What a product is told where it was changed between reading and writing. */
const RACED = 'It was changed elsewhere meanwhile; try it once more.';
const GONE = 'Your store has no such product.';

/**
 * Does one thing to many products of a store, one after the other, each by the same rules as in its editor. What one
 * product refuses does not hinder the others.
 */
export async function doInBulk(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
  deed: BulkDeed,
  now: () => Instant,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const id of new Set(ids)) results.push(await doOne(pb, storeId, id, deed, now()));
  return results;
}

async function doOne(
  pb: PocketBase,
  storeId: string,
  id: string,
  deed: BulkDeed,
  now: Instant,
): Promise<BulkResult> {
  const own = await ownProduct(pb, storeId, id);
  if (!own) return { id, name: '', refusals: [GONE], former: null };
  const { product } = own;
  const told = (refusals: string[], former: BulkResult['former'] = null): BulkResult => ({
    id,
    name: product.name,
    refusals,
    former,
  });
  if (deed.kind === 'move') {
    const refusals = await moveProduct(pb, own, deed.verb, null, now);
    return told(
      refusals.map((sentence) =>
        sentence === MOVE_REFUSAL_TEXTS['no-such-move']
          ? 'It cannot be led there from where it is.'
          : sentence,
      ),
    );
  }
  const change = bulkText(product, deed);
  if (change === null) return told([]);
  if ('refusals' in change) return told(change.refusals);
  const raced = await changeProductText(pb, product, change.text, now);
  return raced ? told([RACED]) : told([], formerOf(product, change.text));
}

/**
 * Writes each product its own words: a table that was read in, or what was there before a bulk deed.
 * @param texts checked by `productTextRefusals` and against the store's shelves already
 */
export async function writeInBulk(
  pb: PocketBase,
  storeId: string,
  texts: readonly { id: string; text: Partial<ProductText> }[],
  now: () => Instant,
): Promise<{ id: string; name: string; refusals: string[] }[]> {
  const results: { id: string; name: string; refusals: string[] }[] = [];
  for (const { id, text } of texts) {
    const own = await ownProduct(pb, storeId, id);
    const raced = own && (await changeProductText(pb, own.product, text, now()));
    const refusals = own ? (raced ? [RACED] : []) : [GONE];
    results.push({ id, name: own?.product.name ?? '', refusals });
  }
  return results;
}
