import { open } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import sharp from 'sharp';
import { addPostFile, ownPost } from '../../data/community/post-writing.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import {
  addAttachment,
  type NewAttachment,
  removeUnsentAttachment,
  unsentAttachments,
} from '../../data/messaging/attachments.ts';
import { conversationOf, type Participant } from '../../data/messaging/conversations.ts';
import {
  baseName,
  CONTENT_HEAD_BYTES,
  contentRefusal,
  FILE_SENTENCES,
  fileKind,
  isLeftover,
  nameRefusal,
  purposeOf,
} from '../../domain/assets/file-kind.ts';
import { uploadSentence } from '../../domain/assets/upload.ts';
import { cleanFileName } from '../../domain/kernel/clean-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { QueueFull, semaphore } from '../../domain/kernel/semaphore.ts';
import { writeSentence } from '../../domain/messaging/conversation.ts';
import {
  ATTACHED_FILE_MAX_BYTES,
  ATTACHED_PICTURE_MAX_BYTES,
  ATTACHED_TOTAL_MAX_BYTES,
  type Attachment,
  otherSide,
  UNSENT_ATTACHMENT_TTL_MS,
} from '../../domain/messaging/message.ts';
import { modelKindOf } from '../../mesh/read.ts';
import { type FileStore, StorageRefused } from '../adapters/files/file-store.ts';
import { meshFactsOf } from '../adapters/mesh/mesh-facts.ts';
import { isDiskFull, type LocalUploads } from '../assets/uploads/partial-uploads.ts';
import { listZip } from '../assets/uploads/zip-directory.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { PictureRefused, processPicture } from '../kernel/picture-intake.ts';

/** What attachments need from the app. */
export interface AttachmentParts {
  pb: PocketBase;
  files: FileStore;
  /** Where a file is stored while it is checked. */
  partial: LocalUploads;
  now(): Instant;
  onError(reason: unknown): void;
}

export type AttachRefused =
  | { refused: 'unknown' }
  | { refused: 'closed' | 'too-large' | 'kind' | 'full' | 'no-room' | 'busy'; sentence: string };

const MB = 1024 * 1024;
const NAME_MAX = 200;
/** At most two files are checked at a time, since more would only share the same CPU; what comes after 30 waiting is refused. */
const withPermit = semaphore(2, 30);

/** Why a file of this name and size cannot be attached, or null. */
export function attachRefusal(name: string, sizeBytes: number): AttachRefused | null {
  const refusal = nameRefusal(name, sizeBytes);
  const kind = fileKind(name);
  if (refusal || !kind)
    return {
      refused: refusal === 'file-too-large' ? 'too-large' : 'kind',
      sentence: FILE_SENTENCES[refusal ?? 'file-kind'],
    };
  const most = purposeOf(kind) === 'picture' ? ATTACHED_PICTURE_MAX_BYTES : ATTACHED_FILE_MAX_BYTES;
  if (sizeBytes <= most) return null;
  const what = purposeOf(kind) === 'picture' ? 'A picture' : 'A file';
  return { refused: 'too-large', sentence: `${what} in a message has at most ${most / MB} MB.` };
}

/**
 * Accepts a file for a message, checked like sellers' uploads: by name, size and content. Pictures are re-encoded, so that
 * only pixels remain. A file without a message is removed after a day.
 */
export async function attach(
  parts: AttachmentParts,
  participant: Participant,
  sent: SentFile & { conversationId: string },
): Promise<{ attachment: Attachment } | AttachRefused> {
  const { pb, now } = parts;
  const conversation = await conversationOf(pb, participant, sent.conversationId);
  if (!conversation) return { refused: 'unknown' };
  if (conversation.closed)
    return {
      refused: 'closed',
      sentence: writeSentence(conversation.closed, conversation.names[otherSide(conversation.side)]),
    };
  return take(parts, sent, async (file) => {
    const own = { conversationId: conversation.id, ownerId: participant.userId, by: conversation.side };
    return (await addAttachment(pb, { ...file, ...own }, now())) === null;
  });
}

/** Accepts a file for a post of the seller's own store, checked like those of messages. */
export async function attachToPost(
  parts: AttachmentParts,
  { userId, storeId }: Participant,
  sent: SentFile & { postId: string },
): Promise<{ attachment: Attachment } | AttachRefused> {
  const { pb, now } = parts;
  const post = storeId === null ? null : await ownPost(pb, storeId, sent.postId);
  if (!post || storeId === null) return { refused: 'unknown' };
  return take(parts, sent, async (file) => {
    const added = { ...file, ownerId: userId, alt: '' };
    const own = { id: post.id, storeId };
    return (await addPostFile(pb, own, added, ATTACHED_TOTAL_MAX_BYTES, now())) === null;
  });
}

/** A file as it arrives. `sizeBytes` is what the request says; more bytes than that are not read. */
interface SentFile {
  name: string;
  sizeBytes: number;
  bytes: AsyncIterable<Uint8Array>;
}

