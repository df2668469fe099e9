import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type LicenceTexts, withLicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { type ChangedRows, type Transaction, transaction } from '../kernel/transaction.ts';

/**
 * The grants of months, as SQL. Production runs these statements and not `grantsDue` of the domain, so that reading and
 * granting are one transaction. `tests/data/guild/guild-parity.test.ts` runs the same histories against both.
 */

/** The payments of months that have begun: the month's own (place 0), then an upgrade within it (place 1). */
const claims = (whose: Sql) => sql`claims AS (
    SELECT p.id, p.guild, p.member, p.month, p.startsAt, p.endsAt, p.joinedAt, p.payment, p.tier, 0 AS place
      FROM membership_periods p JOIN guild_members m ON m.id = p.member
      WHERE (${whose}) AND p.kind IN ('paid', 'gift') AND p.startsAt <= {:now}
    UNION ALL
    SELECT p.id, p.guild, p.member, p.month, p.startsAt, p.endsAt, p.joinedAt, p.raisePayment, p.raiseTier, 1
      FROM membership_periods p JOIN guild_members m ON m.id = p.member
      WHERE (${whose}) AND p.raisePayment <> '' AND p.raiseRefunded = FALSE AND p.startsAt <= {:now})`;

/** Whether tier `t` is among the tiers of a release or bundle, or includes one of them. */
const tierReceives = (table: Sql, column: Sql, thing: Sql) => sql`EXISTS (
    SELECT 1 FROM ${table} mt JOIN guild_tiers lt ON lt.id = mt.tier WHERE [[mt.${column}]] = ${thing}
      AND (lt.id = t.id OR (t.includesLower = TRUE AND lt.position < t.position)))`;

const into = (kind: Sql, due: Sql) => sql`
  INSERT OR IGNORE INTO guild_handouts (id, guild, member, period, kind, what, payment, licence, handedAt, revokedAt,
      revocation, created, updated)
    ${due}
    SELECT ${NEW_ID_SQL}, guild, member, period, ${kind}, what, payment, licence, {:now}, '', '',
      {:now}, {:now}
    FROM due`;

/** Releases: once per licence, and no personal licence for a member who has the merchant licence. */
const RELEASES = (whose: Sql, which: Sql) =>
  into(
    sql`'release'`,
    sql`WITH ${claims(whose)}, found AS (
      SELECT c.guild, c.member, c.id AS period, c.payment, r.id AS what, t.licence,
        ROW_NUMBER() OVER (PARTITION BY c.member, r.id, t.licence ORDER BY c.month, c.startsAt, c.id, c.place) AS turn,
        SUM(t.licence = 'merchant') OVER (PARTITION BY c.member, r.id ORDER BY c.month, c.startsAt, c.id, c.place
          ROWS UNBOUNDED PRECEDING) AS selling
      FROM claims c JOIN guilds g ON g.id = c.guild JOIN guild_tiers t ON t.id = c.tier
        JOIN releases r ON r.guild = c.guild AND r.publishedAt <> '' AND r.publishedAt <= {:now} AND (r.month = c.month
          OR (g.grantRule = 'all_while_active' AND c.startsAt <= r.publishedAt AND r.publishedAt < c.endsAt))
      WHERE (${which}) AND ${tierReceives(sql`release_tiers`, sql`release`, sql`r.id`)}
    ), due AS (
      SELECT * FROM found f WHERE turn = 1 AND (licence = 'merchant' OR selling = 0) AND NOT EXISTS (
        SELECT 1 FROM guild_handouts h WHERE h.member = f.member AND h.what = f.what AND h.revokedAt = ''
          AND h.licence IN (f.licence, 'merchant'))
      LIMIT {:most})`,
  );

const BUNDLES = (whose: Sql) =>
  into(
    sql`'entry_bundle'`,
    sql`WITH ${claims(whose)}, found AS (
      SELECT c.guild, c.member, c.id AS period, c.payment, b.id AS what, t.licence,
        ROW_NUMBER() OVER (PARTITION BY c.member, b.id ORDER BY c.month, c.startsAt, c.id, c.place) AS turn
      FROM claims c JOIN guild_tiers t ON t.id = c.tier JOIN entry_bundles b ON b.guild = c.guild
      WHERE b.startedAt <> '' AND c.joinedAt >= b.startedAt AND (b.endedAt = '' OR c.joinedAt < b.endedAt)
        AND (b.validFrom = '' OR c.joinedAt >= b.validFrom) AND (b.validTo = '' OR c.joinedAt < b.validTo)
        AND b.minPaidPeriods <= (SELECT count(*) FROM membership_periods q WHERE q.member = c.member
          AND q.kind = 'paid' AND q.startsAt <= {:now} AND q.month <= c.month)
        AND ${tierReceives(sql`entry_bundle_tiers`, sql`bundle`, sql`b.id`)}
    ), due AS (
      SELECT * FROM found f WHERE turn = 1 AND NOT EXISTS (SELECT 1 FROM guild_handouts h WHERE h.member = f.member
        AND h.what = f.what AND h.revokedAt = ''))`,
  );

