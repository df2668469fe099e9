import type PocketBase from 'pocketbase';
import { markPublished } from '../../data/catalogue/product-drafts.ts';
import {
  changeProductState,
  changeProductText,
  type SellerProduct,
  sellerProduct,
} from '../../data/catalogue/seller-products.ts';
import { publishRefusals } from '../../domain/catalogue/product.ts';
import {
  type BulkAction,
  type BulkResult,
  type BulkUndo,
  bulkText,
} from '../../domain/catalogue/product-bulk.ts';
import {
  PUBLISH_REFUSAL_TEXTS,
  STATE_CHANGE_REFUSAL_TEXTS,
  stateAfter,
  stateChangeRefusal,
} from '../../domain/catalogue/product-editing.ts';
import {
  editedFields,
  namesText,
  patchRefusals,
  previousValues,
  textOfPatch,
} from '../../domain/catalogue/product-patch.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { transitionProduct } from './product-editing.ts';

/** What a product is told where it was changed between reading and writing. */
const RACED = 'It was changed elsewhere meanwhile; try it once more.';
const GONE = 'Your store has no such product.';

/**
 * Does one thing to many products of a store, one after the other, each by the same rules as in its editor. What one
 * product refuses does not hinder the others.
 */
export async function applyBulkAction(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
  deed: BulkAction,
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
  deed: BulkAction,
  now: Instant,
): Promise<BulkResult> {
  const own = await sellerProduct(pb, storeId, id);
  if (!own) return { id, name: '', refusals: [GONE], way: null };
  const { product, account, publishAt, timeZone } = own;
  const told = (refusals: string[], way: BulkUndo | null = null): BulkResult => ({
    id,
    name: product.name,
    refusals,
    way: refusals.length > 0 ? null : way,
  });
  if (deed.kind === 'move') {
    const refusals = await transitionProduct(pb, own, deed.verb, null, now);
    const from = { state: product.state, publishAt, timeZone };
    return told(
      refusals.map((sentence) =>
        sentence === STATE_CHANGE_REFUSAL_TEXTS['no-such-move']
          ? 'It cannot be led there from where it is.'
          : sentence,
      ),
      { kind: 'move', from, to: stateAfter(deed.verb) },
    );
  }
  const change = bulkText(product, deed);
  if (change === null) return told([]);
  if ('refusals' in change) return told(change.refusals);
  const wrote = change.text;
  const refusals = patchRefusals(product, wrote, account).map(({ sentence }) => sentence);
  if (refusals.length > 0) return told(refusals);
  const raced = await changeProductText(pb, product, textOfPatch(product, wrote), now);
  return raced ? told([RACED]) : told([], { kind: 'text', former: previousValues(product, wrote), wrote });
}

/**
 * Puts back what bulk deeds changed, each product for itself and by the rules of its editor. What somebody edited or
 * moved since stays as it is, and is told.
 * @param shelves the ids of the store's shelves: one that is gone by now stays gone
 */
export async function undoBulkAction(
  pb: PocketBase,
  storeId: string,
  products: readonly { id: string; way: BulkUndo }[],
  shelves: ReadonlySet<string>,
  now: () => Instant,
): Promise<BulkResult[]> {
  const results: BulkResult[] = [];
  for (const { id, way } of products) {
    const own = await sellerProduct(pb, storeId, id);
    const refusals = own
      ? way.kind === 'text'
        ? await putWordsBack(pb, own, way, shelves, now())
        : await leadBack(pb, own, way, now())
      : [GONE];
    results.push({ id, name: own?.product.name ?? '', refusals, way: null });
  }
  return results;
}

async function putWordsBack(
  pb: PocketBase,
  { product, account }: SellerProduct,
  { former, wrote }: Extract<BulkUndo, { kind: 'text' }>,
  shelves: ReadonlySet<string>,
  now: Instant,
): Promise<string[]> {
  const edited = editedFields(product, wrote);
  if (edited.length > 0) return [`Edited since, and left as it is: ${namesText(edited)}.`];
  const back = former.shelves
    ? { ...former, shelves: former.shelves.filter((shelf) => shelves.has(shelf)) }
    : former;
  const refusals = patchRefusals(product, back, account).map(({ sentence }) => sentence);
  if (refusals.length > 0) return refusals;
  return (await changeProductText(pb, product, textOfPatch(product, back), now)) ? [RACED] : [];
}

async function leadBack(
  pb: PocketBase,
  { product, account }: SellerProduct,
  { from, to }: Extract<BulkUndo, { kind: 'move' }>,
  now: Instant,
): Promise<string[]> {
  if (product.state !== to) return ['Somebody moved it since; it stays where it is.'];
  const { state, publishAt, timeZone } = from;
  if (state === 'suspended' || state === 'processing') return [STATE_CHANGE_REFUSAL_TEXTS['no-such-move']];
  if (state === 'published' || state === 'unlisted' || state === 'scheduled') {
    const missing = publishRefusals(product, account).map((word) => PUBLISH_REFUSAL_TEXTS[word]);
    if (missing.length > 0) return missing;
  }
  // Shown again under the day it was first shown.
  if (state === 'published')
    return (await markPublished(pb, product, product.publishedAt ?? now, now)) ? [RACED] : [];
  const late = state === 'scheduled' ? stateChangeRefusal('ready', 'schedule', now, publishAt) : null;
  if (late) return [STATE_CHANGE_REFUSAL_TEXTS[late]];
  const schedule = state === 'scheduled' && publishAt !== null ? { publishAt, timeZone } : null;
  return (await changeProductState(pb, product, state, now, { schedule })) ? [RACED] : [];
}
