import type { IncomingMessage, ServerResponse } from 'node:http';
import { postFileFor, type StoredPostFile } from '../../data/community/posts.ts';
import { attachmentFor, type StoredAttachment } from '../../data/messaging/attachments.ts';
import type { Participant } from '../../data/messaging/conversations.ts';
import { staffRefusal } from '../../domain/identity/store-staff.ts';
import { ATTACHED_FILE_MAX_BYTES, ATTACHMENTS_MAX } from '../../domain/messaging/message.ts';
import type { PostingAccount } from '../../domain/moderation/posting-limits.ts';
import { sendJson, sendJsonError } from '../../front/send.ts';
import type { App } from '../app/app.ts';
import { type AttachRefused, attach, attachRefusal, attachToPost } from '../messaging/attachments.ts';
import { attachmentNamed } from './send-file.ts';

/** A request for an attachment, or to upload one for a conversation. */
export type AttachmentRequest = { id: string } | UploadPlace;
/** What a file is uploaded for: a conversation or a post. */
type UploadPlace = { conversationId: string; name: string } | { postId: string; name: string };

/** Reads /api/attachments/{id}, /api/attachments?conversation=…&name=… and /api/attachments?post=…&name=…. */
export function attachmentRequestOf(path: string, query: string): AttachmentRequest | null {
  const [, id] = /^\/api\/attachments\/([a-z0-9]{15})$/.exec(path) ?? [];
  if (id) return { id };
  if (path !== '/api/attachments') return null;
  const params = new URLSearchParams(query);
  const name = (params.get('name') ?? '').slice(-1000);
  const postId = params.get('post');
  return postId === null ? { conversationId: params.get('conversation') ?? '', name } : { postId, name };
}

/** The parts of the app that message attachments need. */
export type AttachmentRouteParts = Pick<App, 'pb' | 'http' | 'assets' | 'messaging' | 'rateLimits'>;
export type AttachmentHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  request: AttachmentRequest,
  client: string,
) => Promise<void>;

/**
 * Opens the handler for attachments of messages and posts. The session is verified for each request; files of conversations
 * the user does not take part in, and of posts they may not read, are not found. Those of public posts need no session.
 * Pictures are shown inline, everything else is downloaded.
 * @param onError receives server-side failures.
 */
export function openAttachmentHandler(
  app: AttachmentRouteParts,
  onError: (reason: unknown) => void,
): AttachmentHandler {
  /** Uploads in progress by user. */
  const arriving = app.rateLimits.gauge('attachments', ARRIVING_MAX);
  return async (req, res, request, client) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if ('id' in request ? !reads : req.method !== 'POST')
      return sendJsonError(res, 405, 'This method is not allowed here.');
    const who = await userOf(app, req.headers.cookie ?? null, client);
    if (who === 'unavailable') {
      res.setHeader('retry-after', '2');
      return sendJsonError(res, 503, 'Your account cannot be checked at the moment; try again shortly.');
    }
    if ('id' in request) {
      const sender = who === 'nobody' ? null : who;
      const found =
        (sender && (await attachmentFor(app.pb, sender.talker, request.id))) ??
        (await postFileFor(app.pb, sender?.poster ?? null, request.id));
      if (!found && sender === null) return sendJsonError(res, 401, 'Sign in to see this.');
      return found ? send(app, req, res, found, onError) : sendJsonError(res, 404, NO_FILE);
    }
    if (who === 'nobody') return sendJsonError(res, 401, 'Sign in to see this.');
    const leave = await arriving.enter(who.talker.userId);
    if (!leave) {
      // Refused without reading the body.
      res.setHeader('connection', 'close');
      res.setHeader('retry-after', '2');
      return sendJsonError(res, 429, 'You are already uploading many files; wait until they are finished.');
    }
    try {
      const wait = await app.messaging.conversations.postingLimits.postingRefusal(
        who.account,
        'upload',
        app.messaging.attachments.now(),
      );
      if (wait !== null) {
        res.setHeader('connection', 'close');
        return sendJsonError(res, 429, wait);
      }
      await receive(app, req, res, request, who);
    } catch (reason) {
      // The visitor disconnected; there is nobody to answer.
      if (!req.destroyed || req.complete) throw reason;
    } finally {
      leave();
    }
  };
}

/**
 * Maximum number of concurrent uploads per user: two full messages. Quotas are checked only after an upload; without this
 * limit a user could fill the disk with partial files and block the checks of others.
 */
export const ARRIVING_MAX = 2 * ATTACHMENTS_MAX;

