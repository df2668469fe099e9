import type { IncomingMessage, ServerResponse } from 'node:http';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { readSession } from '../../data/identity/session.ts';
import { recognise } from '../../data/identity/users.ts';
import { attachmentFor, type StoredAttachment } from '../../data/messaging/attachments.ts';
import type { Participant } from '../../data/messaging/conversations.ts';
import { ATTACHED_FILE_MAX_BYTES, ATTACHMENTS_MAX } from '../../domain/messaging/message.ts';
import type { App } from '../app/app.ts';
import { type AttachRefused, attach, attachRefusal } from '../messaging/attachments.ts';
import { attachmentNamed } from './downloads.ts';
import { sendJson, sendJsonError } from './send.ts';

/** What is asked: a file beside a message, or to take one for a conversation. */
export type AttachmentRequest = { id: string } | { conversationId: string; name: string };

/** Reads /api/attachments/{id} and /api/attachments?conversation=…&name=…. */
export function attachmentRequestOf(path: string, query: string): AttachmentRequest | null {
  const [, id] = /^\/api\/attachments\/([a-z0-9]{15})$/.exec(path) ?? [];
  if (id) return { id };
  if (path !== '/api/attachments') return null;
  const asked = new URLSearchParams(query);
  return {
    conversationId: asked.get('conversation') ?? '',
    name: (asked.get('name') ?? '').slice(-1000),
  };
}

/** The parts of the app that message attachments need. */
export type AttachmentRouteParts = Pick<App, 'settings' | 'pb' | 'files' | 'attachments' | 'conversations'>;
export type AttachmentHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  asked: AttachmentRequest,
  client: string,
) => Promise<void>;

/**
 * The door for files beside messages. Who asks is looked up each time; a file of a conversation he is no side of he cannot
 * find. A picture is shown, everything else is only ever downloaded.
 * @param onError hears of what failed on our side.
 */
export function openAttachmentHandler(
  app: AttachmentRouteParts,
  onError: (reason: unknown) => void,
): AttachmentHandler {
  /** How many files each person is sending up at this moment. */
  const arriving = new Map<string, number>();
  return async (req, res, asked, client) => {
    const reads = req.method === 'GET' || req.method === 'HEAD';
    if ('id' in asked ? !reads : req.method !== 'POST')
      return sendJsonError(res, 405, 'This is not done here.');
    const who = await whoAsks(app, req.headers.cookie ?? null, client);
    if (who === 'unavailable') {
      res.setHeader('retry-after', '2');
      return sendJsonError(res, 503, 'Your account cannot be looked up just now; try again in a moment.');
    }
    if (who === 'nobody') return sendJsonError(res, 401, 'Sign in to see this.');
    if ('id' in asked) {
      const found = await attachmentFor(app.pb, who.talker, asked.id);
      return found ? send(app, req, res, found, onError) : sendJsonError(res, 404, NO_FILE);
    }
    const { userId } = who.talker;
    const others = arriving.get(userId) ?? 0;
    if (others >= ARRIVING_MAX) {
      // Not a byte of it is taken off the wire.
      res.setHeader('connection', 'close');
      res.setHeader('retry-after', '2');
      return sendJsonError(res, 429, 'You are sending many files already; wait until they have arrived.');
    }
    arriving.set(userId, others + 1);
    try {
      await take(app, req, res, asked, who);
    } catch (reason) {
      // The visitor went away in the middle; nobody is there to be told.
      if (!req.destroyed || req.complete) throw reason;
    } finally {
      const left = (arriving.get(userId) ?? 1) - 1;
      if (left > 0) arriving.set(userId, left);
      else arriving.delete(userId);
    }
  };
}

/**
 * So many files of one person arrive at once: two messages full of them. What a person may attach is counted when a file has
 * been judged; without this bound he could fill the disk with halves, and keep all others waiting for their turn.
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
};

async function whoAsks(
  app: AttachmentRouteParts,
  cookies: string | null,
  client: string,
): Promise<{ talker: Participant } | 'nobody' | 'unavailable'> {
  const session = readSession(cookies);
  if (!session) return 'nobody';
  const who = await recognise({ url: app.settings.pocketbase.url, client }, session.token);
  if (who.state === 'unavailable') return 'unavailable';
  if (who.state === 'refused') return 'nobody';
  const userId = who.person.user.id;
  const store = await storeOfOwner(app.pb, userId);
  return { talker: { userId, storeId: store?.id ?? null } };
}

async function take(
  { attachments }: AttachmentRouteParts,
  req: IncomingMessage,
  res: ServerResponse,
  asked: { conversationId: string; name: string },
  { talker }: { talker: Participant },
): Promise<void> {
  const length = String(req.headers['content-length'] ?? '');
  if (!/^\d{1,12}$/.test(length) || req.headers['transfer-encoding'] !== undefined)
    return sendJsonError(res, 411, 'Say how long the file is.');
  const sizeBytes = Number(length);
  // Refused before a byte is read; what is too long is not even taken off the wire.
  const early = sizeBytes > ATTACHED_FILE_MAX_BYTES ? attachRefusal(asked.name, sizeBytes) : null;
  if (early) res.setHeader('connection', 'close');
  const answer = early ?? (await attach(attachments, talker, { ...asked, sizeBytes, bytes: req }));
  if (!('refused' in answer)) return sendJson(res, 201, answer.attachment);
  // Read off the wire, so that the visitor hears the sentence and not a broken connection.
  if (!early) for await (const _ of req);
  const message = answer.refused === 'unknown' ? 'There is no such conversation.' : answer.sentence;
  const fields = answer.refused === 'unknown' ? {} : { file: { code: answer.refused, message } };
  return sendJsonError(res, STATUS[answer.refused], message, fields);
}

async function send(
  { files }: AttachmentRouteParts,
  req: IncomingMessage,
  res: ServerResponse,
  { kind, name, sizeBytes, storageKey }: StoredAttachment,
  onError: (reason: unknown) => void,
): Promise<void> {
  const bytes = await files.open(storageKey).catch((reason: unknown) => {
    onError(reason);
    return null;
  });
  if (!bytes) return sendJsonError(res, 503, 'This file cannot be read just now; try again in a moment.');
  const isPicture = kind === 'picture';
  res.writeHead(200, {
    'content-type': isPicture ? 'image/webp' : 'application/octet-stream',
    'content-length': sizeBytes,
    'content-disposition': isPicture ? 'inline' : attachmentNamed(name),
    'cache-control': 'private, no-store',
  });
  try {
    if (req.method !== 'HEAD') await bytes.sendTo(res);
    res.end();
  } catch (reason) {
    // The visitor went away in the middle.
    if (!res.destroyed) throw reason;
  } finally {
    bytes.destroy();
  }
}
