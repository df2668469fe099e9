import type PocketBase from 'pocketbase';
import type { Revocation } from '../../domain/catalogue/entitlement.ts';
import {
  type MembershipPeriod,
  monthsOfPayment,
  type PaidMonths,
} from '../../domain/guild/membership-period.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { LicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { withMemberGrants } from './guild-grants.ts';

const p = tables.membershipPeriods.as('p');
const h = tables.guildHandouts.as('h');

const PERIOD = shape({
  id: p.id,
  memberId: p.member,
  month: p.month,
  kind: p.kind,
  tierId: p.tier,
  paymentId: p.payment,
  part: p.part,
  paidCents: p.paidCents,
  from: p.startsAt,
  until: p.endsAt,
  joinedAt: p.joinedAt,
  upgrade: from(
    { tierId: p.raiseTier, paymentId: p.raisePayment, paidCents: p.raiseCents, refunded: p.raiseRefunded },
    (upgrade) => (upgrade.paymentId === '' ? null : upgrade),
  ),
});
const MEMBER = shape({ id: p.member, guildId: p.guild });
const GRANT = {
  id: h.id,
  kind: h.kind,
  what: h.what,
  periodId: h.period,
  paymentId: h.payment,
  licence: h.licence,
  handedAt: h.handedAt,
  revokedAt: h.revokedAt,
};
const GRANT_ROW = shape(GRANT);

/** Members' months: how a payment becomes months and grants, and how a refund revokes them. */

/** The ids of a member and their guild. */
export interface MemberRef {
  id: string;
  guildId: string;
}

/** A member's months, earliest first. */
export async function periodsOfMember(pb: PocketBase, memberId: string): Promise<MembershipPeriod[]> {
  if (!isRecordId(memberId)) return [];
  const [periods] = await ask(
    pb,
    select(
      PERIOD,
      sql`SELECT ${PERIOD} FROM membership_periods p WHERE p.member = {:memberId} ORDER BY p.month, p.startsAt, p.id`,
      { memberId },
    ),
  );
  return periods;
}

/** Attempts to find a free month while other payments take months at the same time. */
const TRIES = 20;

/**
 * Stores the months a payment covers and makes the grants of those that have begun, in one transaction. Idempotent and
 * safe to run concurrently: a payment covers its months once. Returns `known` if it already did.
 * @param texts the current licence texts.
 * @param also adds what happens in the same transaction.
 */
export async function coverMonths(
  pb: PocketBase,
  member: MemberRef,
  paid: PaidMonths,
  texts: LicenceTexts,
  at: Instant,
  also: (steps: Transaction) => void = () => undefined,
): Promise<'covered' | 'known'> {
  for (let tries = 0; ; tries += 1) {
    const months = monthsOfPayment(member.id, paid, await periodsOfMember(pb, member.id));
    if (months.length === 0) return 'known';
    const now = dateOf(at);
    const steps = transaction(pb).exec(
      sql`INSERT INTO membership_periods (id, guild, member, tier, month, kind, payment, part, paidCents, startsAt, endsAt,
          joinedAt, raiseTier, raisePayment, raiseCents, raiseRefunded, handedAt, created, updated)
        SELECT value ->> '$.id', {:guild}, {:member}, {:tier}, value ->> '$.month', {:kind}, {:payment},
          value ->> '$.part', value ->> '$.paidCents', value ->> '$.startsAt', value ->> '$.endsAt', {:joinedAt},
          '', '', 0, FALSE, '', {:now}, {:now}
        FROM json_each({:months})`,
      {
        guild: member.guildId,
        member: member.id,
        tier: paid.tierId,
        kind: paid.kind,
        payment: paid.id,
        joinedAt: dateOf(paid.joinedAt),
        months: JSON.stringify(
          months.map(({ month, part, paidCents, from, until }) => ({
            id: newRecordId(),
            month,
            part,
            paidCents,
            startsAt: dateOf(from),
            endsAt: dateOf(until),
          })),
        ),
        now,
      },
      { expect: months.length, else: 'conflict' },
    );
    also(steps);
    withMemberGrants(steps, { guildId: member.guildId, memberId: member.id }, texts, at);
    if ((await refusalOf(steps, ['conflict'])) === null) return 'covered';
    if (tries >= TRIES) throw new Error(`no free month was found for payment ${paid.id}`);
  }
}