/** Streak and total after each counting month; a skipped month keeps the streak and adds nothing. */
const reached = (whose: Sql) => sql`months AS (
      SELECT p.member, p.month, max(p.kind <> 'skipped') AS counts
        FROM membership_periods p JOIN guild_members m ON m.id = p.member
        WHERE (${whose}) AND p.kind IN ('paid', 'gift', 'skipped') AND p.startsAt <= {:now} GROUP BY p.member, p.month
    ), numbered AS (
      SELECT *, CAST(substr(month, 1, 4) AS INT) * 12 + CAST(substr(month, 6, 2) AS INT)
        - ROW_NUMBER() OVER (PARTITION BY member ORDER BY month) AS run FROM months
    ), reached AS (
      SELECT *, SUM(counts) OVER (PARTITION BY member, run ORDER BY month) AS streak,
        SUM(counts) OVER (PARTITION BY member ORDER BY month) AS total FROM numbered)`;

const REWARDS = (whose: Sql) =>
  into(
    sql`'loyalty'`,
    sql`WITH ${claims(whose)}, ${reached(whose)}, found AS (
      SELECT c.guild, c.member, c.id AS period, c.payment, w.id AS what, t.licence,
        ROW_NUMBER() OVER (PARTITION BY c.member, w.id ORDER BY c.month, c.startsAt, c.id) AS turn
      FROM claims c JOIN guild_tiers t ON t.id = c.tier JOIN loyalty_rewards w ON w.guild = c.guild
        JOIN reached a ON a.member = c.member AND a.month = c.month AND a.counts = 1
      WHERE c.place = 0 AND w.startedAt <> '' AND (w.endedAt = '' OR c.startsAt < w.endedAt)
        AND w.months <= CASE w.kind WHEN 'streak' THEN a.streak ELSE a.total END
    ), due AS (
      SELECT * FROM found f WHERE turn = 1 AND NOT EXISTS (SELECT 1 FROM guild_handouts h WHERE h.member = f.member
        AND h.what = f.what AND h.revokedAt = ''))`,
  );

/** The products of releases, bundles and rewards. */
const CONTENTS = [
  { table: sql`release_products`, column: sql`release`, owner: sql`releases` },
  { table: sql`entry_bundle_products`, column: sql`bundle`, owner: sql`entry_bundles` },
  { table: sql`loyalty_reward_products`, column: sql`reward`, owner: sql`loyalty_rewards` },
] as const;

/**
 * Stores the licence texts and creates the missing entitlements for the products of grants. Returns the number of
 * entitlements for each entry of CONTENTS.
 */
function withProducts(
  steps: Transaction,
  whose: Sql,
  params: { now: string } & Record<string, unknown>,
  texts: LicenceTexts,
  most = -1,
): ChangedRows[] {
  withLicenceTexts(steps, [texts.personal, texts.both], params.now);
  const delivered: ChangedRows[] = [];
  for (const { table, column, owner } of CONTENTS) {
    // Suspended products are marked as undelivered, so that they follow when the suspension is lifted.
    steps.exec(
      sql`UPDATE ${table} SET deliveredAt = '' WHERE deliveredAt <> ''
          AND [[${column}]] IN (SELECT o.id FROM ${owner} o WHERE o.guild = {:guild})
          AND EXISTS (SELECT 1 FROM products pr WHERE pr.id = product AND pr.state = 'suspended')`,
      params,
    );
    delivered.push(
      steps.count(
        sql`INSERT OR IGNORE INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt,
            revokedAt, revocation, created, updated)
          SELECT ${NEW_ID_SQL}, m.user, x.product, h.kind, h.id,
            CASE h.licence WHEN 'merchant' THEN '["personal","merchant"]' ELSE '["personal"]' END,
            CASE h.licence WHEN 'merchant' THEN {:both} ELSE {:personal} END, {:now}, '', '', {:now}, {:now}
          FROM guild_handouts h JOIN guild_members m ON m.id = h.member JOIN ${table} x ON [[x.${column}]] = h.what
            JOIN products pr ON pr.id = x.product
          WHERE (${whose}) AND h.revokedAt = '' AND m.user <> '' AND pr.state <> 'suspended' AND NOT EXISTS (
            SELECT 1 FROM entitlements e WHERE e.user = m.user AND e.product = x.product AND e.source = h.kind
              AND e.sourceId = h.id)
          LIMIT {:products}`,
        { ...params, both: texts.both.key, personal: texts.personal.key, products: most },
      ),
    );
  }
  return delivered;
}

