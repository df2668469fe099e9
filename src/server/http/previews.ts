import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { App } from '../app/app.ts';
import { sendText } from './send.ts';

export interface PreviewRequest {
  productId: string;
  hash: string;
}

/** Reads /preview/{product}/{hash}.glb. */
export function previewRequestOf(path: string): PreviewRequest | null {
  const [, productId, hash] = /^\/preview\/([a-z0-9]{15})\/([0-9a-f]{64})\.glb$/.exec(path) ?? [];
  return productId && hash ? { productId, hash } : null;
}

/** What a stream says when the visitor at its other end has left. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE']);

/**
 * Sends the light model of a product everybody may see, whose seller did not switch it off; else nothing is found. An
 * older model is not found either: whoever has its address has a page that is older still.
 */
export async function sendPreview(
  { visibility, files }: Pick<App, 'visibility' | 'files'>,
  req: IncomingMessage,
  res: ServerResponse,
  { productId, hash }: PreviewRequest,
): Promise<void> {
  const preview = await visibility.preview(productId);
  const there = preview?.sha256 === hash && (await files.has(preview.storageKey, preview.sizeBytes));
  if (!preview || !there) return sendText(res, 404, 'Not found.');
  const headers = {
    'content-type': 'model/gltf-binary',
    // As long as pictures: what a seller hides is not kept for a year by those between.
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