/**
 * Upgrades the month that runs at `paid.at` to a higher tier and makes its additional grants, in one transaction. Returns
 * `no-month` if none runs yet, as when webhook events arrive out of order; the next sync tries again. A tier that is not
 * higher changes nothing.
 */
export async function upgradeMonth(
  pb: PocketBase,
  member: MemberRef,
  paid: { paymentId: string; tierId: string; paidCents: number; at: Instant },
  texts: LicenceTexts,
  at: Instant,
): Promise<'upgraded' | 'known' | 'no-month'> {
  const params = {
    member: member.id,
    tier: paid.tierId,
    payment: paid.paymentId,
    cents: paid.paidCents,
    paidAt: dateOf(paid.at),
    now: dateOf(at),
  };
  const periods = await periodsOfMember(pb, member.id);
  if (periods.some(({ upgrade }) => upgrade?.paymentId === paid.paymentId)) return 'known';
  const steps = transaction(pb)
    .exec(
      sql`UPDATE membership_periods SET updated = {:now} WHERE member = {:member} AND kind IN ('paid', 'gift')
        AND startsAt <= {:paidAt} AND {:paidAt} < endsAt
        AND id = (SELECT p.id FROM membership_periods p WHERE p.member = {:member} AND p.kind IN ('paid', 'gift')
          AND p.startsAt <= {:paidAt} AND {:paidAt} < p.endsAt ORDER BY p.month DESC LIMIT 1)`,
      params,
      { expect: 1, else: 'no-month' },
    )
    .exec(
      sql`UPDATE membership_periods SET raiseTier = {:tier}, raisePayment = {:payment}, raiseCents = {:cents},
          raiseRefunded = FALSE, updated = {:now}
        WHERE id = (SELECT p.id FROM membership_periods p WHERE p.member = {:member} AND p.kind IN ('paid', 'gift')
          AND p.startsAt <= {:paidAt} AND {:paidAt} < p.endsAt ORDER BY p.month DESC LIMIT 1)
        AND (SELECT t.position FROM guild_tiers t WHERE t.id = {:tier}) > (SELECT t.position FROM guild_tiers t
          WHERE t.id = CASE WHEN raisePayment <> '' AND raiseRefunded = FALSE THEN raiseTier ELSE membership_periods.tier END)`,
      params,
      { expect: 1, else: 'known' },
    );
  withMemberGrants(steps, { guildId: member.guildId, memberId: member.id }, texts, at);
  const refusal = await refusalOf(steps, ['no-month', 'known', 'conflict']);
  // The payment id is unique among upgrades: a conflict means that the same payment was stored meanwhile.
  return refusal === 'conflict' ? 'known' : (refusal ?? 'upgraded');
}

const OF_PAYMENT = sql`source IN ('release', 'entry_bundle', 'loyalty')
  AND sourceId IN (SELECT id FROM guild_handouts WHERE payment = {:payment})`;

/**
 * Revokes what a payment brought, and nothing else: its months become `refunded`, its grants and their entitlements are
 * revoked. What another payment of the same member also covers is granted again by that one. Idempotent.
 */
export async function revokePayment(
  pb: PocketBase,
  paymentId: string,
  revocation: Revocation,
  texts: LicenceTexts,
  at: Instant,
): Promise<void> {
  const params = { payment: paymentId, now: dateOf(at), why: revocation };
  const members = await membersOfPayment(pb, paymentId);
  const steps = transaction(pb)
    .exec(
      sql`UPDATE membership_periods SET kind = 'refunded', updated = {:now}
        WHERE payment = {:payment} AND kind IN ('paid', 'gift')`,
      params,
    )
    .exec(
      sql`UPDATE membership_periods SET raiseRefunded = TRUE, updated = {:now} WHERE raisePayment = {:payment}`,
      params,
    )
    .exec(
      sql`UPDATE entitlements SET revokedAt = {:now}, revocation = {:why}, updated = {:now}
        WHERE revokedAt = '' AND ${OF_PAYMENT}`,
      params,
    )
    .exec(
      sql`UPDATE guild_handouts SET revokedAt = {:now}, revocation = {:why}, updated = {:now}
        WHERE revokedAt = '' AND payment = {:payment}`,
      params,
    );
  for (const { id, guildId } of members) withMemberGrants(steps, { guildId, memberId: id }, texts, at);
  await steps.run();
}

