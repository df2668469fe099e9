import type PocketBase from 'pocketbase';
import { declareOrigin } from '../../data/catalogue/product-reviews.ts';
import { removeProductVideo, storeProductVideo } from '../../data/catalogue/product-videos.ts';
import {
  arrangeFiles,
  arrangePictures,
  changeProductState,
  changeProductText,
  type SellerProduct,
  sellerProduct,
  takeOutFile,
} from '../../data/catalogue/seller-products.ts';
import { strikesOfOwner } from '../../data/moderation/cases.ts';
import { ORIGIN_VERSION, type Origin, originRefusal } from '../../domain/catalogue/origin.ts';
import { publishRefusals } from '../../domain/catalogue/product.ts';
import {
  areDistinctMembers,
  type ProductVerb,
  PUBLISH_REFUSAL_TEXTS,
  pictureAddRefusal,
  STATE_CHANGE_REFUSAL_TEXTS,
  stateAfter,
  stateChangeRefusal,
} from '../../domain/catalogue/product-editing.ts';
import { type PartialProductText, patchRefusals, textOfPatch } from '../../domain/catalogue/product-patch.ts';
import type { ReviewScope } from '../../domain/catalogue/product-review.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { type VideoRefusal, videoRefusal } from '../../domain/kernel/video-header.ts';
import { strikeRefusal } from '../../domain/moderation/strikes.ts';
import { shelvesRefusal } from './product-draft.ts';
import { addPictures, publishProduct } from './product-publishing.ts';

/** A seller's changes of one product. */

/** A product that its seller edits. */
export interface ProductEdit {
  storeId: string;
  id: string;
  /** Its `updatedAt` as the seller loaded it; a product that has changed since is refused. Null where they do not say. */
  seen: Instant | null;
}

/** The product after a change, or why nothing was changed. */
export type EditOutcome = { edited: SellerProduct } | { refusal: Refusal };

/** Makes a change if the product is still as its seller saw it, and reads the product again. */
async function edit(
  pb: PocketBase,
  { storeId, id, seen }: ProductEdit,
  change: (before: SellerProduct) => Promise<Refusal | null>,
): Promise<EditOutcome> {
  const before = await sellerProduct(pb, storeId, id);
  if (!before) return { refusal: 'not-found' };
  if (seen !== null && before.product.updatedAt !== seen) return { refusal: 'changed-meanwhile' };
  const refusal = await change(before);
  return refusal === null ? edited(pb, storeId, id) : { refusal };
}

async function edited(pb: PocketBase, storeId: string, id: string): Promise<EditOutcome> {
  const after = await sellerProduct(pb, storeId, id);
  return after ? { edited: after } : { refusal: 'not-found' };
}

/** Saves the given fields of a product, also within its facets and print settings. A product on offer stays complete. */
export function editText(
  pb: PocketBase,
  product: ProductEdit,
  patch: PartialProductText,
  now: Instant,
): Promise<EditOutcome> {
  return edit(pb, product, async (before) => {
    const text = textOfPatch(before.product, patch);
    const misplaced = text.shelves ? await shelvesRefusal(pb, product.storeId, text.shelves) : null;
    if (misplaced !== null) return misplaced;
    const [refusal] = patchRefusals(before.product, text, before.account);
    return refusal ?? changeProductText(pb, before.product, text, now);
  });
}

/**
 * Adds a picture after the existing ones.
 * @param read gives its bytes; called only if the store has the product.
 * @throws PictureRefused, and what `read` throws; nothing is stored then.
 */
export async function addPicture(
  pb: PocketBase,
  { storeId, id }: Omit<ProductEdit, 'seen'>,
  { read, alt }: { read: () => Promise<Uint8Array>; alt: string },
): Promise<EditOutcome> {
  const before = await sellerProduct(pb, storeId, id);
  if (!before) return { refusal: 'not-found' };
  const bytes = await read();
  const sentence = pictureAddRefusal(before.product.images.length);
  if (sentence !== null) return { refusal: { sentence } };
  await addPictures({ pb }, id, [{ bytes, alt }]);
  return edited(pb, storeId, id);
}

/**
 * Sets the video of a product, in place of the one before.
 * @param read gives its bytes; called only if the store has the product.
 * @returns the product, or why the change or the video itself was refused.
 */
