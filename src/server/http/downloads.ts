import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Writable } from 'node:stream';
import { type Download, downloadOfOwner, recordDownloads } from '../../data/library/downloads.ts';
import { EVERYTHING, fileNameOf, filesOfVariant } from '../../domain/assets/variant.ts';
import { requestedRange } from '../../domain/kernel/byte-range.ts';
import { isConvertible, nameAs3mf } from '../../domain/library/slicer.ts';
import { paths } from '../../paths.ts';
import type { ByteRange, LinkHeaders } from '../adapters/files/file-store.ts';
import type { App } from '../app/app.ts';
import { sendJsonError, sendText } from './send.ts';

/** A request for a file of a product, for the archive of a variant, or for the progress of that archive. */
export interface OwnRequest {
  productId: string;
  what:
    | { kind: 'file'; fileId: string; as3mf?: boolean }
    | { kind: 'zip'; variant: string; progress: boolean };
}

/** A download, or a file by a signed link, as it is or as a 3MF. */
export type DownloadRequest = OwnRequest | { token: string; as3mf: boolean };

/**
 * Reads /download/{product}/{file}, /download/{product}/zip/{variant}, the latter's /progress, and
 * /download/open/{token}/{name}.
 */
export function downloadRequestOf(path: string): DownloadRequest | null {
  const [, token, name = ''] = /^\/download\/open\/([\w-]{1,200})\/([^/]+)$/.exec(path) ?? [];
  if (token !== undefined) return { token, as3mf: /\.3mf$/i.test(name) };
  const zip = /^\/download\/([a-z0-9]{15})\/zip\/([a-z0-9-]{1,60})(\/progress)?$/.exec(path);
  if (zip) {
    const [, productId = '', variant = '', progress] = zip;
    return { productId, what: { kind: 'zip', variant, progress: progress !== undefined } };
  }
  const [, productId, fileId] = /^\/download\/([a-z0-9]{15})\/([a-z0-9]{15})$/.exec(path) ?? [];
  return productId && fileId ? { productId, what: { kind: 'file', fileId } } : null;
}

/** The parts of the app that downloads need. */
export type DownloadParts = Pick<
  App,
  'pb' | 'sessions' | 'files' | 'archives' | 'openLinks' | 'slicerModels'
>;

/** Bytes to send under a file name. */
export interface BytesToSend {
  /** A hash that names the content, for the ETag. */
  sha256: string;
  sizeBytes: number;
  fileName: string;
  /** An address to redirect to, which sends the bytes under the name; null, or none at all, where the site sends them. */
  link?(headers: LinkHeaders, ifRange: string | null): Promise<string | null>;
  /** The bytes, or a range of them. */
  open(range?: ByteRange): Promise<{ sendTo(to: Writable): Promise<void>; destroy(): unknown }>;
}

/** A file to send, and what to record once it is sent. */
interface FileToSend extends BytesToSend {
  part: string;
  version: number;
}

/**
 * Serves downloads of owned products. Session, or the link's signature, and ownership are checked for each request;
 * products that the user does not own are not found. Downloads can be resumed and are unlimited.
 * @param onError receives files that cannot be read, and downloads that could not be recorded.
 */
export async function serveDownload(
  app: DownloadParts,
  req: IncomingMessage,
  res: ServerResponse,
  request: DownloadRequest,
  client: string,
  onError: (reason: unknown) => void,
): Promise<void> {
  if ('token' in request) {
    const file = app.openLinks.read(request.token, Date.now());
    if (file === null) return notFound(res);
    if (file === 'expired') return sendText(res, 410, LINK_EXPIRED);
    const { userId, productId, fileId } = file;
    const what = { kind: 'file', fileId, as3mf: request.as3mf } as const;
    return serveOwned(app, req, res, userId, { productId, what }, onError);
  }
  const userId = await downloader(app, req, res, client);
  if (userId !== null) await serveOwned(app, req, res, userId, request, onError);
}

async function serveOwned(
  app: DownloadParts,
  req: IncomingMessage,
  res: ServerResponse,
  userId: string,
  request: OwnRequest,
  onError: (reason: unknown) => void,
): Promise<void> {
  const owned = await downloadOfOwner(app.pb, userId, request.productId);
  if (!owned) return notFound(res);
  if (request.what.kind === 'zip' && request.what.progress) return sendProgress(app, res, request, owned);
  await sendOwned({ app, req, res, request, userId, owned, onError });
}

