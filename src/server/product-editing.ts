import type PocketBase from 'pocketbase';
import { strikesOfOwner } from '../data/cases.ts';
import {
  changeProductText,
  leadProduct,
  noteChange,
  type OwnProduct,
  ownProduct,
} from '../data/own-products.ts';
import { putUploadsToProduct, uploadOfStore } from '../data/uploads.ts';
import type { Instant } from '../domain/instant.ts';
import { type FileRole, publishRefusals } from '../domain/product.ts';
import {
  facetsFromFiles,
  MOVE_REFUSAL_TEXTS,
  moveRefusal,
  type ProductVerb,
  PUBLISH_REFUSAL_TEXTS,
  stateAfter,
} from '../domain/product-editing.ts';
import { standingRefusal } from '../domain/standing.ts';
import { publishProduct } from './product-intake.ts';

/** How a seller wants an upload listed. */
export interface FileChoice {
  uploadId: string;
  role: FileRole;
  scale: string | null;
  part: string | null;
}

export type TakeRefusal = 'no-such-upload' | 'not-checked';

/**
 * Lists uploads of the store with one of its products, behind the files it has. Files added to something that is owned
 * already are a new version, with a note of what changed; facets that the files tell and the seller left open are filled.
 */
export async function takeFiles(
  pb: PocketBase,
  own: OwnProduct,
  choices: readonly FileChoice[],
  note: string,
  now: Instant,
): Promise<TakeRefusal | null> {
  const { product, isOwned } = own;
  const newest = Math.max(1, ...product.files.map(({ version }) => version));
  const version = isOwned ? newest + 1 : newest;
  const uploads: Parameters<typeof putUploadsToProduct>[2][number][] = [];
  for (const [at, { uploadId, ...use }] of choices.entries()) {
    const upload = await uploadOfStore(pb, product.store.id, uploadId);
    if (!upload) return 'no-such-upload';
    uploads.push({ upload, use: { ...use, position: product.files.length + at, version } });
  }
  const put = await putUploadsToProduct(pb, product, uploads, now);
  if ('refusal' in put) return put.refusal === 'state' ? 'not-checked' : 'no-such-upload';
  if (note !== '') await noteChange(pb, product.id, version, note, now);
  const after = await ownProduct(pb, product.store.id, product.id);
  if (after)
    await changeProductText(
      pb,
      after.product,
      { facets: facetsFromFiles(after.product.facets, after.product.files) },
      now,
    );
  return null;
}

/** Leads a product on, or answers every reason why not, each as a sentence. */
export async function moveProduct(
  pb: PocketBase,
  { product, account }: OwnProduct,
  verb: ProductVerb,
  schedule: { publishAt: Instant; timeZone: string } | null,
  now: Instant,
): Promise<string[]> {
  const refusal = moveRefusal(product.state, verb, now, schedule?.publishAt ?? null);
  if (refusal) return [MOVE_REFUSAL_TEXTS[refusal]];
  if (verb === 'publish' || verb === 'schedule') {
    const stopped = standingRefusal(await strikesOfOwner(pb, product.store.id));
    if (stopped !== null) return [stopped];
  }
  if (verb === 'publish') {
    const refusals = await publishProduct({ pb }, product.id, now);
    return refusals.map((word) =>
      word in PUBLISH_REFUSAL_TEXTS
        ? PUBLISH_REFUSAL_TEXTS[word as keyof typeof PUBLISH_REFUSAL_TEXTS]
        : MOVE_REFUSAL_TEXTS['no-such-move'],
    );
  }
  if (verb === 'schedule') {
    const words = publishRefusals(product, account);
    if (words.length > 0) return words.map((word) => PUBLISH_REFUSAL_TEXTS[word]);
  }
  const to = stateAfter(verb);
  if (to === 'published' || to === 'suspended') throw new Error(`no way of a seller's leads to ${to}`);
  const raced = await leadProduct(pb, product, to, now, verb === 'schedule' ? { schedule } : {});
  return raced ? [MOVE_REFUSAL_TEXTS['no-such-move']] : [];
}
