import type { IncomingMessage, ServerResponse } from 'node:http';
import { Metadata, Server, TUS_RESUMABLE } from '@tus/server';
import { type StoredUpload, uploadOfStore, uploadsOfStore } from '../../data/assets/uploads.ts';
import { UPLOAD_MAX_BYTES } from '../../domain/assets/file-kind.ts';
import { CHUNK_MAX_BYTES, type UploadRefusal, uploadSentence } from '../../domain/assets/upload.ts';
import { sendJson, sendJsonError } from '../../front/send.ts';
import { paths } from '../../paths.ts';
import { tokenHolder } from '../account/api-tokens.ts';
import type { App } from '../app/app.ts';
import { isDiskFull } from '../assets/uploads/partial-uploads.ts';
import { RefusalError } from '../kernel/refusal-error.ts';
import { codeOfStatus, failureText, isForProgram, sendFailure } from './api/failure.ts';
import { uploadLocks } from './upload-locks.ts';
import { NO_ROOM, TUS_EXTENSIONS, UploadStore } from './upload-store.ts';

/** A request for all uploads (or a new one), or for the upload with this id. */
export interface UploadsRequest {
  uploadId: string | null;
}

/** Reads /api/uploads and /api/uploads/{id}. */
export function uploadsRequestOf(path: string): UploadsRequest | null {
  if (path === paths.uploads()) return { uploadId: null };
  const [, uploadId] = /^\/api\/uploads\/([a-z0-9]{15})$/.exec(path) ?? [];
  return uploadId ? { uploadId } : null;
}

/** The parts of the app that uploads need. */
export type UploadRouteParts = Pick<
  App,
  'settings' | 'pb' | 'leases' | 'assets' | 'http' | 'account' | 'commerce'
>;

/** Handles one request about uploads. `client` is the visitor's address. */
export type UploadHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  request: UploadsRequest,
  client: string,
) => Promise<void>;

const METHODS_OF_ALL = ['GET', 'POST', 'OPTIONS'];
const METHODS_OF_ONE = ['GET', 'POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS'];
/** What a client learns before it sends anything. */
const TUS_ABILITIES = {
  'tus-resumable': TUS_RESUMABLE,
  'tus-version': TUS_RESUMABLE,
  'tus-extension': TUS_EXTENSIONS.join(','),
  'tus-max-size': String(UPLOAD_MAX_BYTES),
};

/**
 * Opens the handler for resumable uploads of sellers (tus 1.0). The session is verified for each request; uploads of other
 * stores are not found.
 * @param onError receives server-side failures.
 */