/** Makes all grants a member is due and updates their streak and total. */
export function withMemberGrants(
  steps: Transaction,
  { guildId, memberId }: { guildId: string; memberId: string },
  texts: LicenceTexts,
  at: Instant,
): Transaction {
  const params = { guild: guildId, member: memberId, now: dateOf(at) };
  const mine = sql`m.id = {:member}`;
  steps
    .exec(RELEASES(mine, sql`TRUE`), { ...params, most: -1 })
    .exec(BUNDLES(mine), params)
    .exec(REWARDS(mine), params);
  withProducts(steps, mine, params, texts);
  return steps
    .exec(
      sql`UPDATE membership_periods SET handedAt = {:now} WHERE member = {:member} AND handedAt = '' AND startsAt <= {:now}`,
      params,
    )
    .exec(
      sql`UPDATE guild_members SET updated = {:now}, (months, streak) = (
          WITH ${reached(mine)} SELECT COALESCE(MAX(total), 0), COALESCE((SELECT a.streak FROM reached a
            WHERE a.counts = 1 ORDER BY a.month DESC LIMIT 1), 0) FROM reached)
        WHERE id = {:member}`,
      params,
    );
}

/** Grants a release to the next `most` members who are due it. Returns how many got it. */
export async function grantRelease(
  pb: PocketBase,
  release: { id: string; guildId: string },
  texts: LicenceTexts,
  at: Instant,
  most: number,
): Promise<number> {
  const params = { guild: release.guildId, release: release.id, now: dateOf(at) };
  const steps = transaction(pb);
  const handed = steps.count(RELEASES(sql`m.guild = {:guild}`, sql`r.id = {:release}`), {
    ...params,
    most,
  });
  withProducts(steps, sql`h.what = {:release}`, params, texts);
  steps.exec(
    sql`UPDATE releases SET updated = {:now}, reached = (SELECT count(DISTINCT member) FROM guild_handouts WHERE what = {:release}
      AND revokedAt = '') WHERE id = {:release}`,
    params,
  );
  await steps.run();
  return handed.rows;
}

/** Creates up to `most` missing entitlements for the models of a release, bundle or reward; returns how many. */
export async function grantContents(
  pb: PocketBase,
  source: { what: string; guildId: string },
  texts: LicenceTexts,
  at: Instant,
  most: number,
): Promise<number> {
  const params = { guild: source.guildId, what: source.what, now: dateOf(at) };
  const steps = transaction(pb);
  const delivered = withProducts(steps, sql`h.what = {:what}`, params, texts, most);
  await steps.run();
  return delivered.reduce((sum, { rows }) => sum + rows, 0);
}

/** Stores how many members a publishing release is due to reach. */
export async function countReleaseDue(
  pb: PocketBase,
  release: { id: string; guildId: string },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE releases SET toReach = reached + (
          WITH ${claims(sql`m.guild = {:guild}`)} SELECT count(DISTINCT c.member) FROM claims c
            JOIN guilds g ON g.id = c.guild JOIN guild_tiers t ON t.id = c.tier
          WHERE (releases.month = c.month OR (g.grantRule = 'all_while_active' AND c.startsAt <= releases.publishedAt
              AND releases.publishedAt < c.endsAt))
            AND ${tierReceives(sql`release_tiers`, sql`release`, sql`releases.id`)}
            AND NOT EXISTS (SELECT 1 FROM guild_handouts h WHERE h.member = c.member AND h.what = releases.id
              AND h.revokedAt = ''))
        WHERE id = {:release} AND state = 'publishing'`,
      { guild: release.guildId, release: release.id, now: dateOf(at) },
    )
    .run();
}
