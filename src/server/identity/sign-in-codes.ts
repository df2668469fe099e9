import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type PocketBase from 'pocketbase';
import {
  assignCode,
  countEntry,
  createCode,
  mailCode,
  spendCode,
} from '../../data/identity/sign-in-codes.ts';
import { openSession, type SignedIn, userIdOfEmail } from '../../data/identity/users.ts';
import { isRecordId, newRecordId } from '../../data/kernel/record-id.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { AfterAnswers } from '../jobs/after-answers.ts';

/**
 * Codes by mail. The id of a code names it in the form; wrong entries are counted by it in the database, whoever types
 * them, so that they count across addresses and processes.
 */

/** As the mail says. */
const VALID_MS = 5 * 60_000;
/** Entries after which a code is void. */
export const ENTRIES_MAX = 5;
const DIGITS = 8;

const hashOf = (id: string, code: string) => createHash('sha256').update(`${id}\n${code}`).digest('hex');

/**
 * Makes a code and returns its id. The mail is sent after the answer, and the row is written whether or not there is an
 * account: the answer and its time are the same.
 */
export async function requestCode(
  { pb, afterAnswers }: { pb: PocketBase; afterAnswers: AfterAnswers },
  email: string,
  now: Instant,
): Promise<string> {
  const id = newRecordId();
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
  await createCode(pb, { id, codeHash: hashOf(id, code), now, expiresAt: now + VALID_MS });
  afterAnswers.run(async () => {
    const userId = await userIdOfEmail(pb, email);
    if (userId === null) return;
    await assignCode(pb, id, userId);
    await mailCode(pb, userId, code);
  });
  return id;
}

/**
 * Signs in the user a code was mailed to; null where it is wrong, expired, used or void.
 * @throws AccountRefused where the user is suspended.
 */
export async function signInWithCode(
  pb: PocketBase,
  client: string,
  { id, code }: { id: string; code: string },
  now: Instant,
): Promise<SignedIn | null> {
  if (!isRecordId(id)) return null;
  const entered = await countEntry(pb, id, { most: ENTRIES_MAX, now });
  if (!entered || !isSame(entered.codeHash, hashOf(id, code)) || entered.userId === null) return null;
  if (!(await spendCode(pb, id, entered.userId))) return null;
  return openSession(pb, client, entered.userId);
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