export function openUploadHandler(app: UploadRouteParts, onError: (reason: unknown) => void): UploadHandler {
  const {
    pb,
    assets: { uploads },
  } = app;
  /** Ids of the uploads that these requests start. */
  const begun = new WeakMap<object, string>();
  const tus = new Server({
    path: paths.uploads(),
    datastore: new UploadStore(pb, uploads),
    locker: uploadLocks(app.leases),
    relativeLocation: true,
    // Only pages of our own origin may upload.
    allowedOrigins: () => false,
    namingFunction: (req) => begun.get(req.runtime?.node?.req ?? req) ?? '',
    onUploadFinish: async (_req, { id }) => {
      const finished = await uploads.finish(id);
      if ('refusal' in finished) throw OTHER_HASH;
      // What says "done" is done: its sender can compare.
      return { headers: { 'upload-sha256': finished.sha256 } };
    },
    onResponseError: (req, reason) => {
      const thrown = isDiskFull(reason) ? NO_ROOM : reason;
      const { status_code: status = 500, body } = thrown as { status_code?: number; body?: string };
      // A broken connection is no failure; the rest is sent later.
      if (status >= 500 && status !== 507) onError(reason);
      const message = status === 500 ? FAILED : (body ?? FAILED).trim();
      const { pathname } = new URL(req.url);
      const headers = { authorization: req.headers.get('authorization') ?? undefined };
      const said = isForProgram({ url: pathname, headers })
        ? failureText(codeOfStatus(status), message)
        : JSON.stringify({ status, message, data: {} });
      return { status_code: status, body: said };
    },
  });

  /** Who sends a file: by an access token where one is sent, else by the session. */
  async function senderOf(
    { headers }: IncomingMessage,
    client: string,
  ): Promise<{ state: 'known'; storeId: string } | { state: keyof typeof STRANGERS }> {
    if (headers.authorization === undefined)
      return app.http.sessions.sellerOf(headers.cookie ?? null, client);
    const holder = await tokenHolder(pb, headers.authorization, app.commerce.now());
    if (!holder) {
      const wait = await app.account.apiLimits.visitor(client);
      return { state: wait === null ? 'no-token' : 'too-often' };
    }
    if ((await app.account.apiLimits.request(holder.tokenId)) !== null) return { state: 'too-often' };
    if (!holder.scopes.includes('products.write')) return { state: 'other-scope' };
    const { storeId } = holder;
    return storeId === null ? { state: 'storeless' } : { state: 'known', storeId };
  }

  async function begin(req: IncomingMessage, res: ServerResponse, storeId: string): Promise<void> {
    const said = metadataOf(req.headers['upload-metadata']);
    const length = req.headers['upload-length'];
    const answer = await uploads.begin(storeId, {
      name: said['filename'],
      path: said['path'],
      productId: said['product'],
      sha256: said['sha256'],
      sizeBytes: typeof length === 'string' && /^\d{1,15}$/.test(length) ? Number(length) : undefined,
    });
    if ('refusal' in answer) {
      const { refusal, field } = answer;
      if (refusal === 'too-many-open') res.setHeader('retry-after', '60');
      return refuseUpload(req, res, statusOf(refusal), uploadSentence(refusal), field && { field, refusal });
    }
    begun.set(req, answer.id);
    await tus.handle(req, res);
    // Its address was never sent, so nobody can resume it.
    if (res.statusCode !== 201) await forget(storeId, answer.id);
  }

  async function forget(storeId: string, id: string): Promise<void> {
    const upload = await uploadOfStore(pb, storeId, id);
    if (upload) await uploads.discard(upload);
  }

  return async (req, res, { uploadId }, client) => {
    const method = req.method ?? 'GET';
    const methods = uploadId === null ? METHODS_OF_ALL : METHODS_OF_ONE;
    if (method === 'OPTIONS') {
      res.writeHead(204, { ...TUS_ABILITIES, allow: methods.join(', ') }).end();
      return;
    }
    if (!methods.includes(method)) {
      res.setHeader('allow', methods.join(', '));
      return refuseUpload(req, res, 405, 'This method is not allowed here.');
    }
    // Our own lists are plain JSON; all else is tus, which names its version in each request and answer.
    if (method !== 'GET') {
      res.setHeader('tus-resumable', TUS_RESUMABLE);
      if (req.headers['tus-resumable'] !== TUS_RESUMABLE) {
        res.setHeader('tus-version', TUS_RESUMABLE);
        return refuseUpload(req, res, 412, `Send files with version ${TUS_RESUMABLE} of tus.`);
      }
    }
    if (bodyTooLarge(req)) return refuseUpload(req, res, 413, TOO_MUCH);
    const seller = await senderOf(req, client);
    if (seller.state !== 'known') {
      const { status, message, retryAfterS } = STRANGERS[seller.state];
      if (retryAfterS !== null) res.setHeader('retry-after', retryAfterS);
      return refuseUpload(req, res, status, message);
    }
    const { storeId } = seller;
    const wrong = wrongHeader(req);
    if (wrong !== null) return refuseUpload(req, res, 400, `The header ${wrong} is not valid.`);
    if (uploadId === null) {
      if (method === 'POST') return begin(req, res, storeId);
      return sendJson(res, 200, { uploads: (await uploadsOfStore(pb, storeId)).map(shown) });
    }
    const upload = await uploadOfStore(pb, storeId, uploadId);
    const ofTus = method === 'HEAD' || method === 'PATCH';
    if (!upload || (ofTus && upload.archiveId !== null))
      return refuseUpload(req, res, 404, 'There is no such upload.');
    if (method === 'GET') return sendJson(res, 200, shown(upload));
    // A site that was killed between the last byte and its mark: whoever resumes hears that all is there, and leaves.
    if (method === 'HEAD') {
      const finished = await uploads.finishWhole(upload);
      if (finished && 'refusal' in finished)
        return refuseUpload(req, res, OTHER_HASH.status_code, OTHER_HASH.body);
    }
    await tus.handle(req, res);
  };
}

