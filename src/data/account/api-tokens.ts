import type PocketBase from 'pocketbase';
import { type ApiScope, type ApiToken, scopesIn, TOKENS_MAX } from '../../domain/account/api-token.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';

const t = tables.apiTokens.as('t');
const u = tables.users.as('u');
const s = tables.stores.as('s');

const TOKEN = shape({
  id: t.id,
  name: t.name,
  ending: t.ending,
  scopes: t.scopes.as(scopesIn),
  createdAt: t.created,
  expiresAt: t.expiresAt,
  lastUsedAt: t.lastUsedAt,
});

const OF_HOLDER = {
  tokenId: t.id,
  userId: t.user,
  scopes: t.scopes.as(scopesIn),
  /** The person's own store, unless it is suspended or closed. */
  storeId: s.id.orNull,
  lastUsedAt: t.lastUsedAt,
  /** When the account was made, and its strikes: what limits of posting look at. */
  since: u.created,
  strikes: u.strikes,
};
const HOLDER = shape(OF_HOLDER);

/** Whoever sent a token, and what it opens. */
export type TokenHolder = RowOf<typeof OF_HOLDER>;

/** A token to be stored. */
export interface NewApiToken {
  id: string;
  userId: string;
  name: string;
  /** SHA-256 of the secret, as hexadecimal digits. */
  tokenHash: string;
  ending: string;
  scopes: readonly ApiScope[];
  expiresAt: Instant;
}

/**
 * Stores a token with the mail that tells its owner, and removes their expired ones. False where they have as many as they
 * may have.
 */
export async function addToken(
  pb: PocketBase,
  token: NewApiToken,
  mail: Mail,
  now: Instant,
): Promise<boolean> {
  const { id, userId, name, tokenHash, ending, scopes, expiresAt } = token;
  const steps = transaction(pb)
    .exec(sql`DELETE FROM api_tokens WHERE [[user]] = {:userId} AND expiresAt <= {:now}`, {
      userId,
      now: dateOf(now),
    })
    .exec(
      sql`INSERT INTO api_tokens (id, [[user]], name, tokenHash, ending, scopes, expiresAt, lastUsedAt, created, updated)
        SELECT {:id}, {:userId}, {:name}, {:tokenHash}, {:ending}, {:scopes}, {:expiresAt}, '', {:now}, {:now}
        WHERE (SELECT count(*) FROM api_tokens WHERE [[user]] = {:userId}) < {:most}`,
      {
        ...{ id, userId, name, tokenHash, ending, most: TOKENS_MAX },
        scopes: scopes.join(' '),
        expiresAt: dateOf(expiresAt),
        now: dateOf(now),
      },
      { expect: 1, else: 'too-many' },
    );
  return (await refusalOf(withMail(steps, mail, now), ['too-many'])) === null;
}

/** The tokens of a person that have not expired, the newest first. */
export async function tokensOf(pb: PocketBase, userId: string, now: Instant): Promise<ApiToken[]> {
  const [rows] = await ask(
    pb,
    select(
      TOKEN,
      sql`SELECT ${TOKEN} FROM api_tokens t
        WHERE t.[[user]] = {:userId} AND t.expiresAt > {:now} ORDER BY t.created DESC, t.id`,
      { userId, now: dateOf(now) },
    ),
  );
  return rows;
}

/** Deletes a token of a person. False where they have no such token. */
export async function deleteToken(pb: PocketBase, userId: string, id: string): Promise<boolean> {
  const steps = transaction(pb);
  const deleted = steps.count(sql`DELETE FROM api_tokens WHERE id = {:id} AND [[user]] = {:userId}`, {
    id,
    userId,
  });
  await steps.run();
  return deleted.rows === 1;
}

/**
 * Whose token has this hash; null for one that is unknown, expired, or of a suspended account. It is found by an index over
 * hashes: how long that takes says nothing about a secret.
 */
export async function holderOfToken(
  pb: PocketBase,
  tokenHash: string,
  now: Instant,
): Promise<TokenHolder | null> {
  return first(
    pb,
    select(
      HOLDER,
      sql`SELECT ${HOLDER} FROM api_tokens t JOIN users u ON u.id = t.[[user]]
        LEFT JOIN stores s ON s.owner = u.id AND s.state NOT IN ('suspended', 'closed')
        WHERE t.tokenHash = {:tokenHash} AND t.expiresAt > {:now} AND u.suspended = FALSE`,
      { tokenHash, now: dateOf(now) },
    ),
  );
}

/** Records that a token was used. */
export async function recordTokenUse(pb: PocketBase, id: string, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE api_tokens SET lastUsedAt = {:now} WHERE id = {:id}`, { id, now: dateOf(now) })
    .run();
}
