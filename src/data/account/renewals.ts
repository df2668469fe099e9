import type PocketBase from 'pocketbase';
import { REMINDED_BEFORE_MS, type Renewal, type RenewalKind } from '../../domain/account/renewal.ts';
import { SHORT_TRIAL_DAYS, TRIAL_REMINDED_BEFORE_MS } from '../../domain/guild/free-trial.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { userIdOfEmail } from '../identity/users.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';

/** Subscriptions of people and stores that renew by themselves, and whom we reminded of it. */

interface RenewalRow {
  kind: RenewalKind;
  id: string;
  userId: string;
  email: string;
  guildId: string;
  storeId: string;
  name: string;
  subscriptionId: string;
  isYearly: number;
  trialFrom: string;
  priceCents: number;
  renewsAt: string;
  isEnding: number;
}
const COLUMNS = [
  ...(['kind', 'id', 'userId', 'email', 'guildId', 'storeId', 'name', 'subscriptionId'] as const),
  ...(['isYearly', 'priceCents', 'renewsAt', 'isEnding', 'trialFrom'] as const),
] as const;

/** Members with a subscription that goes on, or ends at the end of what is paid. */
const members = (where: Sql) => sql`SELECT 'member' AS kind, m.id AS id, u.id AS userId, u.email AS email,
    m.guild AS guildId, g.store AS storeId, g.name AS name, m.subscriptionId AS subscriptionId,
    m.billing = 'annual' AS isYearly, m.priceCents AS priceCents, m.nextChargeAt AS renewsAt,
    m.state = 'cancelling' AS isEnding, iif(m.state = 'trialing', m.joinedAt, '') AS trialFrom
  FROM guild_members m JOIN guilds g ON g.id = m.guild JOIN users u ON u.id = m.[[user]]
  WHERE m.state IN ('active', 'trialing', 'past_due', 'cancelling') AND m.subscriptionId <> '' AND ${where}`;

const plans = (
  where: Sql,
) => sql`SELECT 'plan' AS kind, p.id AS id, u.id AS userId, u.email AS email, '' AS guildId,
    p.store AS storeId, 'the Pro plan of ' || s.name AS name, p.subscriptionId AS subscriptionId,
    p.rhythm = 'annual' AS isYearly, p.priceCents AS priceCents, p.paidUntil AS renewsAt, p.state = 'ending' AS isEnding,
    '' AS trialFrom
  FROM seller_plans p JOIN stores s ON s.id = p.store JOIN users u ON u.id = s.owner
  WHERE p.state IN ('active', 'past-due', 'ending') AND p.subscriptionId <> '' AND ${where}`;

const renewalOf = (row: RenewalRow): Renewal => ({
  ...row,
  isYearly: row.isYearly !== 0,
  isEnding: row.isEnding !== 0,
  renewsAt: instantOf(row.renewsAt) ?? 0,
  trialFrom: instantOf(row.trialFrom),
});

/** Yearly subscriptions that renew soon, and free trials that end, whose owners were not reminded of it; the first ones first. */
export async function renewalsToRemind(pb: PocketBase, now: Instant, limit: number): Promise<Renewal[]> {
  const values = { now: dateOf(now), until: dateOf(now + REMINDED_BEFORE_MS), limit };
  const [ofMembers, ofTrials, ofPlans] = await ask(
    pb,
    query<RenewalRow>(
      sql`${members(sql`m.billing = 'annual' AND m.state = 'active' AND m.nextChargeAt > {:now}
        AND m.nextChargeAt <= {:until} AND m.remindedFor <> m.nextChargeAt`)} ORDER BY m.nextChargeAt LIMIT {:limit}`,
      values,
      COLUMNS,
    ),
    query<RenewalRow>(
      sql`${members(sql`m.state = 'trialing' AND m.nextChargeAt > {:now} AND m.nextChargeAt <= {:until}
        AND (m.nextChargeAt <= {:untilShort} OR julianday(m.nextChargeAt) - julianday(m.joinedAt) > {:short})
        AND m.remindedFor <> m.nextChargeAt`)} ORDER BY m.nextChargeAt LIMIT {:limit}`,
      {
        now: dateOf(now),
        until: dateOf(now + TRIAL_REMINDED_BEFORE_MS.long),
        untilShort: dateOf(now + TRIAL_REMINDED_BEFORE_MS.short),
        short: SHORT_TRIAL_DAYS,
        limit,
      },
      COLUMNS,
    ),
    query<RenewalRow>(
      sql`${plans(sql`p.rhythm = 'annual' AND p.state = 'active' AND p.paidUntil > {:now}
        AND p.paidUntil <= {:until} AND p.remindedFor <> p.paidUntil`)} ORDER BY p.paidUntil LIMIT {:limit}`,
      values,
      COLUMNS,
    ),
  );
  return [...ofMembers, ...ofTrials, ...ofPlans].map(renewalOf);
}

/** The subscriptions of the account with this address that go on; empty where there is no such account. */
export async function renewalsOfEmail(pb: PocketBase, email: string): Promise<Renewal[]> {
  const userId = await userIdOfEmail(pb, email);
  if (userId === null) return [];
  const [ofMembers, ofPlans] = await ask(
    pb,
    query<RenewalRow>(members(sql`m.[[user]] = {:userId} AND m.state <> 'cancelling'`), { userId }, COLUMNS),
    query<RenewalRow>(plans(sql`s.owner = {:userId} AND p.state <> 'ending'`), { userId }, COLUMNS),
  );
  return [...ofMembers, ...ofPlans].map(renewalOf);
}

/** One subscription that goes on or is ending; null where there is none. */
export async function renewalById(pb: PocketBase, kind: RenewalKind, id: string): Promise<Renewal | null> {
  if (!isRecordId(id)) return null;
  const [ofMembers, ofPlans] = await ask(
    pb,
    query<RenewalRow>(members(sql`m.id = {:id}`), { id }, COLUMNS),
    query<RenewalRow>(plans(sql`p.id = {:id}`), { id }, COLUMNS),
  );
  const [found] = kind === 'member' ? ofMembers : ofPlans;
  return found ? renewalOf(found) : null;
}

const REMINDED: Record<RenewalKind, Sql> = {
  member: sql`UPDATE guild_members SET remindedFor = nextChargeAt
    WHERE id = {:id} AND nextChargeAt = {:renewsAt} AND remindedFor <> nextChargeAt`,
  plan: sql`UPDATE seller_plans SET remindedFor = paidUntil
    WHERE id = {:id} AND paidUntil = {:renewsAt} AND remindedFor <> paidUntil`,
};

/** Queues a reminder, once for each renewal, whoever else does the same. False where it was queued before. */
export async function queueReminder(
  pb: PocketBase,
  { kind, id, renewsAt }: Renewal,
  mail: Mail,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    REMINDED[kind],
    { id, renewsAt: dateOf(renewsAt) },
    { expect: 1, else: 'reminded' },
  );
  withMail(steps, mail, now);
  return (await refusalOf(steps, ['reminded'])) === null;
}