/** Sends what somebody owns, whose right to it was checked, and records that they have it. */
export async function sendOwned({
  app,
  req,
  res,
  request,
  userId,
  owned,
  onError,
}: {
  app: DownloadParts;
  req: IncomingMessage;
  res: ServerResponse;
  request: OwnRequest;
  userId: string;
  owned: Download;
  onError: (reason: unknown) => void;
}): Promise<void> {
  const sent = await prepared(app, request, owned);
  if (sent === 'not-packed') return notNow(res, NOT_PACKED);
  if (sent === 'busy') return notNow(res, 'Many models are being written as 3MF.');
  if (sent === 'unreadable') return sendText(res, 422, NOT_WRITTEN);
  if (!sent) return notFound(res);
  if (await sendFile(req, res, sent, onError)) {
    const { part, version, sizeBytes } = sent;
    const { productId } = request;
    const download = { userId, productId, part, version, sizeBytes };
    await recordDownloads(app.pb, [download], Date.now()).catch(onError);
  }
}

/** The id of the user who asks; null once a visitor was sent to the sign-in, or told to come back. */
export async function downloader(
  app: Pick<App, 'sessions'>,
  req: IncomingMessage,
  res: ServerResponse,
  client: string,
): Promise<string | null> {
  const who = await app.sessions.visitorOf(req.headers.cookie ?? null, client);
  if (who.state === 'known') return who.person.user.id;
  if (who.state === 'unavailable') notNow(res, 'Your account cannot be checked at the moment.');
  else redirectToLogin(req, res);
  return null;
}

async function prepared(
  app: DownloadParts,
  { productId, what }: OwnRequest,
  owned: Download,
): Promise<FileToSend | 'not-packed' | 'busy' | 'unreadable' | null> {
  if (what.kind === 'file') {
    const file = owned.files.find(({ id }) => id === what.fileId);
    if (!file) return null;
    if (what.as3mf && isConvertible(file.name)) {
      const model = await app.slicerModels.as3mf(file);
      if (typeof model === 'string') return model;
      const { sha256, sizeBytes, open } = model;
      const fileName = nameAs3mf(fileNameOf(file.name));
      return { sha256, sizeBytes, open, fileName, part: file.id, version: file.version };
    }
    return { ...file, ...bytesIn(app, file), fileName: fileNameOf(file.name), part: file.id };
  }
  const files = filesOfVariant(owned.files, what.variant);
  if (!files || files.length === 0) return null;
  // Why an archive could not be built is reported where it is built.
  const stored = await app.archives.ready({ productId, part: what.variant, files }).catch(() => null);
  if (!stored) return 'not-packed';
  const end = what.variant === EVERYTHING ? '' : `-${what.variant}`;
  return {
    ...stored,
    ...bytesIn(app, stored),
    fileName: fileNameOf(`${owned.slug}${end}.zip`),
    part: what.variant,
    version: Math.max(...files.map(({ version }) => version)),
  };
}

function bytesIn(
  { files }: DownloadParts,
  { storageKey, sizeBytes }: { storageKey: string; sizeBytes: number },
): Pick<BytesToSend, 'open' | 'link'> {
  return {
    open: (range) => files.open(storageKey, range),
    link: (headers, ifRange) => files.link(storageKey, sizeBytes, headers, ifRange),
  };
}

async function sendProgress(
  app: DownloadParts,
  res: ServerResponse,
  { productId, what }: OwnRequest,
  owned: Download,
): Promise<void> {
  const variant = what.kind === 'zip' ? what.variant : EVERYTHING;
  const files = filesOfVariant(owned.files, variant);
  if (!files || files.length === 0) return notFound(res);
  const progress = await app.archives.progress({ productId, part: variant, files }).catch(() => null);
  if (!progress) return notNow(res, NOT_PACKED);
  res.writeHead(progress.state === 'ready' ? 200 : 202, {
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
  });
  res.end(JSON.stringify(progress));
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

function redirectToLogin(req: IncomingMessage, res: ServerResponse): void {
  if (!req.headers.accept?.includes('text/html')) {
    sendJsonError(res, 401, 'Sign in to download what you own.');
    return;
  }
  res.writeHead(302, { location: paths.login(req.url), 'cache-control': 'private, no-store' });
  res.end();
}

const LINK_EXPIRED = 'This link has expired. Open the file from your library again.';
const NOT_WRITTEN =
  'This file cannot be written as a 3MF. Download it from your library and open it in your slicer.';
const NOT_PACKED = 'The files could not be packed just now; they can be taken one by one.';

function notNow(res: ServerResponse, reason: string): void {
  sendText(res, 503, `${reason} Try again in a moment.`, { 'retry-after': '5' });
}

export function notFound(res: ServerResponse): void {
  sendText(res, 404, 'There is no such file in your library.');
}
