import { createHash, randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { addToken, holderOfToken, recordTokenUse, type TokenHolder } from '../../data/account/api-tokens.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import {
  type ApiScope,
  type ApiToken,
  TOKEN_PATTERN,
  TOKEN_PREFIX,
  type TokenDays,
  USE_RECORDED_EVERY_MS,
} from '../../domain/account/api-token.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { tokenMail } from './token-mails.ts';

const DAY_MS = 86_400_000;

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

/**
 * Makes a token for a person and mails them that it was made. The request was checked by `tokenRefusals`. Null where they
 * have as many as they may have.
 * @returns the token, and its secret, which is known to nobody after this.
 */
export async function makeToken(
  context: Pick<CommerceContext, 'pb' | 'siteUrl' | 'siteName' | 'mailQueued'>,
  person: { id: string; email: string },
  request: { name: string; scopes: readonly ApiScope[]; days: TokenDays },
  now: Instant,
): Promise<{ token: ApiToken; secret: string } | null> {
  const secret = TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const token: ApiToken = {
    id: newRecordId(),
    name: request.name,
    ending: secret.slice(-4),
    scopes: [...new Set(request.scopes)],
    createdAt: now,
    expiresAt: now + request.days * DAY_MS,
    lastUsedAt: null,
  };
  const mail = tokenMail(context, { ...token, email: person.email });
  const { id, name, ending, scopes, expiresAt } = token;
  const stored = { id, userId: person.id, name, tokenHash: hashOf(secret), ending, scopes, expiresAt };
  if (!(await addToken(context.pb, stored, mail, now))) return null;
  context.mailQueued();
  return { token, secret };
}

/**
 * Who holds the token in an Authorization header; null where there is none that is valid. Each request asks the database,
 * so that a revoked token opens nothing.
 */
export async function tokenHolder(
  pb: PocketBase,
  authorization: string | undefined,
  now: Instant,
): Promise<TokenHolder | null> {
  const [, secret = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
  if (!TOKEN_PATTERN.test(secret)) return null;
  const holder = await holderOfToken(pb, hashOf(secret), now);
  if (holder && now - (holder.lastUsedAt ?? 0) >= USE_RECORDED_EVERY_MS)
    await recordTokenUse(pb, holder.tokenId, now);
  return holder;
}
