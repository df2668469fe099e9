import type PocketBase from 'pocketbase';
import { VIDEO_TYPES, videoKind } from '../../domain/kernel/video-header.ts';
import { transaction } from '../kernel/transaction.ts';

/** Stores the video of a product in place of the one before, under a new file name. */
export async function storeProductVideo(
  pb: PocketBase,
  productId: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const kind = videoKind(bytes) ?? 'webm';
  const form = new FormData();
  form.append('video', new File([bytes], `turn.${kind}`, { type: VIDEO_TYPES[kind] }));
  await pb.collection('products').update(productId, form);
}

/** Removes the video of a product, and its file. */
export async function removeProductVideo(pb: PocketBase, productId: string): Promise<void> {
  await transaction(pb).update('products', productId, { video: '' }).run();
}
