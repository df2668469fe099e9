import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf } from '../kernel/fields.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Audience, type Occasion, people, withNotification } from '../notifications/notifications.ts';

/** News to many members at once: written where they lie, so that five thousand are a handful of statements. */

/** Tells one member; answers whether he was told now. */
export function notifyOne(pb: PocketBase, userId: string, occasion: Occasion, at: Instant): Promise<number> {
  return notifyMany(pb, people([userId]), occasion, at, 1);
}

/** Tells the next of those who hold a release, at most so many; answers how many. */
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

/** Names the news of a release; each person is told of it once. */
export const releaseKey = (releaseId: string) => `release:${releaseId}`;

/** What a member's months brought him since a moment, of which nobody has told him: ids of releases. */
export async function releasesNotNotified(
  pb: PocketBase,
  { id, userId }: { id: string; userId: string },
  since: Instant,
): Promise<string[]> {
  const given = await pb.collection('guild_handouts').getFullList<{ what: string }>({
    filter: pb.filter("member = {:id} && kind = 'release' && revokedAt = '' && handedAt >= {:since}", {
      id,
      since: dateOf(since),
    }),
    fields: 'what',
  });
  const releases = [...new Set(given.map(({ what }) => what))];
  if (releases.length === 0) return [];
  const keys = releases.map((release) => pb.filter('noteKey = {:key}', { key: releaseKey(release) }));
  const told = await pb.collection('notifications').getFullList<{ noteKey: string }>({
    filter: `${pb.filter('user = {:userId}', { userId })} && (${keys.join(' || ')})`,
    fields: 'noteKey',
  });
  const known = new Set(told.map(({ noteKey }) => noteKey));
  return releases.filter((release) => !known.has(releaseKey(release)));
}

/**
 * Tells a member of a release that came out while he was in the guild and reached him only with a month of his that was
 * paid later. Nobody is told of what was there when he joined, or of what going up brought: he has just read it. Answers
 * whether he was told now.
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

/** Tells the next of a guild's members, at most so many; answers how many. */
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

/** Tells the next of those of a tier who pay each month and less than an amount, at most so many. */
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
