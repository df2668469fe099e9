import { z } from 'astro/zod';
import { isRecordId } from '../../../data/kernel/record-id.ts';
import { downloadOfOwner } from '../../../data/library/downloads.ts';
import { type OwnedProduct, ownedProducts } from '../../../data/library/owned-products.ts';
import { DELIVERY_REFUSAL_TEXTS } from '../../../domain/library/delivery.ts';
import { paths } from '../../../paths.ts';
import type { App } from '../../app/app.ts';
import { conflict, notFound } from '../../kernel/refusal-error.ts';
import type { DeliveryHold } from '../../library/deliveries.ts';
import { idAfter } from '../../operations/kernel/shapes.ts';
import { sendOwned } from '../downloads.ts';
import { sendFailure } from './failure.ts';
import { type ApiRoute, privateFile, privateRead } from './route.ts';
import { id, library, momentOf, noQuery, ownedProduct, pageQuery } from './shapes.ts';

const NOT_OWNED = 'There is no such model in your library.';

const shown = ({ settings }: App, product: OwnedProduct): z.input<typeof ownedProduct> => ({
  id: product.id,
  name: product.name,
  store: product.store,
  sources: product.sources,
  licences: product.licences,
  releases: product.releases.map((release) => ({ id: release.id, title: release.title })),
  grantedAt: momentOf(product.grantedAt),
  files: product.files.map((file) => ({
    id: file.id,
    name: file.name,
    role: file.role,
    scale: file.scale,
    sizeBytes: file.sizeBytes,
    sha256: file.sha256,
    version: file.version,
    addedAt: momentOf(file.addedAt),
    isCurrent: file.retiredAt === null,
    url: settings.siteUrl + paths.apiFile(product.id, file.id),
  })),
});

/** What a person owns, and its files. */
export const LIBRARY_ROUTES: readonly ApiRoute[] = [
  privateRead({
    path: '/library',
    scope: 'library.read',
    summary: 'Your library by id, with every file and its hash.',
    query: z.object({
      ...pageQuery(50),
      release: id.optional().describe('Only the models of this guild release.'),
    }),
    answer: library,
    async handle({ app, holder, query }) {
      const { products, next } = await ownedProducts(app.pb, holder.userId, {
        after: idAfter(query.after),
        limit: query.limit,
        productId: '',
        releaseId: query.release ?? '',
      });
      return { items: products.map((product) => shown(app, product)), next };
    },
  }),

  privateRead({
    path: '/library/{product}',
    scope: 'library.read',
    summary: 'One model of your library.',
    query: noQuery,
    answer: ownedProduct,
    async handle({ app, holder, params: { product = '' } }) {
      const one = { after: '', limit: 1, productId: product, releaseId: '' };
      const found = isRecordId(product) ? await ownedProducts(app.pb, holder.userId, one) : null;
      const owned = found?.products[0];
      if (!owned) throw notFound(NOT_OWNED);
      return shown(app, owned);
    },
  }),

  privateFile({
    path: '/library/{product}/files/{file}',
    scope: 'library.read',
    summary: 'The bytes of a file. Ranges are served, or a redirect to where they are; the ETag is its hash.',
    query: noQuery,
    async handle({ app, holder, params: { product = '', file = '' } }, { req, res, onError }) {
      const owned = await downloadOfOwner(app.pb, holder.userId, product);
      if (!owned?.files.some((one) => one.id === file))
        throw notFound('There is no such file in your library.');
      const request = { productId: product, what: { kind: 'file', fileId: file } } as const;
      const refuse = ({ refusal }: DeliveryHold) =>
        sendFailure(res, conflict(DELIVERY_REFUSAL_TEXTS[refusal]));
      await sendOwned({ app, req, res, request, userId: holder.userId, owned, refuse, onError });
    },
  }),
];
