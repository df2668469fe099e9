import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { type Backend, secretHeader } from '../../../data/kernel/backend.ts';
import { VIDEO_TYPES, type VideoKind } from '../../../domain/kernel/video-header.ts';

export interface VideoRequest {
  collection: 'products';
  record: string;
  file: string;
  kind: VideoKind;
}

/** Reads /video/{product}/{file}; null for other addresses. */
export function videoRequestOf(path: string): VideoRequest | null {
  const [, record, file, kind] =
    /^\/video\/([a-z0-9]{15})\/([A-Za-z0-9_]{1,100}\.(webm|mp4))$/.exec(path) ?? [];
  return record && file && kind ? { collection: 'products', record, file, kind: kind as VideoKind } : null;
}

/** What a browser may do with a video that is opened by itself: play it, and nothing else. */
const VIDEO_POLICY = "default-src 'none'; media-src 'self'; frame-ancestors 'none'";
/** Stream errors that mean the visitor disconnected. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_UNABLE_TO_PIPE', 'ECONNRESET', 'EPIPE']);

/**
 * Sends a stored video, or the part that is asked for, as the type that its container was found to be.
 * @param headers who may cache it, and where it may be shown.
 * @returns false where there is no such file; nothing is sent then.
 * @throws Error if the backend cannot be reached.
 */
export async function sendVideo(
  backend: Backend,
  req: IncomingMessage,
  res: ServerResponse,
  { record, file, kind }: VideoRequest,
  headers: Record<string, string>,
): Promise<boolean> {
  const left = new AbortController();
  res.on('close', () => left.abort());
  const { range } = req.headers;
  const answer = await fetch(`${backend.url}/api/files/products/${record}/${file}`, {
    method: req.method === 'HEAD' ? 'HEAD' : 'GET',
    headers: { ...secretHeader(backend.secret), ...(range === undefined ? {} : { range }) },
    signal: left.signal,
    redirect: 'error',
  });
  if (answer.status === 404) {
    await answer.body?.cancel();
    return false;
  }
  const isPart = answer.status === 206;
  if (!answer.ok && answer.status !== 416)
    throw new Error(`the backend answered ${answer.status} for a video`);
  res.writeHead(answer.status, {
    ...(answer.ok ? { 'content-type': VIDEO_TYPES[kind], ...headers } : { 'cache-control': 'no-store' }),
    'content-security-policy': VIDEO_POLICY,
    'accept-ranges': 'bytes',
    ...passedOn(answer.headers, 'content-length'),
    ...(isPart || !answer.ok ? passedOn(answer.headers, 'content-range') : {}),
  });
  if (req.method === 'HEAD' || !answer.body) {
    res.end();
    return true;
  }
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), res);
  } catch (reason) {
    const { code, name } = reason as NodeJS.ErrnoException;
    if (!GONE.has(code ?? '') && name !== 'AbortError') throw reason;
  }
  return true;
}

function passedOn(headers: Headers, name: string): Record<string, string> {
  const value = headers.get(name);
  return value === null ? {} : { [name]: value };
}
