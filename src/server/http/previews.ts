import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { sendText } from '../../front/send.ts';
import type { App } from '../app/app.ts';

export interface PreviewRequest {
  productId: string;
  hash: string;
}

/** Reads /preview/{product}/{hash}.glb. */
export function previewRequestOf(path: string): PreviewRequest | null {
  const [, productId, hash] = /^\/preview\/([a-z0-9]{15})\/([0-9a-f]{64})\.glb$/.exec(path) ?? [];
  return productId && hash ? { productId, hash } : null;
}

/** Stream errors that mean the visitor disconnected. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE']);

/**
 * Sends the preview model of a public product, unless its seller switched it off. Older versions of the model are not
 * found: only outdated pages link to them.
 */
export async function sendPreview(
  { http: { visibility }, assets: { files } }: Pick<App, 'http' | 'assets'>,
  req: IncomingMessage,
  res: ServerResponse,
  { productId, hash }: PreviewRequest,
): Promise<void> {
  const preview = await visibility.preview(productId);
  const there = preview?.sha256 === hash && (await files.has(preview.storageKey, preview.sizeBytes));
  if (!preview || !there) return sendText(res, 404, 'Not found.');
  const headers = {
    'content-type': 'model/gltf-binary',
    // As long as pictures, and not a year: a seller may hide the product.
    'cache-control': 'public, max-age=2592000, immutable',
    etag: `"${hash}"`,
  };
  if (req.headers['if-none-match']?.includes(hash)) return void res.writeHead(304, headers).end();
  const opened = req.method === 'HEAD' ? null : await files.open(preview.storageKey);
  res.writeHead(200, { ...headers, 'content-length': preview.sizeBytes });
  if (!opened) return void res.end();
  try {
    await pipeline(opened, res);
  } catch (reason) {
    if (!GONE.has((reason as NodeJS.ErrnoException).code ?? '')) throw reason;
  }
}
