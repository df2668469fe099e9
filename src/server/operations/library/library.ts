import { z } from 'astro/zod';
import { isRecordId } from '../../../data/kernel/record-id.ts';
import { type OwnedProduct, ownedProducts } from '../../../data/library/owned-products.ts';
import { ENTITLEMENT_SOURCES } from '../../../domain/catalogue/entitlement.ts';
import { FILE_ROLES, LICENCES } from '../../../domain/catalogue/product.ts';
import { paths } from '../../../paths.ts';
import type { App } from '../../app/app.ts';
import { keysOf } from '../../kernel/plain-input.ts';
import { notFound } from '../../kernel/refusal-error.ts';
import { ANSWERED } from '../kernel/names.ts';
import { operation } from '../kernel/operation.ts';
import { address, count, id, idAfter, instant, next, pageQuery, sha256, text } from '../kernel/shapes.ts';

/** What a person owns. The page keeps a copy of the whole library and asks for what has changed, so its actions are its own. */

const ownedFile = z
  .object({
    id,
    name: text,
    role: keysOf(FILE_ROLES),
    scale: text.nullable(),
    sizeBytes: count,
    sha256,
    version: count,
    addedAt: instant,
    isCurrent: z.boolean().describe('False for a file that was replaced; it can still be downloaded.'),
    url: address.describe('Answers with the bytes, also with ranges of them, for the same token.'),
  })
  .register(ANSWERED, { id: 'OwnedFile' });

const ownedProduct = z
  .object({
    id,
    name: text,
    store: text.describe('The name of the store.'),
    sources: z.array(keysOf(ENTITLEMENT_SOURCES)),
    licences: z.array(keysOf(LICENCES)),
    releases: z.array(z.object({ id, title: text })).describe('Guild releases that it came with.'),
    grantedAt: instant,
    files: z.array(ownedFile),
  })
  .register(ANSWERED, { id: 'OwnedProduct' });

const shown = ({ settings }: App, product: OwnedProduct) => ({
  ...product,
  files: product.files.map((file) => ({
    ...file,
    isCurrent: file.retiredAt === null,
    url: settings.siteUrl + paths.apiFile(product.id, file.id),
  })),
});

export const libraryOperations = {
  list: operation({
    summary: 'Your library by id, with every file and its hash.',
    who: 'person',
    api: { method: 'GET', path: '/library', scope: 'library.read' },
    input: z.object({
      ...pageQuery(50),
      release: id.optional().describe('Only the models of this guild release.'),
    }),
    answer: z.object({ items: z.array(ownedProduct), next }).register(ANSWERED, { id: 'OwnedProductList' }),
    async run({ app, doer, input: { after, limit, release } }) {
      const query = { after: idAfter(after), limit, productId: '', releaseId: release ?? '' };
      const found = await ownedProducts(app.pb, doer.userId, query);
      return { items: found.products.map((product) => shown(app, product)), next: found.next };
    },
  }),

  one: operation({
    summary: 'One model of your library.',
    who: 'person',
    api: { method: 'GET', path: '/library/{product:id}', scope: 'library.read' },
    input: z.object({ id }),
    answer: ownedProduct,
    async run({ app, doer, input }) {
      const query = { after: '', limit: 1, productId: input.id, releaseId: '' };
      const found = isRecordId(input.id) ? await ownedProducts(app.pb, doer.userId, query) : null;
      const owned = found?.products[0];
      if (!owned) throw notFound('There is no such model in your library.');
      return shown(app, owned);
    },
  }),
};