const NO_FILE = 'There is no such file.';
const STATUS: Record<AttachRefused['refused'], number> = {
  unknown: 404,
  closed: 409,
  'too-large': 413,
  kind: 400,
  full: 413,
  'no-room': 507,
  busy: 503,
};

/** Who sends a file: what they may do for a store differs between its conversations and its posts. */
interface Sender {
  talker: Participant;
  poster: Participant;
  account: PostingAccount;
}

async function userOf(
  app: AttachmentRouteParts,
  cookies: string | null,
  client: string,
): Promise<Sender | 'nobody' | 'unavailable'> {
  const who = await app.http.sessions.visitorOf(cookies, client);
  if (who.state === 'unavailable') return 'unavailable';
  if (who.state === 'refused') return 'nobody';
  const account = who.person.user;
  const acting = await app.http.sessions.actingOf(cookies, account.id);
  const may = (action: string): Participant => ({
    userId: account.id,
    storeId:
      acting !== null &&
      acting !== 'ended' &&
      (acting.roles === null || staffRefusal(acting.roles, action) === null)
        ? acting.store.id
        : null,
  });
  return { talker: may('conversations.send'), poster: may('posts.save'), account };
}

async function receive(
  { messaging: { attachments } }: AttachmentRouteParts,
  req: IncomingMessage,
  res: ServerResponse,
  request: UploadPlace,
  { talker, poster }: Sender,
): Promise<void> {
  const length = String(req.headers['content-length'] ?? '');
  if (!/^\d{1,12}$/.test(length) || req.headers['transfer-encoding'] !== undefined)
    return sendJsonError(res, 411, 'Send the length of the file.');
  const sizeBytes = Number(length);
  // A file that is too long is refused without reading the body.
  const early = sizeBytes > ATTACHED_FILE_MAX_BYTES ? attachRefusal(request.name, sizeBytes) : null;
  if (early) res.setHeader('connection', 'close');
  const file = { name: request.name, sizeBytes, bytes: req };
  const answer =
    early ??
    ('postId' in request
      ? await attachToPost(attachments, poster, { ...file, postId: request.postId })
      : await attach(attachments, talker, { ...file, conversationId: request.conversationId }));
  if (!('refused' in answer)) return sendJson(res, 201, answer.attachment);
  // Read the rest of the body, so that the visitor gets the error and not a broken connection.
  if (!early) for await (const _ of req);
  const gone = 'postId' in request ? 'There is no such post.' : 'There is no such conversation.';
  const message = answer.refused === 'unknown' ? gone : answer.sentence;
  if (answer.refused === 'busy') res.setHeader('retry-after', '10');
  const fields = answer.refused === 'unknown' ? {} : { file: { code: answer.refused, message } };
  return sendJsonError(res, STATUS[answer.refused], message, fields);
}

/** An address that sends the file instead of the site; null where the site does, or where the store does not answer. */
function linkTo(
  files: AttachmentRouteParts['assets']['files'],
  name: string,
  sizeBytes: number,
  storageKey: string,
): Promise<string | null> {
  const headers = { contentType: 'application/octet-stream', contentDisposition: attachmentNamed(name) };
  return files.link(storageKey, sizeBytes, headers, null).catch(() => null);
}

async function send(
  { assets: { files } }: AttachmentRouteParts,
  req: IncomingMessage,
  res: ServerResponse,
  file: StoredAttachment | StoredPostFile,
  onError: (reason: unknown) => void,
): Promise<void> {
  const { kind, name, sizeBytes, storageKey } = file;
  // The bytes of a file never change, but whether everybody may read its post does.
  const caching = 'isPublic' in file && file.isPublic ? 'public, max-age=300' : 'private, no-store';
  const isPicture = kind === 'picture';
  // Pictures are part of the page, whose policy allows those of the site only.
  const link = isPicture || req.method === 'HEAD' ? null : await linkTo(files, name, sizeBytes, storageKey);
  if (link !== null) {
    res.writeHead(302, { location: link, 'cache-control': 'private, no-store' }).end();
    return;
  }
  const bytes = await files.open(storageKey).catch((reason: unknown) => {
    onError(reason);
    return null;
  });
  if (!bytes) return sendJsonError(res, 503, 'This file cannot be read at the moment; try again shortly.');
  res.writeHead(200, {
    'content-type': isPicture ? 'image/webp' : 'application/octet-stream',
    'content-length': sizeBytes,
    'content-disposition': isPicture ? 'inline' : attachmentNamed(name),
    'cache-control': caching,
  });
  try {
    if (req.method !== 'HEAD') await bytes.sendTo(res);
    res.end();
  } catch (reason) {
    // The visitor disconnected.
    if (!res.destroyed) throw reason;
  } finally {
    bytes.destroy();
  }
}
