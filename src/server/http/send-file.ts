import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { requestedRange } from '../../domain/kernel/byte-range.ts';
import { sendText } from '../../front/send.ts';
import type { ContentRange, LinkHeaders } from '../adapters/files/file-store.ts';

/** Sends bytes as a file that can be resumed, or redirects to them. */

/** Bytes to send under a file name. */
export interface BytesToSend {
  /** A hash that names the content, for the ETag. */
  sha256: string;
  sizeBytes: number;
  fileName: string;
  /**
   * Called before the first byte or a link is given: false where nothing may be given, and the request was answered. Absent
   * where nobody asks later what was given.
   */
  begin?(): Promise<boolean>;
  /** An address to redirect to, which sends the bytes under the name; null, or none at all, where the site sends them. */
  link?(headers: LinkHeaders, ifRange: string | null): Promise<string | null>;
  /** The bytes, or a range of them. */
  open(range?: ContentRange): Promise<{ sendTo(to: Writable): Promise<void>; destroy(): unknown }>;
}

/** Stream errors that mean the visitor disconnected. */
const GONE = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ECONNRESET',
  'ECANCELED',
  'EPIPE',
]);

/** Sends the file or the requested range, or redirects to it. True if its last byte was sent, or may be fetched. */
export async function sendFile(
  req: IncomingMessage,
  res: ServerResponse,
  sent: BytesToSend,
  onError: (reason: unknown) => void,
): Promise<boolean> {
  const etag = `"${sent.sha256}"`;
  const base = {
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
    'content-type': 'application/octet-stream',
    'content-disposition': attachmentNamed(sent.fileName),
  };
  if (req.headers['if-none-match']?.includes(etag)) {
    res.writeHead(304, base).end();
    return false;
  }
  const condition = req.headers['if-range'];
  const link = await linkTo(req, sent, onError);
  if (link !== null) {
    if (!(await mayBegin(res, sent, onError))) return false;
    res.writeHead(302, { location: link, 'cache-control': 'private, no-store' }).end();
    return endsWithFile(req.headers.range, sent.sizeBytes);
  }
  // A range of another version must not be mixed with this one: without a matching If-Range, send the whole file.
  const range = condition === undefined || condition === etag ? req.headers.range : undefined;
  const part = requestedRange(range, sent.sizeBytes);
  if (part === 'outside') {
    res.writeHead(416, { ...base, 'content-range': `bytes */${sent.sizeBytes}` }).end();
    return false;
  }
  const whole = part === 'all';
  const { first, last } = whole ? { first: 0, last: sent.sizeBytes - 1 } : part;
  const empty = req.method === 'HEAD' || sent.sizeBytes === 0;
  // Opened before the headers are sent, so that a missing file is an error and not a truncated download.
  const opened = empty ? null : sent.open(whole ? undefined : part);
  const bytes = await opened?.catch((reason: unknown) => {
    onError(reason);
    return 'unreadable' as const;
  });
  if (bytes === 'unreadable') {
    notNow(res, 'This file cannot be read at the moment.');
    return false;
  }
  if (bytes && !(await mayBegin(res, sent, onError))) {
    bytes.destroy();
    return false;
  }
  res.writeHead(whole ? 200 : 206, {
    ...base,
    'content-length': last - first + 1,
    ...(whole ? {} : { 'content-range': `bytes ${first}-${last}/${sent.sizeBytes}` }),
  });
  if (!bytes) {
    res.end();
    return false;
  }
  try {
    await bytes.sendTo(res);
    res.end();
  } catch (reason) {
    // The visitor disconnected; the download can be resumed.
    if (GONE.has((reason as NodeJS.ErrnoException).code ?? '')) return false;
    throw reason;
  } finally {
    // Otherwise it stays open if the visitor disconnected before the first byte.
    bytes.destroy();
  }
  return last === sent.sizeBytes - 1;
}

/** Whether bytes or a link may be given now. Where that cannot be written down, the visitor is told to come back. */
async function mayBegin(
  res: ServerResponse,
  sent: BytesToSend,
  onError: (reason: unknown) => void,
): Promise<boolean> {
  try {
    return (await sent.begin?.()) ?? true;
  } catch (reason) {
    onError(reason);
    notNow(res, 'Your download cannot be started at the moment.');
    return false;
  }
}

/** An address that sends the bytes instead of the site; null where the site does, or where the store does not answer. */
async function linkTo(
  { method, headers }: IncomingMessage,
  sent: BytesToSend,
  onError: (reason: unknown) => void,
): Promise<string | null> {
  if (method !== 'GET' || !sent.link) return null;
  const named = {
    contentType: 'application/octet-stream',
    contentDisposition: attachmentNamed(sent.fileName),
  };
  return sent.link(named, headers['if-range']?.toString() ?? null).catch((reason) => {
    onError(reason);
    return null;
  });
}

/** Whether the bytes that are asked for reach to the end of the file. */
function endsWithFile(range: string | undefined, sizeBytes: number): boolean {
  const part = requestedRange(range, sizeBytes);
  return part === 'all' || (part !== 'outside' && part.last === sizeBytes - 1);
}

/** Content-Disposition by RFC 6266: an ASCII name for old clients and the exact one. */
export function attachmentNamed(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

/** The visitor should try again in a moment. */
export function notNow(res: ServerResponse, reason: string): void {
  sendText(res, 503, `${reason} Try again in a moment.`, { 'retry-after': '5' });
}
