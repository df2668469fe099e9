import { z } from 'astro/zod';
import { type StoredUpload, uploadOfStore, uploadsOfStore } from '../../../data/assets/uploads.ts';
import { UPLOAD_STATES, type Upload, uploadSentence } from '../../../domain/assets/upload.ts';
import { PRODUCT_LIMITS } from '../../../domain/catalogue/product-editing.ts';
import type { App } from '../../app/app.ts';
import { type TakeRefusal, takeFiles } from '../../assets/product-files.ts';
import { editFiles, removeFile } from '../../catalogue/product-editing.ts';
import { changeNote, fileChoice, listedFile } from '../../catalogue/product-input.ts';
import { conflict, missing, notFound, RefusalError, refusedFor } from '../../kernel/refusal-error.ts';
import { ownProductAnswer, ownProductShown } from '../catalogue/product-answer.ts';
import { seenIn } from '../catalogue/product-change.ts';
import { ofProduct, productEdited, productOfDoer, readProduct } from '../catalogue/products.ts';
import { ANSWERED } from '../kernel/names.ts';
import { type Doer, operation } from '../kernel/operation.ts';
import { count, id, instant, removed, sha256, text } from '../kernel/shapes.ts';

/**
 * A seller's uploads, and the files of their products. The bytes come in through tus (docs/api.md), where the page follows its
 * uploads, too.
 */

/** The names of up to 2,000 files. */
const FILES_LIMIT_BYTES = 2_000_000;

const upload = z
  .object({
    id,
    name: text,
    path: text,
    sizeBytes: count,
    state: z.enum(UPLOAD_STATES).describe('“checked” ones can be added to a product.'),
    message: text.nullable().describe('Why it was refused.'),
    sha256: sha256.nullable().describe('Known once it is checked.'),
    createdAt: instant,
  })
  .register(ANSWERED, { id: 'Upload' });
const shown = (one: Upload) => ({ ...one, message: one.reason && uploadSentence(one.reason) });

/** An upload of the store. @throws RefusalError not_found */
async function ownUpload({ pb }: App, { storeId }: Doer, uploadId: string): Promise<StoredUpload> {
  const found = await uploadOfStore(pb, storeId, uploadId);
  if (!found) throw missing('upload');
  return found;
}

const TAKE_TEXTS: Readonly<Record<TakeRefusal, string>> = {
  'no-such-upload': 'One of these files no longer exists.',
  'no-such-file': 'One of these files no longer exists.',
  'not-checked': 'One of these files is not checked yet, or already belongs to a product.',
};
/** A program is told which field is wrong. */
const TAKE_WORDS = {
  'no-such-upload': { sentence: 'Your store has no such upload.', field: 'upload' },
  'no-such-file': { sentence: 'The product has no such file.', field: 'replaces' },
  'not-checked': { sentence: 'An upload is not checked yet, or belongs to a product.', field: 'upload' },
};

const readUpload = operation({
  summary: 'One upload. It is checked after its last byte has come, which takes some seconds.',
  who: 'seller',
  api: { method: 'GET', path: '/seller/uploads/{upload:id}', scope: 'products.write' },
  input: z.object({ id }),
  answer: upload,
  run: async ({ app, doer, input }) => shown(await ownUpload(app, doer, input.id)),
});

