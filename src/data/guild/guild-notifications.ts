import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Audience, type Occasion, people, withNotification } from '../notifications/notifications.ts';

const h = tables.guildHandouts.as('h');
const RELEASE = shape({ id: h.what });

/** Notifications to many members: one INSERT … SELECT per batch, so that five thousand members take a few statements. */

/** Notifies one user; returns 1, or 0 if they were notified before. */
export function notifyOne(pb: PocketBase, userId: string, occasion: Occasion, at: Instant): Promise<number> {
  return notifyMany(pb, people([userId]), occasion, at, 1);
}

/** Notifies the next `most` members who hold a release; returns how many. */
export function notifyHolders(
  pb: PocketBase,
  release: { id: string; guildId: string },
  occasion: Occasion,
  at: Instant,
  most: number,
): Promise<number> {
  return notifyMany(
    pb,
    {
      sql: sql`SELECT m.[[user]] FROM guild_members m WHERE m.guild = {:guild} AND EXISTS (SELECT 1 FROM guild_handouts h
        WHERE h.member = m.id AND h.what = {:release} AND h.revokedAt = '')`,
      params: { guild: release.guildId, release: release.id },
    },
    occasion,
    at,
    most,
  );
}

/** The notification key of a release; it makes each user be notified once. */
export const releaseKey = (releaseId: string) => `release:${releaseId}`;

/** Ids of the releases a member was granted since a moment and not notified of. */
export async function releasesNotNotified(
  pb: PocketBase,
  { id, userId }: { id: string; userId: string },
  since: Instant,
): Promise<string[]> {
  const [rows] = await ask(
    pb,
    select(
      RELEASE,
      sql`SELECT DISTINCT ${RELEASE} FROM guild_handouts h WHERE h.member = {:id} AND h.kind = 'release'
        AND h.revokedAt = '' AND h.handedAt >= {:since} AND NOT EXISTS (SELECT 1 FROM notifications n
          WHERE n.noteKey = {:releaseKey} || h.what AND n.[[user]] = {:userId})`,
      { id, userId, since: dateOf(since), releaseKey: releaseKey('') },
    ),
  );
  return rows.map(({ id }) => id);
}

/**
 * Notifies a member of a release that came out during their membership and reached them only with a later paid month. Not
 * for releases that were out when they joined or that came with an upgrade: they have just seen those. Returns 1, or 0 if
 * they were notified before.
 */
export function notifyLateHolder(
  pb: PocketBase,
  given: { memberId: string; releaseId: string },
  occasion: Occasion,
  at: Instant,
): Promise<number> {
  return notifyMany(
    pb,
    {
      sql: sql`SELECT m.[[user]] FROM guild_members m JOIN releases r ON r.id = {:release} AND r.guild = m.guild
        WHERE m.id = {:member} AND m.joinedAt < r.publishedAt AND EXISTS (SELECT 1 FROM guild_handouts h
          JOIN membership_periods p ON p.id = h.period WHERE h.member = m.id AND h.what = r.id AND h.revokedAt = ''
          AND h.payment = p.payment)`,
      params: { member: given.memberId, release: given.releaseId },
    },
    occasion,
    at,
    1,
  );
}

/** Notifies the next `most` members of a guild; returns how many. */
export function notifyMembers(
  pb: PocketBase,
  guildId: string,
  occasion: Occasion,
  at: Instant,
  most: number,
): Promise<number> {
  return notifyMany(
    pb,
    {
      sql: sql`SELECT m.[[user]] FROM guild_members m WHERE m.guild = {:guild}
        AND m.state IN ('trialing', 'active', 'past_due', 'cancelling')`,
      params: { guild: guildId },
    },
    occasion,
    at,
    most,
  );
}

/** Notifies the next `most` members of a tier who pay monthly and less than the current price. */
export function notifyMembersPayingLess(
  pb: PocketBase,
  tier: { id: string; guildId: string; listCents: Cents },
  occasion: Occasion,
  at: Instant,
  most: number,
): Promise<number> {
  return notifyMany(
    pb,
    {
      sql: sql`SELECT m.[[user]] FROM guild_members m WHERE m.guild = {:guild} AND m.tier = {:tier} AND m.billing = 'monthly'
        AND m.priceCents < {:cents} AND m.priceCents > 0 AND m.state IN ('active', 'past_due')`,
      params: { guild: tier.guildId, tier: tier.id, cents: tier.listCents },
    },
    occasion,
    at,
    most,
  );
}

async function notifyMany(
  pb: PocketBase,
  audience: Audience,
  occasion: Occasion,
  at: Instant,
  most: number,
): Promise<number> {
  const steps = transaction(pb);
  const notified = withNotification(steps, audience, occasion, at, most);
  await steps.run();
  return notified.rows;
}
