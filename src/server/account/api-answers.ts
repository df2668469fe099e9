import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type PocketBase from 'pocketbase';
import {
  type AnswerKey,
  claimAnswer,
  deleteOldAnswers,
  keepAnswer,
  keptRequest,
  releaseAnswer,
} from '../../data/account/api-answers.ts';
import { ANSWER_KEPT_FOR_MS, type RepeatRefusal, repeated } from '../../domain/account/idempotency.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/** An answer of the API that is kept for its key. */
export interface KeptAnswer {
  status: number;
  /** Where what was made is; null where nothing was. */
  location: string | null;
  /** JSON; null where it was too long to be kept. */
  text: string | null;
}

/** The longest packed answer that is kept: a product of 2,000 files. In characters. */
const PACKED_MAX = 200_000;
/** Of packed JSON at most; what a stored answer unpacks to. In bytes. */
const TEXT_MAX_BYTES = 4_000_000;
const CLEANED_EVERY_MS = 10 * 60_000;

const pack = promisify(gzip);
const unpack = promisify(gunzip);

/** SHA-256 of parts, each with its length, so that no two lists of parts are alike. */
export function fingerprintOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) {
    const bytes = Buffer.from(part as string);
    hash.update(`${bytes.length}:`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * Does a request of a token once for its key. The key is taken before the work begins; whoever repeats the request gets the
 * first answer.
 * @param wasRefused whether what `work` threw says that nothing was changed; only then the key is free again
 */
export async function answerOnce(
  pb: PocketBase,
  { tokenId, key, fingerprint }: { tokenId: string; key: string; fingerprint: string },
  now: () => Instant,
  work: () => Promise<KeptAnswer & { text: string }>,
  wasRefused: (reason: unknown) => boolean,
): Promise<{ answer: KeptAnswer; isRepeated: boolean } | { refusal: RepeatRefusal }> {
  const answerKey: AnswerKey = { tokenId, keyHash: fingerprintOf([key]) };
  const at = now();
  const isFirst = await claimAnswer(pb, answerKey, fingerprint, { now: at, until: at + ANSWER_KEPT_FOR_MS });
  if (!isFirst) {
    const kept = await keptRequest(pb, answerKey);
    // The first request was refused in this moment, or the token is gone.
    if (kept === null) return { refusal: 'unanswered' };
    const again = repeated(kept, fingerprint);
    if ('refusal' in again) return again;
    const { status, location, packed } = again.answer;
    const limit = { maxOutputLength: TEXT_MAX_BYTES };
    const text = packed === '' ? null : String(await unpack(Buffer.from(packed, 'base64'), limit));
    return { answer: { status, location: location === '' ? null : location, text }, isRepeated: true };
  }
  try {
    const answer = await work();
    const packed = (await pack(answer.text)).toString('base64');
    const isKept = packed.length <= PACKED_MAX && Buffer.byteLength(answer.text) <= TEXT_MAX_BYTES;
    const stored = {
      ...{ status: answer.status, location: answer.location ?? '' },
      packed: isKept ? packed : '',
    };
    await keepAnswer(pb, answerKey, stored, now());
    return { answer, isRepeated: false };
  } catch (reason) {
    // Where it is not known how far the work came, the key stays taken: a repeated request must not do it twice.
    if (wasRefused(reason)) await releaseAnswer(pb, answerKey);
    throw reason;
  }
}

/** Deletes kept answers whose day is over. */
export function openAnswerCleanup(
  pb: PocketBase,
  now: () => Instant,
  onError: (reason: unknown) => void,
): PeriodicJob {
  return openPeriodicJob(() => deleteOldAnswers(pb, now()), CLEANED_EVERY_MS, onError);
}
