import { z } from 'astro/zod';
import { downloadOfOwner } from '../../../data/library/downloads.ts';
import { DELIVERY_REFUSAL_TEXTS } from '../../../domain/library/delivery.ts';
import { conflict, notFound } from '../../kernel/refusal-error.ts';
import type { DeliveryHold } from '../../library/deliveries.ts';
import { sendOwned } from '../downloads.ts';
import { sendFailure } from './failure.ts';
import type { ApiRoute } from './route.ts';

/** The bytes of an owned file. It is no operation: it answers with a stream, in ranges, by the connection itself. */
export const LIBRARY_FILE: ApiRoute = {
  method: 'GET',
  path: '/library/{product}/files/{file}',
  scope: 'library.read',
  summary: 'The bytes of a file. Ranges are served, or a redirect to where they are; the ETag is its hash.',
  query: z.object({}),
  body: null,
  answer: 'file',
  async handle({ app, holder, params: { product = '', file = '' } }, { req, res, onError }) {
    const userId = holder?.userId ?? '';
    const owned = await downloadOfOwner(app.pb, userId, product);
    if (!owned?.files.some((one) => one.id === file))
      throw notFound('There is no such file in your library.');
    const request = { productId: product, what: { kind: 'file', fileId: file } } as const;
    const refuse = ({ refusal }: DeliveryHold) => sendFailure(res, conflict(DELIVERY_REFUSAL_TEXTS[refusal]));
    await sendOwned({ app, req, res, request, userId, owned, refuse, onError });
  },
};
