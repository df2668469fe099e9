import type { IncomingMessage, ServerResponse } from 'node:http';
import type { DeliveredPart } from '../../data/library/deliveries.ts';
import { type Download, downloadOfOwner, recordDownloads } from '../../data/library/downloads.ts';
import { EVERYTHING, fileNameOf, filesOfVariant } from '../../domain/assets/variant.ts';
import { DELIVERY_REFUSAL_TEXTS } from '../../domain/library/delivery.ts';
import { isConvertible, nameAs3mf } from '../../domain/library/slicer.ts';
import { sendJsonError, sendText } from '../../front/send.ts';
import { paths } from '../../paths.ts';
import type { App } from '../app/app.ts';
import { beginDelivery, type DeliveryHold } from '../library/deliveries.ts';
import { type BytesToSend, notNow, sendFile } from './send-file.ts';

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
export type DownloadParts = Pick<App, 'pb' | 'http' | 'assets' | 'library' | 'commerce'>;

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
    const file = app.library.openLinks.read(request.token, Date.now());
    if (file === null) return noSuchFile(res);
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
  if (!owned) return noSuchFile(res);
  if (request.what.kind === 'zip' && request.what.progress) return sendProgress(app, res, request, owned);
  await sendOwned({ app, req, res, request, userId, owned, onError });
}

/**
 * Sends what somebody owns, whose right to it was checked. That it is given to them is written down before, and that they have
 * it once the last byte was sent.
 * @param refuse answers where it must not be given
 */
export async function sendOwned({
  app,
  req,
  res,
  request,
  userId,
  owned,
  refuse = (hold) => refuseDelivery(req, res, hold),
  onError,
}: {
  app: DownloadParts;
  req: IncomingMessage;
  res: ServerResponse;
  request: OwnRequest;
  userId: string;
  owned: Download;
  refuse?: (hold: DeliveryHold) => void;
  onError: (reason: unknown) => void;
}): Promise<void> {
  const found = await prepared(app, request, owned);
  if (found === 'not-packed') return notNow(res, NOT_PACKED);
  if (found === 'busy') return notNow(res, 'Many models are being written as 3MF.');
  if (found === 'unreadable') return sendText(res, 422, NOT_WRITTEN);
  if (!found) return noSuchFile(res);
  const { part, version, sizeBytes } = found;
  const { productId } = request;
  const begin = () => deliveryBegins(app, userId, [{ productId, part, version }], refuse);
  if (await sendFile(req, res, { ...found, begin }, onError)) {
    const download = { userId, productId, part, version, sizeBytes };
    await recordDownloads(app.pb, [download], Date.now()).catch(onError);
  }
}

/** Writes down what is about to be given to somebody. False where it must not be given, and was refused. */
export async function deliveryBegins(
  app: Pick<App, 'pb' | 'commerce'>,
  userId: string,
  deliveries: readonly DeliveredPart[],
  refuse: (hold: DeliveryHold) => void,
): Promise<boolean> {
  const hold = await beginDelivery(app.pb, userId, deliveries, app.commerce.now());
  if (hold) refuse(hold);
  return hold === null;
}

/** Says why something is not given; a browser is led to where its owner can agree. */
export function refuseDelivery(
  req: IncomingMessage,
  res: ServerResponse,
  { refusal, productId }: DeliveryHold,
): void {
  if (refusal === 'waiver' && req.headers.accept?.includes('text/html')) {
    const location = paths.agreeToDelivery(productId, req.url ?? '');
    res.writeHead(303, { location, 'cache-control': 'private, no-store' }).end();
  } else sendText(res, 409, DELIVERY_REFUSAL_TEXTS[refusal]);
}

/** The id of the user who asks; null once a visitor was sent to the sign-in, or told to come back. */
export async function downloader(
  app: Pick<App, 'http'>,
  req: IncomingMessage,
  res: ServerResponse,
  client: string,
): Promise<string | null> {
  const who = await app.http.sessions.visitorOf(req.headers.cookie ?? null, client);
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
      const model = await app.library.slicerModels.as3mf(file);
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
  const stored = await app.library.archives.ready({ productId, part: what.variant, files }).catch(() => null);
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
  { assets: { files } }: DownloadParts,
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
  if (!files || files.length === 0) return noSuchFile(res);
  const progress = await app.library.archives.progress({ productId, part: variant, files }).catch(() => null);
  if (!progress) return notNow(res, NOT_PACKED);
  res.writeHead(progress.state === 'ready' ? 200 : 202, {
    'content-type': 'application/json',
    'cache-control': 'private, no-store',
  });
  res.end(JSON.stringify(progress));
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

export function noSuchFile(res: ServerResponse): void {
  sendText(res, 404, 'There is no such file in your library.');
}