export async function setVideo(
  pb: PocketBase,
  { storeId, id }: Omit<ProductEdit, 'seen'>,
  read: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<EditOutcome | { video: VideoRefusal }> {
  const before = await sellerProduct(pb, storeId, id);
  if (!before) return { refusal: 'not-found' };
  const bytes = await read();
  const refused = videoRefusal(bytes);
  if (refused !== null) return { video: refused };
  await storeProductVideo(pb, id, bytes);
  return edited(pb, storeId, id);
}

/** Removes the video of a product, if it has one. */
export function removeVideo(pb: PocketBase, product: ProductEdit): Promise<EditOutcome> {
  return edit(pb, product, async ({ product: { id } }) => {
    await removeProductVideo(pb, id);
    return null;
  });
}

/** Sets the order and alt texts of the pictures; pictures left out are removed. */
export function editPictures(
  pb: PocketBase,
  product: ProductEdit,
  pictures: Parameters<typeof arrangePictures>[2],
  now: Instant,
): Promise<EditOutcome> {
  return edit(pb, product, async (before) => {
    const chosen = pictures.map(({ file }) => file);
    const existing = before.product.images.map(({ file }) => file);
    if (!areDistinctMembers(chosen, existing)) return 'changed-meanwhile';
    return arrangePictures(pb, before.product, pictures, now);
  });
}

/** Sets the order and details of the files; files left out come after them. */
export function editFiles(
  pb: PocketBase,
  product: ProductEdit,
  files: Parameters<typeof arrangeFiles>[2],
  now: Instant,
): Promise<EditOutcome> {
  return edit(pb, product, async (before) => {
    const chosen = files.map(({ id }) => id);
    const existing = before.product.files.map(({ id }) => id);
    if (!areDistinctMembers(chosen, existing)) return 'changed-meanwhile';
    return arrangeFiles(pb, before.product, files, now);
  });
}

/** Removes a file that is offered; users who own the product keep it. */
export function removeFile(
  pb: PocketBase,
  product: ProductEdit,
  fileId: string,
  now: Instant,
): Promise<EditOutcome> {
  return edit(pb, product, async (before) => {
    const isOffered = before.product.files.some(({ id, retiredAt }) => id === fileId && retiredAt === null);
    return isOffered ? takeOutFile(pb, before, fileId, now) : 'changed-meanwhile';
  });
}

/** What publishing takes besides: the seller's declaration where none is stored yet, and which products are reviewed first. */
export interface Publishing {
  origin?: Origin | null;
  reviewScope?: ReviewScope;
}

/** Changes a product's state. Returns the refusals as sentences; empty on success. */
export async function transitionProduct(
  pb: PocketBase,
  { product, account, origin: stored }: SellerProduct,
  verb: ProductVerb,
  schedule: { publishAt: Instant; timeZone: string } | null,
  now: Instant,
  { origin = null, reviewScope = 'none' }: Publishing = {},
): Promise<string[]> {
  const refusal = stateChangeRefusal(product.state, verb, now, schedule?.publishAt ?? null);
  if (refusal) return [STATE_CHANGE_REFUSAL_TEXTS[refusal]];
  if (verb === 'publish' || verb === 'schedule') {
    const stopped = strikeRefusal(await strikesOfOwner(pb, product.store.id));
    if (stopped !== null) return [stopped];
    const undeclared = originRefusal(stored?.origin ?? origin, product.publishedAt);
    if (undeclared !== null) return [...publishRefusals(product, account).map(refusalText), undeclared];
    if (stored === null && origin !== null)
      await declareOrigin(pb, product.id, { origin, at: now, version: ORIGIN_VERSION });
  }
  if (verb === 'publish') {
    const refusals = await publishProduct({ pb, reviewScope }, product.id, now);
    return refusals.map((reason) =>
      reason in PUBLISH_REFUSAL_TEXTS
        ? PUBLISH_REFUSAL_TEXTS[reason as keyof typeof PUBLISH_REFUSAL_TEXTS]
        : STATE_CHANGE_REFUSAL_TEXTS['no-such-move'],
    );
  }
  if (verb === 'schedule') {
    const missing = publishRefusals(product, account);
    if (missing.length > 0) return missing.map(refusalText);
  }
  const to = stateAfter(verb);
  if (to === 'published' || to === 'suspended' || to === 'in-review')
    throw new Error(`a seller cannot change a product to ${to}`);
  const raced = await changeProductState(pb, product, to, now, verb === 'schedule' ? { schedule } : {});
  return raced ? [STATE_CHANGE_REFUSAL_TEXTS['no-such-move']] : [];
}

const refusalText = (reason: keyof typeof PUBLISH_REFUSAL_TEXTS): string => PUBLISH_REFUSAL_TEXTS[reason];