export const fileOperations = {
  uploads: operation({
    summary: 'Your uploads that no product has yet.',
    who: 'seller',
    api: { method: 'GET', path: '/seller/uploads', scope: 'products.write' },
    input: z.object({}),
    answer: z.object({ items: z.array(upload) }).register(ANSWERED, { id: 'UploadList' }),
    run: async ({ app, doer }) => ({ items: (await uploadsOfStore(app.pb, doer.storeId)).map(shown) }),
  }),

  upload: readUpload,

  discard: operation({
    summary: 'Deletes an upload that no product has.',
    who: 'seller',
    api: {
      method: 'DELETE',
      path: '/seller/uploads/{upload:id}',
      scope: 'products.write',
      matches: readUpload,
    },
    input: z.object({ id }),
    answer: removed,
    async run({ app, doer, input }) {
      const found = await ownUpload(app, doer, input.id);
      if ((await app.assets.uploads.discard(found)) === 'state')
        throw conflict('This file is being checked or in use; it cannot be deleted.');
      return { id: found.id };
    },
  }),

  take: operation({
    summary:
      'Adds checked uploads behind the files, or in the place of files. A sold product gets a new version.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/seller/products/{product:id}/files',
      scope: 'products.write',
      takes: 'NewFiles',
      matches: readProduct,
      sentences: TAKE_WORDS,
    },
    input: z.object({
      ...ofProduct,
      files: z
        .array(
          fileChoice
            .omit({ uploadId: true })
            .partial({ scale: true, part: true })
            .extend({
              upload: id.describe('The id of an upload that is checked.'),
              sha256: sha256.optional().describe('Nothing is added where the upload has another one.'),
              replaces: id
                .optional()
                .describe('The id of a file that it replaces; who owns the product keeps that one.'),
            })
            .strict(),
        )
        .min(1)
        .max(PRODUCT_LIMITS.filesAtOnce),
      note: changeNote.default('').describe('What is new, in your words, for people who own the product.'),
    }),
    answer: ownProductAnswer,
    async run({ app, doer, input: { id: productId, files, note } }) {
      const before = await productOfDoer(app, doer, productId);
      for (const file of files) {
        const found = file.sha256 === undefined ? null : await ownUpload(app, doer, file.upload);
        if (found && found.sha256 !== file.sha256)
          throw new RefusalError('conflict', 'This upload has another SHA-256.', { field: 'sha256' });
      }
      const choices = files.map(({ upload: uploadId, role, scale = null, part = null }) => ({
        ...{ uploadId, role, scale, part },
      }));
      const replaced = files.flatMap(({ replaces }) => replaces ?? []);
      const refusal = await takeFiles(app.pb, before, choices, note, app.commerce.now(), replaced);
      if (refusal !== null)
        throw refusedFor(refusal, TAKE_TEXTS, { 'no-such-upload': 'not_found', 'no-such-file': 'not_found' });
      return ownProductShown(await productOfDoer(app, doer, productId));
    },
  }),

  arrange: operation({
    summary: 'Sets the order of the files, their names and what they are.',
    who: 'seller',
    api: {
      method: 'PATCH',
      path: '/seller/products/{product:id}/files',
      scope: 'products.write',
      takes: 'FileOrder',
      limitBytes: FILES_LIMIT_BYTES,
      matches: readProduct,
    },
    input: z.object({
      ...ofProduct,
      files: z
        .array(listedFile)
        .max(2000)
        .describe('Their order and details; those left out come after them.'),
      seen: seenIn,
    }),
    answer: ownProductAnswer,
    async run({ app, doer, input: { id: productId, files, seen: seenAt = null } }) {
      const product = { storeId: doer.storeId, id: productId, seen: seenAt };
      return productEdited(await editFiles(app.pb, product, files, app.commerce.now()));
    },
  }),

  remove: operation({
    summary: 'Removes a file. People who own the product keep it.',
    who: 'seller',
    api: {
      method: 'DELETE',
      path: '/seller/products/{product:id}/files/{file:fileId}',
      scope: 'products.write',
      matches: readProduct,
      without: ['seen'],
    },
    input: z.object({ ...ofProduct, fileId: id, seen: seenIn }),
    answer: ownProductAnswer,
    async run({ app, doer, input: { id: productId, fileId, seen: seenAt = null } }) {
      // A page that knows an older product is told that it has changed; a program that knows none, that there is no such file.
      if (seenAt === null) {
        const { product } = await productOfDoer(app, doer, productId);
        if (!product.files.some((file) => file.id === fileId && file.retiredAt === null))
          throw notFound('The product has no such file.');
      }
      const product = { storeId: doer.storeId, id: productId, seen: seenAt };
      return productEdited(await removeFile(app.pb, product, fileId, app.commerce.now()));
    },
  }),
};