/** What a program calls the fields of a new upload: keys of its metadata, and a header. */
const FIELD_NAMES = {
  name: 'filename',
  path: 'path',
  productId: 'product',
  sha256: 'sha256',
  sizeBytes: 'Upload-Length',
};

/** Refuses a request about uploads: in the API's words to a program with a token, in the backend's shape to our pages. */
export function refuseUpload(
  req: IncomingMessage,
  res: ServerResponse,
  status: number,
  message: string,
  wrong: { field: keyof typeof FIELD_NAMES; refusal: UploadRefusal } | null = null,
): void {
  if (!isForProgram(req)) {
    const data = wrong ? { [wrong.field]: { code: wrong.refusal, message } } : {};
    sendJsonError(res, status, message, data);
    return;
  }
  const more = wrong ? { field: FIELD_NAMES[wrong.field] } : {};
  sendFailure(res, new RefusalError(codeOfStatus(status), message, more), status);
}

const FAILED = 'Something went wrong with this upload; it resumes in a moment.';
const TOO_MUCH = `One request carries at most ${CHUNK_MAX_BYTES / 1024 / 1024} MB; send the file in pieces.`;
const STRANGERS = {
  refused: { status: 401, message: 'Sign in to send files.', retryAfterS: null },
  storeless: { status: 403, message: 'Open a store before you send files for it.', retryAfterS: null },
  unavailable: {
    ...{ status: 503, message: 'Your account cannot be checked at the moment; try again shortly.' },
    retryAfterS: '2',
  },
  'no-token': { status: 401, message: 'This access token is not valid.', retryAfterS: null },
  'other-scope': {
    ...{ status: 403, message: 'This access token lacks the scope products.write.' },
    retryAfterS: null,
  },
  'too-often': {
    ...{ status: 429, message: 'Too many requests; wait as long as Retry-After says.' },
    retryAfterS: '60',
  },
} as const;
/** Not one of HTTP’s own: tus names it for bytes that are others than their sender says. */
const OTHER_HASH = { status_code: 460, body: uploadSentence('upload-hash') };

function statusOf(refusal: UploadRefusal): number {
  if (refusal === 'file-too-large' || refusal === 'store-full') return 413;
  if (refusal === 'too-many-open') return 429;
  return refusal === 'storage-full' ? 507 : 400;
}

const PIECE = 'application/offset+octet-stream';

/** A header that the library would refuse in words of its own; null where none is wrong. */
function wrongHeader({ method, headers }: IncomingMessage): string | null {
  if (method === 'PATCH' && (headers['content-type'] ?? PIECE) !== PIECE) return 'Content-Type';
  if (!/^(0|[1-9]\d{0,14})$/.test(String(headers['upload-offset'] ?? 0))) return 'Upload-Offset';
  return (headers['upload-defer-length'] ?? '1') === '1' ? null : 'Upload-Defer-Length';
}

/** A body must have a length, of at most one chunk. */
function bodyTooLarge({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > CHUNK_MAX_BYTES
  );
}

function metadataOf(header: string | string[] | undefined): Record<string, string | null> {
  if (typeof header !== 'string' || header.length > 8192) return {};
  try {
    return Metadata.parse(header);
  } catch {
    return {};
  }
}

/** An upload as its seller sees it, without its storage key. */
function shown(upload: StoredUpload | Awaited<ReturnType<typeof uploadsOfStore>>[number]): object {
  const { id, productId, name, path, archiveId, sizeBytes, state, reason, sha256, sameAs, mesh, createdAt } =
    upload;
  const message = reason ? uploadSentence(reason) : null;
  return {
    id,
    productId,
    name,
    path,
    archiveId,
    sizeBytes,
    state,
    reason,
    message,
    sha256,
    sameAs,
    mesh,
    createdAt,
  };
}