/** Checks and stores a file. @param add writes its row, and answers false where there is no room for it. */
async function take(
  parts: AttachmentParts,
  sent: SentFile,
  add: (file: Omit<NewAttachment, 'conversationId' | 'ownerId' | 'by'>) => Promise<boolean>,
): Promise<{ attachment: Attachment } | AttachRefused> {
  const { partial } = parts;
  // Keep the end, which holds the extension; the cut may have split a character.
  const name = cleanFileName(cleanFileName(baseName(sent.name)).slice(-NAME_MAX));
  const refusal = attachRefusal(name, sent.sizeBytes);
  if (refusal) return refusal;
  if (!(await partial.hasLayer(sent.sizeBytes))) return NO_ROOM;
  const id = newRecordId();
  try {
    await partial.write(id, sent.bytes);
    if ((await partial.lengthOf(id)) !== sent.sizeBytes)
      return { refused: 'kind', sentence: uploadSentence('upload-lost') };
    const checked = await withPermit(() => checkContent(parts, id, name, sent.sizeBytes));
    if ('refused' in checked) return checked;
    const { bytes, ...facts } = checked;
    const stored = await (bytes ? parts.files.put(once(bytes)) : parts.files.storeFile(partial.pathOf(id)));
    const attachment = { id, ...facts, ...stored };
    if (!(await add(attachment)))
      return { refused: 'full', sentence: 'There is no room for more files here.' };
    const { kind, sizeBytes, width, height } = attachment;
    return { attachment: { id, kind, name: attachment.name, sizeBytes, width, height } };
  } catch (reason) {
    if (reason instanceof QueueFull) return BUSY;
    if (isDiskFull(reason) || (reason instanceof StorageRefused && reason.code === 'storage-full'))
      return NO_ROOM;
    if (reason instanceof StorageRefused) return { refused: 'busy', sentence: reason.message };
    throw reason;
  } finally {
    await partial.remove(id);
  }
}

const NO_ROOM: AttachRefused = {
  refused: 'no-room',
  sentence: 'There is no storage space left at the moment; try again later.',
};

const BUSY: AttachRefused = {
  refused: 'busy',
  sentence: 'Many files are being uploaded at the moment; try again in a minute.',
};

type CheckedFile = Pick<Attachment, 'kind' | 'name' | 'width' | 'height'> & {
  /** The bytes to store instead of the uploaded ones; null stores those. */
  bytes: Uint8Array<ArrayBuffer> | null;
};

async function checkContent(
  { partial }: AttachmentParts,
  id: string,
  name: string,
  sizeBytes: number,
): Promise<CheckedFile | AttachRefused> {
  const kind = fileKind(name);
  const refuse = (sentence: string): AttachRefused => ({ refused: 'kind', sentence });
  if (!kind) return refuse(FILE_SENTENCES['file-kind']);
  const refusal = contentRefusal(kind, await partial.head(id, CONTENT_HEAD_BYTES));
  if (refusal) return refuse(FILE_SENTENCES[refusal]);
  if (purposeOf(kind) === 'picture') {
    try {
      const bytes = await processPicture(await partial.head(id, sizeBytes));
      const { width = 0, height = 0 } = await sharp(bytes).metadata();
      return { kind: 'picture', name: name.replace(/\.[^.]*$/, '.webp'), width, height, bytes };
    } catch (reason) {
      if (reason instanceof PictureRefused) return refuse(reason.message);
      throw reason;
    }
  }
  if (kind === 'zip') {
    const sentence = await zipSentence(partial.pathOf(id), sizeBytes);
    if (sentence) return refuse(sentence);
  }
  const model = modelKindOf(name);
  const facts = model ? await meshFactsOf(partial.pathOf(id), model) : null;
  if (typeof facts === 'string' && facts !== 'mesh-too-large') return refuse(uploadSentence(facts));
  return { kind: 'file', name, width: null, height: null, bytes: null };
}

/** What is wrong with an archive, by its directory alone: nothing is unpacked. */
async function zipSentence(path: string, sizeBytes: number): Promise<string | null> {
  const file = await open(path);
  try {
    const entries = await listZip(file, sizeBytes);
    if (typeof entries === 'string') return uploadSentence(entries);
    for (const entry of entries) {
      const refusal = isLeftover(entry.path) ? null : nameRefusal(entry.path, entry.sizeBytes);
      if (refusal && refusal !== 'file-empty') return FILE_SENTENCES[refusal];
    }
    return null;
  } finally {
    await file.close();
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Removes files that were uploaded a day ago and never sent. Returns how many it checked. */
export async function removeStaleAttachments({ pb, now }: AttachmentParts): Promise<number> {
  const waiting = await unsentAttachments(pb, now() - UNSENT_ATTACHMENT_TTL_MS, 200);
  for (const { id } of waiting) await removeUnsentAttachment(pb, id);
  return waiting.length;
}

/** Removes stale attachments every ten minutes. */
export function openAttachmentSweep(parts: AttachmentParts): PeriodicJob {
  return openPeriodicJob(() => removeStaleAttachments(parts), 600_000, parts.onError);
}
