import type PocketBase from 'pocketbase';
import { markPublished } from '../../data/catalogue/product-drafts.ts';
import {
  changeProductState,
  changeProductText,
  type SellerProduct,
  sellerProduct,
} from '../../data/catalogue/seller-products.ts';
import { strikesOfOwner } from '../../data/moderation/cases.ts';
import { originRefusal } from '../../domain/catalogue/origin.ts';
import { publishRefusals } from '../../domain/catalogue/product.ts';
import {
  type BulkAction,
  type BulkDone,
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
import type { ReviewScope } from '../../domain/catalogue/product-review.ts';
import { mayReturnTo } from '../../domain/catalogue/product-states.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { strikeRefusal } from '../../domain/moderation/strikes.ts';
import { transitionProduct } from './product-editing.ts';

/** The product was changed between reading and writing. */
const RACED = 'It was changed in another window. Try again.';
const GONE = 'Your store has no such product.';

/**
 * Applies one action to many products of a store, one after the other, each by the same rules as in its editor. A refused
 * product does not affect the others.
 */
export async function applyBulkAction(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
  action: BulkAction,
  now: () => Instant,
  reviewScope: ReviewScope = 'none',
): Promise<BulkDone[]> {
  const results: BulkDone[] = [];
  for (const id of new Set(ids))
    results.push(await applyToProduct(pb, storeId, id, action, now(), reviewScope));
  return results;
}

async function applyToProduct(
  pb: PocketBase,
  storeId: string,
  id: string,
  action: BulkAction,
  now: Instant,
  reviewScope: ReviewScope,
): Promise<BulkDone> {
  const found = await sellerProduct(pb, storeId, id);
  if (!found) return { id, name: '', refusals: [GONE], inReview: false, way: null };
  const { product, account, publishAt, timeZone } = found;
  const result = (refusals: string[], way: BulkUndo | null = null): BulkDone => ({
    id,
    name: product.name,
    refusals,
    inReview: refusals.length === 0 && way?.kind === 'move' && way.to === 'in-review',
    way: refusals.length > 0 ? null : way,
  });
  if (action.kind === 'move') {
    const refusals = await transitionProduct(pb, found, action.verb, null, now, {
      origin: action.origin ?? null,
      reviewScope,
    });
    const from = { state: product.state, publishAt, timeZone };
    const waits =
      action.verb === 'publish' &&
      reviewScope !== 'none' &&
      (await sellerProduct(pb, storeId, id))?.product.state === 'in-review';
    return result(
      refusals.map((sentence) =>
        sentence === STATE_CHANGE_REFUSAL_TEXTS['no-such-move']
          ? 'Its current state does not allow this.'
          : sentence,
      ),
      { kind: 'move', from, to: waits ? 'in-review' : stateAfter(action.verb) },
    );
  }
  const change = bulkText(product, action);
  if (change === null) return result([]);
  if ('refusals' in change) return result(change.refusals);
  const wrote = change.text;
  const refusals = patchRefusals(product, wrote, account).map(({ sentence }) => sentence);
  if (refusals.length > 0) return result(refusals);
  const raced = await changeProductText(pb, product, textOfPatch(product, wrote), now);
  return raced
    ? result([RACED])
    : result([], { kind: 'text', former: previousValues(product, wrote), wrote });
}

/**
 * Undoes a bulk action, each product by the rules of its editor. Products that were edited or changed state since are left
 * unchanged and reported.
 * @param products as the server kept them when the action was done, never as a browser tells them
 * @param shelves ids of the store's existing shelves; removed ones are not restored
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
    const found = await sellerProduct(pb, storeId, id);
    const refusals = found
      ? way.kind === 'text'
        ? await restoreText(pb, found, way, shelves, now())
        : await restoreState(pb, found, way, now())
      : [GONE];
    results.push({ id, name: found?.product.name ?? '', refusals, inReview: false });
  }
  return results;
}

async function restoreText(
  pb: PocketBase,
  { product, account }: SellerProduct,
  { former, wrote }: Extract<BulkUndo, { kind: 'text' }>,
  shelves: ReadonlySet<string>,
  now: Instant,
): Promise<string[]> {
  const edited = editedFields(product, wrote);
  if (edited.length > 0) return [`Left unchanged because it was edited since: ${namesText(edited)}.`];
  const back = former.shelves
    ? { ...former, shelves: former.shelves.filter((shelf) => shelves.has(shelf)) }
    : former;
  const refusals = patchRefusals(product, back, account).map(({ sentence }) => sentence);
  if (refusals.length > 0) return refusals;
  return (await changeProductText(pb, product, textOfPatch(product, back), now)) ? [RACED] : [];
}

async function restoreState(
  pb: PocketBase,
  { product, account, origin }: SellerProduct,
  { from, to }: Extract<BulkUndo, { kind: 'move' }>,
  now: Instant,
): Promise<string[]> {
  if (product.state !== to) return ['Left unchanged because its state was changed since.'];
  if (product.state === 'suspended') return [STATE_CHANGE_REFUSAL_TEXTS.suspended];
  const { state, publishAt, timeZone } = from;
  // Nothing is published by an undo for the first time.
  const neverPublished = product.publishedAt === null && (state === 'published' || state === 'unlisted');
  if (state === 'suspended' || state === 'in-review' || neverPublished || !mayReturnTo(product.state, state))
    return [STATE_CHANGE_REFUSAL_TEXTS['no-such-move']];
  if (state === 'published' || state === 'unlisted' || state === 'scheduled') {
    const missing = publishRefusals(product, account).map((refusal) => PUBLISH_REFUSAL_TEXTS[refusal]);
    if (missing.length > 0) return missing;
    const undeclared = originRefusal(origin?.origin ?? null, product.publishedAt);
    if (undeclared !== null) return [undeclared];
    // Whoever may no longer publish may still take back what is public.
    const stopped =
      product.state === 'published' ? null : strikeRefusal(await strikesOfOwner(pb, product.store.id));
    if (stopped !== null) return [stopped];
  }
  // Published again with its original date.
  if (state === 'published')
    return (await markPublished(pb, product, product.publishedAt ?? now, now)) ? [RACED] : [];
  const late = state === 'scheduled' ? stateChangeRefusal('ready', 'schedule', now, publishAt) : null;
  if (late) return [STATE_CHANGE_REFUSAL_TEXTS[late]];
  const schedule = state === 'scheduled' && publishAt !== null ? { publishAt, timeZone } : null;
  return (await changeProductState(pb, product, state, now, { schedule })) ? [RACED] : [];
}
