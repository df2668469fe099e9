import type { z } from 'astro/zod';
import { type StoredUpload, uploadOfStore, uploadsOfStore } from '../../../data/assets/uploads.ts';
import { type Upload, uploadSentence } from '../../../domain/assets/upload.ts';
import type { App } from '../../app/app.ts';
import { type TakeRefusal, takeFiles } from '../../assets/product-files.ts';
import { editFiles, removeFile } from '../../catalogue/product-editing.ts';
import { conflict, notFound, RefusalError } from '../../kernel/refusal-error.ts';
import { refusedProgram, storeOf } from './refusals.ts';
import { type ApiRoute, privateDelete, privateRead, privateWrite } from './route.ts';
import { edited, ownProduct, shownProduct } from './seller-product-routes.ts';
import { fileOrder, filesIn, removed, sellerProduct, upload, uploads } from './seller-product-shapes.ts';
import { momentOf, noQuery } from './shapes.ts';

/** The names of up to 2,000 files. */
const FILES_LIMIT_BYTES = 2_000_000;

const shownUpload = (one: Upload): z.input<typeof upload> => ({
  id: one.id,
  name: one.name,
  path: one.path,
  sizeBytes: one.sizeBytes,
  state: one.state,
  message: one.reason && uploadSentence(one.reason),
  sha256: one.sha256,
  createdAt: momentOf(one.createdAt),
});

/** An upload of the holder's store. @throws RefusalError not_found */
async function ownUpload({ pb }: App, storeId: string, id = ''): Promise<StoredUpload> {
  const found = await uploadOfStore(pb, storeId, id);
  if (!found) throw refusedProgram('not-found', 'upload');
  return found;
}

const TAKE_REFUSALS: Record<TakeRefusal, RefusalError> = {
  'no-such-upload': new RefusalError('not_found', 'Your store has no such upload.', { field: 'upload' }),
  'no-such-file': new RefusalError('not_found', 'The product has no such file.', { field: 'replaces' }),
  'not-checked': new RefusalError('conflict', 'An upload is not checked yet, or belongs to a product.', {
    field: 'upload',
  }),
};

/** A seller's uploads, and the files of their products. The bytes come in through tus; see docs/api.md. */
export const SELLER_FILE_ROUTES: readonly ApiRoute[] = [
  privateRead({
    path: '/seller/uploads',
    scope: 'products.write',
    summary: 'Your uploads that no product has yet.',
    query: noQuery,
    answer: uploads,
    handle: async ({ app, holder }) => ({
      items: (await uploadsOfStore(app.pb, storeOf(holder))).map(shownUpload),
    }),
  }),

  privateRead({
    path: '/seller/uploads/{upload}',
    scope: 'products.write',
    summary: 'One upload. It is checked after its last byte has come, which takes some seconds.',
    query: noQuery,
    answer: upload,
    handle: async ({ app, holder, params }) =>
      shownUpload(await ownUpload(app, storeOf(holder), params['upload'])),
  }),

  privateDelete({
    path: '/seller/uploads/{upload}',
    scope: 'products.write',
    summary: 'Deletes an upload that no product has.',
    answer: removed,
    matches: true,
    async handle({ app, holder, params, ifMatch }) {
      const found = await ownUpload(app, storeOf(holder), params['upload']);
      ifMatch(shownUpload(found));
      if ((await app.uploads.discard(found)) === 'state')
        throw conflict('This file is being checked or in use; it cannot be deleted.');
      return { id: found.id };
    },
  }),

  privateWrite({
    method: 'POST',
    path: '/seller/products/{product}/files',
    scope: 'products.write',
    summary:
      'Adds checked uploads behind the files, or in the place of files. A sold product gets a new version.',
    body: filesIn,
    answer: sellerProduct,
    matches: true,
    async handle({ app, holder, params, body: { files, note }, ifMatch }) {
      const storeId = storeOf(holder);
      const own = await ownProduct(app, storeId, params['product']);
      ifMatch(shownProduct(own));
      for (const file of files) {
        const found = file.sha256 === undefined ? null : await ownUpload(app, storeId, file.upload);
        if (found && found.sha256 !== file.sha256)
          throw new RefusalError('conflict', 'This upload has another SHA-256.', { field: 'sha256' });
      }
      const choices = files.map(({ upload, role, scale = null, part = null }) => ({
        ...{ uploadId: upload, role, scale, part },
      }));
      const replaced = files.flatMap(({ replaces }) => replaces ?? []);
      const refusal = await takeFiles(app.pb, own, choices, note, app.commerce.now(), replaced);
      if (refusal !== null) throw TAKE_REFUSALS[refusal];
      return shownProduct(await ownProduct(app, storeId, own.product.id));
    },
  }),

  privateWrite({
    method: 'PATCH',
    path: '/seller/products/{product}/files',
    scope: 'products.write',
    summary: 'Sets the order of the files, their names and what they are.',
    body: fileOrder,
    limitBytes: FILES_LIMIT_BYTES,
    answer: sellerProduct,
    matches: true,
    async handle({ app, holder, params, body: { files, seen }, ifMatch }) {
      const storeId = storeOf(holder);
      const own = await ownProduct(app, storeId, params['product']);
      ifMatch(shownProduct(own));
      const { product } = own;
      const edit = { storeId, id: product.id, seen: seen ?? product.updatedAt };
      return edited(await editFiles(app.pb, edit, files, app.commerce.now()));
    },
  }),

  privateDelete({
    path: '/seller/products/{product}/files/{file}',
    scope: 'products.write',
    summary: 'Removes a file. People who own the product keep it.',
    answer: sellerProduct,
    matches: true,
    async handle({ app, holder, params, ifMatch }) {
      const storeId = storeOf(holder);
      const own = await ownProduct(app, storeId, params['product']);
      ifMatch(shownProduct(own));
      const { product } = own;
      const file = product.files.find(({ id, retiredAt }) => id === params['file'] && retiredAt === null);
      if (!file) throw notFound('The product has no such file.');
      const edit = { storeId, id: product.id, seen: product.updatedAt };
      return edited(await removeFile(app.pb, edit, file.id, app.commerce.now()));
    },
  }),
];
