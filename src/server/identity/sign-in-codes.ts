import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type PocketBase from 'pocketbase';
import {
  assignCode,
  assignOrJoin,
  countEntry,
  createCode,
  mailCode,
  mailSignUpCode,
  spendCode,
} from '../../data/identity/sign-in-codes.ts';
import { openSessionByCode, type SignedInByCode, userIdOfEmail } from '../../data/identity/users.ts';
import { isRecordId, newRecordId } from '../../data/kernel/record-id.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { AfterAnswers } from '../jobs/after-answers.ts';

/**
 * Codes by mail. The id of a code names it in the form; wrong entries are counted by it in the database, whoever types
 * them, so that they count across addresses and processes.
 */

/** As the mail says. */
const VALID_MS = 5 * 60_000;
/**
 * For how long a mailed code is good for further requests, which mail none: whoever asks gets what is in the mailbox. Short
 * enough that most of its time is left.
 */
export const JOINED_MS = 2 * 60_000;
/** Entries after which a code is void. */
export const ENTRIES_MAX = 5;
const DIGITS = 8;

/** What a code is for. A code for one thing is worth nothing for the other. */
type Purpose = 'sign-in' | OwnPurpose;
/** What somebody who is signed in confirms: the set-up of a second factor, or that it is still them. */
export type OwnPurpose = 'set-up' | 'step-up';

const hashOf = (id: string, code: string, purpose: Purpose = 'sign-in') =>
  createHash('sha256')
    .update(purpose === 'sign-in' ? `${id}\n${code}` : `${purpose}\n${id}\n${code}`)
    .digest('hex');
const newCode = () => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');

/**
 * Makes a code and returns its id, or joins one that was mailed a moment ago. The mail is sent after the answer, and the row is written whether or not there is an
 * account: the answer and its time are the same.
 */
export async function requestCode(
  { pb, afterAnswers }: { pb: PocketBase; afterAnswers: AfterAnswers },
  email: string,
  now: Instant,
): Promise<string> {
  const id = newRecordId();
  const code = newCode();
  await createCode(pb, { id, codeHash: hashOf(id, code), now, expiresAt: now + VALID_MS });
  afterAnswers.run(() => mailKnownAccount(pb, email, { id, digits: code }, now));
  return id;
}

/** How long the code of a sign-up is good, as its mail says: whoever made an account may have to look for their mail. */
const SIGN_UP_VALID_MS = 30 * 60_000;

/** A code that is stored and belongs to nobody yet. */
export interface UnassignedCode {
  id: string;
  digits: string;
}

/** Makes a code for somebody who signs up. It is written whether or not their address has an account already. */
export async function newSignUpCode(pb: PocketBase, now: Instant): Promise<UnassignedCode> {
  const code = { id: newRecordId(), digits: newCode() };
  const codeHash = hashOf(code.id, code.digits);
  await createCode(pb, { id: code.id, codeHash, now, expiresAt: now + SIGN_UP_VALID_MS });
  return code;
}

/** Mails the code of a sign-up to its new account, with a link that confirms the address. */
export async function mailNewAccount(
  pb: PocketBase,
  userId: string,
  { id, digits }: UnassignedCode,
  mail: { subject: string; body: string },
): Promise<void> {
  await assignCode(pb, id, userId);
  await mailSignUpCode(pb, userId, digits, mail);
}

/** Mails the code of a sign-up to the owner of an address that has an account already: it signs them in. */
export async function mailKnownAccount(
  pb: PocketBase,
  email: string,
  { id, digits }: UnassignedCode,
  now: Instant,
): Promise<void> {
  const userId = await userIdOfEmail(pb, email);
  if (userId === null) return;
  if ((await assignOrJoin(pb, id, userId, { now, since: now - JOINED_MS })) === 'mail')
    await mailCode(pb, userId, digits);
}

/**
 * Signs in the user a code was mailed to; null where it is wrong, expired, used or void.
 * @param secret what this browser keeps of its sign-up, or null; see `openSessionByCode`.
 * @throws AccountRefused where the user is suspended.
 */
export async function signInWithCode(
  pb: PocketBase,
  client: string,
  { id, code, secret }: { id: string; code: string; secret: string | null },
  now: Instant,
): Promise<SignedInByCode | null> {
  if (!isRecordId(id)) return null;
  const entered = await countEntry(pb, id, { most: ENTRIES_MAX, now });
  if (!entered || !isSame(entered.codeHash, hashOf(entered.id, code)) || entered.userId === null) return null;
  return openSessionByCode(pb, client, { userId: entered.userId, code: entered.id, secret });
}

/** Makes a code for somebody who is signed in, mails it after the answer, and returns its id. */
export async function requestOwnCode(
  { pb, afterAnswers }: { pb: PocketBase; afterAnswers: AfterAnswers },
  userId: string,
  purpose: OwnPurpose,
  now: Instant,
): Promise<string> {
  const id = newRecordId();
  const code = newCode();
  await createCode(pb, { id, codeHash: hashOf(id, code, purpose), now, expiresAt: now + VALID_MS });
  await assignCode(pb, id, userId);
  afterAnswers.run(() => mailCode(pb, userId, code));
  return id;
}

/** Whether this is the code that was mailed to this person for that purpose; it is used up then. */
export async function spendOwnCode(
  pb: PocketBase,
  userId: string,
  purpose: OwnPurpose,
  { id, code }: { id: string; code: string },
  now: Instant,
): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const entered = await countEntry(pb, id, { most: ENTRIES_MAX, now });
  if (!entered || !isSame(entered.codeHash, hashOf(id, code, purpose))) return false;
  // Whose code it is, the database decides.
  return spendCode(pb, id, userId);
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
