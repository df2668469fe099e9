import type PocketBase from 'pocketbase';
import { REMINDED_BEFORE_MS, type Renewal, type RenewalKind } from '../../domain/account/renewal.ts';
import { SHORT_TRIAL_DAYS, TRIAL_REMINDED_BEFORE_MS } from '../../domain/guild/free-trial.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { userIdOfEmail } from '../identity/users.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { choice, dateOrNone, flag, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';

/** Subscriptions of people and stores that renew by themselves, and whom we reminded of it. */

const m = tables.guildMembers.as('m');
const g = tables.guilds.as('g');
const p = tables.sellerPlans.as('p');
const u = tables.users.as('u');

const MEMBER = shape({
  kind: value(sql`'member'`, choice<'member'>()),
  id: m.id,
  userId: u.id,
  email: u.email,
  guildId: m.guild,
  storeId: g.store,
  name: g.name,
  subscriptionId: m.subscriptionId,
  isYearly: value(sql`m.billing = 'annual'`, flag),
  priceCents: m.priceCents,
  renewsAt: m.nextChargeAt.or(0),
  isEnding: value(sql`m.state = 'cancelling'`, flag),
  trialFrom: value(sql`iif(m.state = 'trialing', m.joinedAt, '')`, dateOrNone),
});
const PLAN = shape({
  kind: value(sql`'plan'`, choice<'plan'>()),
  id: p.id,
  userId: u.id,
  email: u.email,
  guildId: value(sql`''`, text),
  storeId: p.store,
  name: value(sql`'the Pro plan of ' || s.name`, text),
  subscriptionId: p.subscriptionId,
  isYearly: value(sql`p.rhythm = 'annual'`, flag),
  priceCents: p.priceCents,
  renewsAt: p.paidUntil.or(0),
  isEnding: value(sql`p.state = 'ending'`, flag),
  trialFrom: value(sql`''`, dateOrNone),
});

/** Members with a subscription that goes on, or ends at the end of what is paid. */
const members = (where: Sql) => sql`SELECT ${MEMBER}
  FROM guild_members m JOIN guilds g ON g.id = m.guild JOIN users u ON u.id = m.[[user]]
  WHERE m.state IN ('active', 'trialing', 'past_due', 'cancelling') AND m.subscriptionId <> '' AND ${where}`;

const plans = (where: Sql) => sql`SELECT ${PLAN}
  FROM seller_plans p JOIN stores s ON s.id = p.store JOIN users u ON u.id = s.owner
  WHERE p.state IN ('active', 'past-due', 'ending') AND p.subscriptionId <> '' AND ${where}`;

/** Yearly subscriptions that renew soon, and free trials that end, whose owners were not reminded of it; the first ones first. */
export async function renewalsToRemind(pb: PocketBase, now: Instant, limit: number): Promise<Renewal[]> {
  const values = { now: dateOf(now), until: dateOf(now + REMINDED_BEFORE_MS), limit };
  const [ofMembers, ofTrials, ofPlans] = await ask(
    pb,
    select(
      MEMBER,
      sql`${members(sql`m.billing = 'annual' AND m.state = 'active' AND m.nextChargeAt > {:now}
        AND m.nextChargeAt <= {:until} AND m.remindedFor <> m.nextChargeAt`)} ORDER BY m.nextChargeAt LIMIT {:limit}`,
      values,
    ),
    select(
      MEMBER,
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
    ),
    select(
      PLAN,
      sql`${plans(sql`p.rhythm = 'annual' AND p.state = 'active' AND p.paidUntil > {:now}
        AND p.paidUntil <= {:until} AND p.remindedFor <> p.paidUntil`)} ORDER BY p.paidUntil LIMIT {:limit}`,
      values,
    ),
  );
  return [...ofMembers, ...ofTrials, ...ofPlans];
}

/** The subscriptions of the account with this address that go on; empty where there is no such account. */
export async function renewalsOfEmail(pb: PocketBase, email: string): Promise<Renewal[]> {
  const userId = await userIdOfEmail(pb, email);
  if (userId === null) return [];
  const [ofMembers, ofPlans] = await ask(
    pb,
    select(MEMBER, members(sql`m.[[user]] = {:userId} AND m.state <> 'cancelling'`), { userId }),
    select(PLAN, plans(sql`s.owner = {:userId} AND p.state <> 'ending'`), { userId }),
  );
  return [...ofMembers, ...ofPlans];
}

/** One subscription that goes on or is ending; null where there is none. */
export async function renewalById(pb: PocketBase, kind: RenewalKind, id: string): Promise<Renewal | null> {
  if (!isRecordId(id)) return null;
  const [ofMembers, ofPlans] = await ask(
    pb,
    select(MEMBER, members(sql`m.id = {:id}`), { id }),
    select(PLAN, plans(sql`p.id = {:id}`), { id }),
  );
  const [found] = kind === 'member' ? ofMembers : ofPlans;
  return found ?? null;
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
