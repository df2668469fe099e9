import type PocketBase from 'pocketbase';
import type { KeptRequest } from '../../domain/account/idempotency.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const a = tables.apiAnswers.as('a');

const ANSWER = {
  status: a.status,
  /** '' where the answer has none. */
  location: a.location,
  /** Packed; '' where it was too long to be kept. */
  packed: a.answer,
};
const REQUEST = shape({
  fingerprint: a.fingerprint,
  answer: from(ANSWER, (answer) => (answer.status === 0 ? null : answer)),
});

/** An answer as it is stored. */
export type StoredAnswer = RowOf<typeof ANSWER>;

/** Which request of a token: the hash of its key. */
export interface AnswerKey {
  tokenId: string;
  /** SHA-256 as hexadecimal digits. */
  keyHash: string;
}

/**
 * Takes a key for a request, before it is worked on. False where the key is taken: by another request of the token, also in
 * another process.
 */
export async function claimAnswer(
  pb: PocketBase,
  { tokenId, keyHash }: AnswerKey,
  fingerprint: string,
  { now, until }: { now: Instant; until: Instant },
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM api_answers WHERE token = {:tokenId} AND keyHash = {:keyHash} AND keptUntil <= {:now}`,
    { tokenId, keyHash, now: dateOf(now) },
  );
  const claimed = steps.count(
    sql`INSERT INTO api_answers (id, token, keyHash, fingerprint, status, location, answer, keptUntil, created, updated)
      SELECT {:id}, id, {:keyHash}, {:fingerprint}, 0, '', '', {:until}, {:now}, {:now} FROM api_tokens
      WHERE id = {:tokenId} AND NOT EXISTS (SELECT 1 FROM api_answers WHERE token = {:tokenId} AND keyHash = {:keyHash})`,
    { id: newRecordId(), tokenId, keyHash, fingerprint, until: dateOf(until), now: dateOf(now) },
  );
  await steps.run();
  return claimed.rows === 1;
}

/** The request that has a key, and its answer; null where none has. */
export async function keptRequest(
  pb: PocketBase,
  { tokenId, keyHash }: AnswerKey,
): Promise<KeptRequest<StoredAnswer> | null> {
  return first(
    pb,
    select(
      REQUEST,
      sql`SELECT ${REQUEST} FROM api_answers a WHERE a.token = {:tokenId} AND a.keyHash = {:keyHash}`,
      { tokenId, keyHash },
    ),
  );
}

/** Keeps the answer to the request that has a key. */
export async function keepAnswer(
  pb: PocketBase,
  { tokenId, keyHash }: AnswerKey,
  { status, location, packed }: StoredAnswer,
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE api_answers SET status = {:status}, location = {:location}, answer = {:packed}, updated = {:now}
        WHERE token = {:tokenId} AND keyHash = {:keyHash}`,
      { tokenId, keyHash, status, location, packed, now: dateOf(now) },
    )
    .run();
}

/** Gives a key back: its request was refused and changed nothing. */
export async function releaseAnswer(pb: PocketBase, { tokenId, keyHash }: AnswerKey): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM api_answers WHERE token = {:tokenId} AND keyHash = {:keyHash} AND status = 0`, {
      tokenId,
      keyHash,
    })
    .run();
}

/** Deletes answers whose day is over; at most a thousand at a time. */
export async function deleteOldAnswers(pb: PocketBase, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`DELETE FROM api_answers WHERE id IN
        (SELECT id FROM api_answers WHERE keptUntil <= {:now} ORDER BY keptUntil LIMIT 1000)`,
      { now: dateOf(now) },
    )
    .run();
}
