import { randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { Revocation } from '../../domain/catalogue/entitlement.ts';
import { newLicenceNumber } from '../../domain/catalogue/licence-number.ts';
import { memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { GuildMembersRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/**
 * Numbers of merchant licences: of one that a guild gives its member, and of one that was bought, claimed or received as a
 * gift. Whoever has the number, which nobody can guess, may read the public page that proves the licence.
 */

/** A merchant licence as everybody with its number sees it. */
export interface MerchantLicence {
  number: string;
  username: string;
  store: { slug: string; name: string };
  /** The guild that gives it, and whether new releases are still added; null for one model that was bought or received. */
  guild: { name: string; isIn: boolean } | null;
  /** Products whose prints may be sold, by name, each since when; with the end of a licence that was taken back. */
  products: { id: string; name: string; since: Instant; isVisible: boolean; end: LicenceEnd | null }[];
  /** The licence text of the day it was granted; "" for a guild, where each model has its own. */
  text: string;
}

export interface LicenceEnd {
  at: Instant;
  why: Revocation | null;
}

const newNumber = () => newLicenceNumber(randomBytes(12));

/** The number of a member's licence, made on first use; null without a merchant licence. It never changes. */
export async function licenceNumberOfMember(pb: PocketBase, memberId: string): Promise<string | null> {
  if (!isRecordId(memberId)) return null;
  const known = await storedNumber(pb, '', memberId);
  if (known !== null) return known;
  await transaction(pb)
    .exec(
      sql`INSERT INTO merchant_licences (id, [[user]], number, entitlement, member, created)
        SELECT ${NEW_ID_SQL}, m.[[user]], {:number}, '', m.id, {:now} FROM guild_members m
        WHERE m.id = {:memberId} AND m.[[user]] <> '' AND EXISTS (SELECT 1 FROM guild_handouts h
          WHERE h.member = m.id AND h.licence = 'merchant' AND h.revokedAt = '')
        ON CONFLICT (entitlement, member) DO NOTHING`,
      { memberId, number: newNumber(), now: dateOf(Date.now()) },
    )
    .run();
  return storedNumber(pb, '', memberId);
}

/**
 * The number of one of the user's own licences, made on first use; null where it does not allow to sell prints, was taken
 * back, or comes from a guild, which has one number for all it gives.
 */
export async function licenceNumberOfEntitlement(
  pb: PocketBase,
  userId: string,
  entitlementId: string,
  at: Instant,
): Promise<string | null> {
  if (!isRecordId(entitlementId)) return null;
  await transaction(pb)
    .exec(
      sql`INSERT INTO merchant_licences (id, [[user]], number, entitlement, member, created)
        SELECT ${NEW_ID_SQL}, e.[[user]], {:number}, e.id, '', {:now} FROM entitlements e
        WHERE e.id = {:entitlementId} AND e.[[user]] = {:userId} AND e.revokedAt = ''
          AND e.source NOT IN ('release', 'entry_bundle', 'loyalty') AND instr(e.licences, '"merchant"') > 0
        ON CONFLICT (entitlement, member) DO NOTHING`,
      { userId, entitlementId, number: newNumber(), now: dateOf(at) },
    )
    .run();
  const numbers = await licenceNumbersOf(pb, userId);
  return numbers.get(entitlementId) ?? null;
}

/** The numbers of the user's own licences, by entitlement. */
export async function licenceNumbersOf(pb: PocketBase, userId: string): Promise<Map<string, string>> {
  const [rows] = await ask(
    pb,
    query<{ entitlement: string; number: string }>(
      sql`SELECT l.entitlement, l.number FROM merchant_licences l WHERE l.[[user]] = {:userId} AND l.entitlement <> ''`,
      { userId },
      ['entitlement', 'number'],
    ),
  );
  return new Map(rows.map(({ entitlement, number }) => [entitlement, number]));
}

async function storedNumber(pb: PocketBase, entitlement: string, member: string): Promise<string | null> {
  const [[row]] = await ask(
    pb,
    query<{ number: string }>(
      sql`SELECT l.number FROM merchant_licences l WHERE l.entitlement = {:entitlement} AND l.member = {:member}`,
      { entitlement, member },
      ['number'],
    ),
  );
  return row?.number ?? null;
}

/** The number that took the place of the key in a link from before there were numbers; null for any other text. */
export async function numberOfKey(pb: PocketBase, key: string): Promise<string | null> {
  if (!/^[A-Za-z0-9_-]{32}$/.test(key)) return null;
  const [[member]] = await ask(
    pb,
    query<{ id: string }>(sql`SELECT m.id FROM guild_members m WHERE m.licenceKey = {:key}`, { key }, ['id']),
  );
  return member ? licenceNumberOfMember(pb, member.id) : null;
}

/** The licence with this number; null if there is none. */
export async function merchantLicence(pb: PocketBase, number: string): Promise<MerchantLicence | null> {
  const [[head]] = await ask(
    pb,
    query<{ entitlement: string; member: string; username: string }>(
      sql`SELECT l.entitlement, l.member, u.username FROM merchant_licences l JOIN users u ON u.id = l.[[user]]
        WHERE l.number = {:number}`,
      { number },
      ['entitlement', 'member', 'username'],
    ),
  );
  if (!head) return null;
  const of = await (head.member === '' ? ofEntitlement(pb, head.entitlement) : ofMember(pb, head.member));
  return of && { number, username: head.username, ...of };
}

type Content = Pick<MerchantLicence, 'store' | 'guild' | 'products' | 'text'>;

const isVisible = (state: string) => state === 'published' || state === 'unlisted';

async function ofEntitlement(pb: PocketBase, entitlementId: string): Promise<Content | null> {
  const [[row]] = await ask(
    pb,
    query<{
      product: string;
      grantedAt: string;
      revokedAt: string;
      revocation: Revocation | '';
      name: string;
      state: string;
      slug: string;
      store: string;
      body: string;
    }>(
      sql`SELECT e.product, e.grantedAt, e.revokedAt, e.revocation, p.name, p.state, s.slug, s.name AS store,
          coalesce(t.body, '') AS body
        FROM entitlements e JOIN products p ON p.id = e.product JOIN stores s ON s.id = p.store
          LEFT JOIN licence_texts t ON t.[[key]] = e.licenceText
        WHERE e.id = {:entitlementId}`,
      { entitlementId },
      ['product', 'grantedAt', 'revokedAt', 'revocation', 'name', 'state', 'slug', 'store', 'body'],
    ),
  );
  if (!row) return null;
  const endedAt = instantOf(row.revokedAt);
  const why = row.revocation === '' ? null : row.revocation;
  const { product: id, name, state } = row;
  const since = instantOf(row.grantedAt) ?? 0;
  const end = endedAt === null ? null : { at: endedAt, why };
  return {
    store: { slug: row.slug, name: row.store },
    guild: null,
    products: [{ id, name, since, isVisible: isVisible(state), end }],
    text: row.body,
  };
}

async function ofMember(pb: PocketBase, memberId: string): Promise<Content | null> {
  const [[member], rows] = await ask(
    pb,
    query<{
      guild: string;
      state: GuildMembersRecord['state'];
      licence: string;
      slug: string;
      store: string;
    }>(
      sql`SELECT g.name AS guild, m.state, coalesce(t.licence, '') AS licence, s.slug, s.name AS store
        FROM guild_members m JOIN guilds g ON g.id = m.guild JOIN stores s ON s.id = g.store
          LEFT JOIN guild_tiers t ON t.id = m.tier
        WHERE m.id = {:memberId}`,
      { memberId },
      ['guild', 'state', 'licence', 'slug', 'store'],
    ),
    query<{ product: string; grantedAt: string; name: string; state: string }>(
      sql`SELECT e.product, min(e.grantedAt) AS grantedAt, p.name, p.state
        FROM guild_members m JOIN guilds g ON g.id = m.guild
          CROSS JOIN entitlements e ON e.[[user]] = m.[[user]] CROSS JOIN products p ON p.id = e.product
        WHERE m.id = {:memberId} AND m.[[user]] <> '' AND p.store = g.store AND e.revokedAt = ''
          AND instr(e.licences, '"merchant"') > 0 AND e.source IN ('release', 'entry_bundle', 'loyalty')
        GROUP BY e.product`,
      { memberId },
      ['product', 'grantedAt', 'name', 'state'],
    ),
  );
  if (!member) return null;
  const isIn = member.state !== '' && memberIsIn(member.state) && member.licence === 'merchant';
  return {
    store: { slug: member.slug, name: member.store },
    guild: { name: member.guild, isIn },
    products: rows
      .map(({ product, grantedAt, name, state }) => ({
        ...{ id: product, name, since: instantOf(grantedAt) ?? 0 },
        ...{ isVisible: isVisible(state), end: null },
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    text: '',
  };
}
