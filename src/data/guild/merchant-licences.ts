import { randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';
import type { Revocation } from '../../domain/catalogue/entitlement.ts';
import { newLicenceNumber } from '../../domain/catalogue/licence-number.ts';
import { memberIsIn } from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { from, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { date } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
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

const l = tables.merchantLicences.as('l');
const u = tables.users.as('u');
const m = tables.guildMembers.as('m');
const g = tables.guilds.as('g');
const r = tables.guildTiers.as('r');
const e = tables.entitlements.as('e');
const p = tables.products.as('p');
const s = tables.stores.as('s');
const t = tables.licenceTexts.as('t');

const STORE = { slug: s.slug, name: s.name };
const isVisible = p.state.as((state) => state === 'published' || state === 'unlisted');

const NUMBER = shape({ entitlementId: l.entitlement, number: l.number });
const KEYED = shape({ id: m.id });
const HEAD = shape({ entitlementId: l.entitlement, memberId: l.member, username: u.username });
/** A licence of one model. */
const BOUGHT = shape({
  store: STORE,
  product: {
    ...{ id: e.product, name: p.name, since: e.grantedAt, isVisible: isVisible },
    end: from({ at: e.revokedAt, why: e.revocation }, ({ at, why }) => (at === null ? null : { at, why })),
  },
  text: t.body.or(''),
});
const MEMBER = shape({
  store: STORE,
  guild: {
    name: g.name,
    isIn: from(
      { state: m.state, licence: r.licence.or(null) },
      ({ state, licence }) => memberIsIn(state) && licence === 'merchant',
    ),
  },
});
const GIVEN = shape({
  ...{ id: e.product, name: p.name, since: value(sql`min(e.grantedAt)`, date), isVisible: isVisible },
});

const newNumber = () => newLicenceNumber(randomBytes(12));

/** The number of a member's licence, made on first use; null without a merchant licence. It never changes. */
export async function licenceNumberOfMember(pb: PocketBase, memberId: string): Promise<string | null> {
  if (!isRecordId(memberId)) return null;
  const known = await storedNumber(pb, memberId);
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
  return storedNumber(pb, memberId);
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
    select(
      NUMBER,
      sql`SELECT ${NUMBER} FROM merchant_licences l WHERE l.[[user]] = {:userId} AND l.entitlement <> ''`,
      { userId },
    ),
  );
  return new Map(rows.map(({ entitlementId, number }) => [entitlementId, number]));
}

async function storedNumber(pb: PocketBase, memberId: string): Promise<string | null> {
  const row = await first(
    pb,
    select(
      NUMBER,
      sql`SELECT ${NUMBER} FROM merchant_licences l WHERE l.entitlement = '' AND l.member = {:memberId}`,
      { memberId },
    ),
  );
  return row?.number ?? null;
}

/** The number that took the place of the key in a link from before there were numbers; null for any other text. */
export async function numberOfKey(pb: PocketBase, key: string): Promise<string | null> {
  if (!/^[A-Za-z0-9_-]{32}$/.test(key)) return null;
  const member = await first(
    pb,
    select(KEYED, sql`SELECT ${KEYED} FROM guild_members m WHERE m.licenceKey = {:key}`, { key }),
  );
  return member ? licenceNumberOfMember(pb, member.id) : null;
}

/** The licence with this number; null if there is none. */
export async function merchantLicence(pb: PocketBase, number: string): Promise<MerchantLicence | null> {
  const head = await first(
    pb,
    select(
      HEAD,
      sql`SELECT ${HEAD} FROM merchant_licences l JOIN users u ON u.id = l.[[user]] WHERE l.number = {:number}`,
      { number },
    ),
  );
  if (!head) return null;
  const of = await (head.memberId === ''
    ? ofEntitlement(pb, head.entitlementId)
    : ofMember(pb, head.memberId));
  return of && { number, username: head.username, ...of };
}

type Content = Pick<MerchantLicence, 'store' | 'guild' | 'products' | 'text'>;

async function ofEntitlement(pb: PocketBase, entitlementId: string): Promise<Content | null> {
  const row = await first(
    pb,
    select(
      BOUGHT,
      sql`SELECT ${BOUGHT} FROM entitlements e JOIN products p ON p.id = e.product JOIN stores s ON s.id = p.store
          LEFT JOIN licence_texts t ON t.[[key]] = e.licenceText
        WHERE e.id = {:entitlementId}`,
      { entitlementId },
    ),
  );
  return row ? { store: row.store, guild: null, products: [row.product], text: row.text } : null;
}

async function ofMember(pb: PocketBase, memberId: string): Promise<Content | null> {
  const [[member], products] = await ask(
    pb,
    select(
      MEMBER,
      sql`SELECT ${MEMBER} FROM guild_members m JOIN guilds g ON g.id = m.guild JOIN stores s ON s.id = g.store
          LEFT JOIN guild_tiers r ON r.id = m.tier
        WHERE m.id = {:memberId}`,
      { memberId },
    ),
    select(
      GIVEN,
      sql`SELECT ${GIVEN} FROM guild_members m JOIN guilds g ON g.id = m.guild
          CROSS JOIN entitlements e ON e.[[user]] = m.[[user]] CROSS JOIN products p ON p.id = e.product
        WHERE m.id = {:memberId} AND m.[[user]] <> '' AND p.store = g.store AND e.revokedAt = ''
          AND instr(e.licences, '"merchant"') > 0 AND e.source IN ('release', 'entry_bundle', 'loyalty')
        GROUP BY e.product`,
      { memberId },
    ),
  );
  if (!member) return null;
  return {
    ...member,
    products: products
      .map((product) => ({ ...product, end: null }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    text: '',
  };
}