/** Restores months, grants and entitlements of a payment after a won dispute. */
export async function restorePayment(
  pb: PocketBase,
  paymentId: string,
  texts: LicenceTexts,
  at: Instant,
): Promise<void> {
  const params = { payment: paymentId, now: dateOf(at) };
  const members = await membersOfPayment(pb, paymentId);
  const steps = transaction(pb)
    .exec(
      sql`UPDATE membership_periods SET kind = 'paid', updated = {:now} WHERE payment = {:payment} AND kind = 'refunded'
        AND NOT EXISTS (SELECT 1 FROM membership_periods o WHERE o.member = membership_periods.member
          AND o.month = membership_periods.month AND o.kind IN ('paid', 'gift'))`,
      params,
    )
    .exec(
      sql`UPDATE membership_periods SET raiseRefunded = FALSE, updated = {:now} WHERE raisePayment = {:payment}`,
      params,
    )
    .exec(
      sql`UPDATE guild_handouts SET revokedAt = '', revocation = '', updated = {:now}
        WHERE payment = {:payment} AND revocation = 'dispute' AND NOT EXISTS (SELECT 1 FROM guild_handouts o
          WHERE o.member = guild_handouts.member AND o.what = guild_handouts.what AND o.revokedAt = ''
            AND (o.licence = guild_handouts.licence OR o.kind <> 'release'))`,
      params,
    )
    .exec(
      sql`UPDATE entitlements SET revokedAt = '', revocation = '', updated = {:now} WHERE revocation = 'dispute'
        AND ${OF_PAYMENT} AND sourceId IN (SELECT id FROM guild_handouts WHERE revokedAt = '')`,
      params,
    );
  for (const { id, guildId } of members) withMemberGrants(steps, { guildId, memberId: id }, texts, at);
  await steps.run();
}

async function membersOfPayment(pb: PocketBase, paymentId: string): Promise<MemberRef[]> {
  const [members] = await ask(
    pb,
    select(
      MEMBER,
      sql`SELECT DISTINCT ${MEMBER} FROM membership_periods p
        WHERE p.payment = {:paymentId} OR (p.raisePayment = {:paymentId} AND p.raisePayment <> '')`,
      { paymentId },
    ),
  );
  return members;
}

/** Members with a month that has begun but is not processed yet: later months of a year, and moved months. */
export async function membersDue(pb: PocketBase, now: Instant, limit: number): Promise<MemberRef[]> {
  const [members] = await ask(
    pb,
    select(
      MEMBER,
      sql`SELECT DISTINCT * FROM (SELECT ${MEMBER} FROM membership_periods p
        WHERE p.handedAt = '' AND p.startsAt > '' AND p.startsAt <= {:now} ORDER BY p.startsAt, p.id LIMIT {:limit})`,
      { now: dateOf(now), limit },
    ),
  );
  return members;
}

/** Makes the grants these members are due. */
export async function grantDueMonths(
  pb: PocketBase,
  members: readonly MemberRef[],
  texts: LicenceTexts,
  at: Instant,
): Promise<void> {
  // Each member takes about twenty statements; a batch takes five hundred.
  for (let place = 0; place < members.length; place += 15) {
    const steps: Transaction = transaction(pb);
    for (const { id, guildId } of members.slice(place, place + 15))
      withMemberGrants(steps, { guildId, memberId: id }, texts, at);
    await steps.run();
  }
}

/** A grant as stored. */
export type StoredGrant = RowOf<typeof GRANT>;

/** A member's grants, newest first, including revoked ones. */
export async function grantsOfMember(pb: PocketBase, memberId: string): Promise<StoredGrant[]> {
  if (!isRecordId(memberId)) return [];
  const [grants] = await ask(
    pb,
    select(
      GRANT_ROW,
      sql`SELECT ${GRANT_ROW} FROM guild_handouts h WHERE h.member = {:memberId} ORDER BY h.handedAt DESC, h.kind, h.id`,
      { memberId },
    ),
  );
  return grants;
}
