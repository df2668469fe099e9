import type PocketBase from 'pocketbase';
import type { HeldPayment } from '../../domain/guild/guild-hold.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Guilds whose store is not open: whose payments are to be paused or resumed, and what is given back. */

/** A member whose payments a hold concerns. */
export interface HeldMember {
  id: string;
  guildId: string;
  userId: string;
  subscriptionId: string;
  /** Until when the member had skipped payments before the hold; null for not. */
  skipsUntil: Instant | null;
  /** Names the hold, or its end: the same for every try of one wish. */
  turn: string;
}

type MemberRow = Record<'id' | 'guildId' | 'userId' | 'subscriptionId' | 'skipsUntil' | 'turn', string>;
const MEMBER_COLUMNS = ['id', 'guildId', 'userId', 'subscriptionId', 'skipsUntil', 'turn'] as const;
const MEMBER = sql`m.id AS id, m.guild AS guildId, m.[[user]] AS userId, m.subscriptionId AS subscriptionId,
  m.skipsUntil AS skipsUntil`;

async function members(pb: PocketBase, statement: Sql, limit: number): Promise<HeldMember[]> {
  const [rows] = await ask(pb, query<MemberRow>(statement, { limit }, [...MEMBER_COLUMNS]));
  return rows.map(({ skipsUntil, ...row }) => ({ ...row, skipsUntil: instantOf(skipsUntil) }));
}

/**
 * Members of guilds on hold who could still be charged, the one that was tried longest ago first: those whose payments are
 * not paused for the hold, and those of whom the provider says that a payment is due all the same.
 */
export function membersToHold(pb: PocketBase, limit: number): Promise<HeldMember[]> {
  return members(
    pb,
    sql`SELECT id, guildId, userId, subscriptionId, skipsUntil, turn FROM (
      SELECT ${MEMBER}, g.heldAt AS turn, m.updated AS tried FROM guilds g INDEXED BY guilds_held
        CROSS JOIN guild_members m INDEXED BY guild_members_not_held
          ON m.guild = g.id AND m.heldAt = '' AND m.subscriptionId <> ''
        WHERE g.heldAt <> '' AND g.heldAt > '' AND m.[[user]] <> '' AND m.state IN ('trialing', 'active', 'past_due', 'cancelling')
      UNION ALL SELECT ${MEMBER}, g.heldAt AS turn, m.updated AS tried FROM guilds g INDEXED BY guilds_held
        CROSS JOIN guild_members m INDEXED BY guild_members_held ON m.guild = g.id AND m.heldAt <> ''
        WHERE g.heldAt <> '' AND g.heldAt > '' AND m.[[user]] <> '' AND m.subscriptionId <> ''
          AND (m.state = 'past_due' OR (m.state IN ('trialing', 'active') AND m.nextChargeAt <> '')))
      ORDER BY tried, id LIMIT {:limit}`,
    limit,
  );
}

/** Members whose payments are paused though their guild is on hold no more. */
export function membersToRelease(pb: PocketBase, limit: number): Promise<HeldMember[]> {
  return members(
    pb,
    sql`SELECT ${MEMBER}, g.openAgainAt AS turn FROM guild_members m INDEXED BY guild_members_held
      JOIN guilds g ON g.id = m.guild AND g.heldAt = '' WHERE m.heldAt <> '' AND m.guild > '' ORDER BY m.updated, m.id LIMIT {:limit}`,
    limit,
  );
}

/**
 * Records, before the provider is asked to pause, that a member's payments are held, and what they had skipped themselves: a
 * request whose answer was lost may have been carried out, and has to be undone when the hold ends.
 */
export async function recordMemberHold(
  pb: PocketBase,
  memberId: string,
  skipsUntil: Instant | null,
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_members SET skipsUntil = iif(heldAt = '', {:skipsUntil}, skipsUntil),
          heldAt = iif(heldAt = '', {:now}, heldAt), updated = {:now} WHERE id = {:id}`,
      { id: memberId, skipsUntil: dateOf(skipsUntil), now: dateOf(now) },
    )
    .run();
}

/** Records a try to resume a member's payments: it is done, or has to be repeated. */
export async function recordMemberRelease(
  pb: PocketBase,
  memberId: string,
  isDone: boolean,
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_members SET heldAt = iif({:isDone}, '', heldAt), skipsUntil = iif({:isDone}, '', skipsUntil),
          updated = {:now} WHERE id = {:id}`,
      { id: memberId, isDone, now: dateOf(now) },
    )
    .run();
}

/** Payment pages of guilds on hold that somebody could still pay at, as the people and guilds they are for. */
export async function checkoutsToClose(
  pb: PocketBase,
  limit: number,
): Promise<{ userId: string; guildId: string }[]> {
  const [rows] = await ask(
    pb,
    query<{ userId: string; guildId: string }>(
      sql`SELECT j.[[user]] AS userId, j.guild AS guildId FROM guilds g INDEXED BY guilds_held
        CROSS JOIN guild_joinings j ON j.guild = g.id AND j.state = 'pending'
        WHERE g.heldAt <> '' AND g.heldAt > '' ORDER BY j.updated LIMIT {:limit}`,
      { limit },
      ['userId', 'guildId'],
    ),
  );
  return rows;
}

/** A guild on hold with members, as they are told about it. */
export interface HeldGuild {
  id: string;
  heldAt: Instant;
  storeState: 'vacation' | 'closed' | 'suspended';
  storeName: string;
}

/** Guilds on hold that have members. */
export async function heldGuilds(pb: PocketBase): Promise<HeldGuild[]> {
  type Row = { id: string; heldAt: string; storeState: HeldGuild['storeState']; storeName: string };
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT g.id AS id, g.heldAt AS heldAt, s.state AS storeState, s.name AS storeName
        FROM guilds g INDEXED BY guilds_held CROSS JOIN stores s ON s.id = g.store
        WHERE g.heldAt <> '' AND g.heldAt > '' AND g.members > 0 AND s.state IN ('vacation', 'closed', 'suspended')`,
      {},
      ['id', 'heldAt', 'storeState', 'storeName'],
    ),
  );
  return rows.map(({ heldAt, ...row }) => ({ ...row, heldAt: instantOf(heldAt) ?? 0 }));
}

/** When a guild's last hold ended; null where it never had one. */
export async function openAgainAt(pb: PocketBase, guildId: string): Promise<Instant | null> {
  const [[row]] = await ask(
    pb,
    query<{ at: string }>(sql`SELECT openAgainAt AS at FROM guilds WHERE id = {:guildId}`, { guildId }, [
      'at',
    ]),
  );
  return instantOf(row?.at ?? '');
}

/** A payment of a member of a guild on hold, as it may have to be given back. */
export interface PaymentInHold extends HeldPayment {
  id: string;
  paymentId: string;
  invoiceId: string;
  heldAt: Instant;
}

/** A payment `p` that was made while its guild `g` was on hold already. The provider names whole seconds. */
const PAID_IN_HOLD = sql`p.paidAt >= strftime('%Y-%m-%d %H:%M:%S', g.heldAt) || '.000Z'`;

/** Payments made longer ago than this before a hold pay for no time in it: a year, and some days. In ms. */
const LONGEST_MS = 400 * 86_400_000;

/**
 * Payments of guilds on hold whose time in the hold is not given back yet. Those that were made before the hold are named
 * only where it began before `heldBefore`.
 */
export async function paymentsInHold(
  pb: PocketBase,
  heldBefore: Instant,
  now: Instant,
  limit: number,
): Promise<PaymentInHold[]> {
  type Row = Record<
    | 'id'
    | 'paymentId'
    | 'invoiceId'
    | 'kind'
    | 'heldAt'
    | 'paidAt'
    | 'begins'
    | 'ends'
    | 'begunEnds'
    | 'returnedUntil',
    string
  > & { paidCents: number; refundedCents: number };
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT p.id AS id, p.paymentId AS paymentId, p.invoiceId AS invoiceId, p.kind AS kind, g.heldAt AS heldAt,
          p.paidAt AS paidAt, p.paidCents AS paidCents, p.refundedCents AS refundedCents, p.returnedUntil AS returnedUntil,
          min(m.startsAt) AS begins, max(m.endsAt) AS ends, max(iif(m.startsAt <= {:now}, m.endsAt, '')) AS begunEnds
        FROM guilds g INDEXED BY guilds_held
        CROSS JOIN guild_payments p ON p.guild = g.id AND p.paidAt > strftime('%Y-%m-%d %H:%M:%fZ', g.heldAt, {:back})
        CROSS JOIN membership_periods m ON m.member = p.member AND ((p.kind <> 'raise' AND m.payment = p.invoiceId)
          OR (p.kind = 'raise' AND (m.raisePayment = p.invoiceId
            OR substr(m.raisePayment, 1, length(p.invoiceId) + 1) = p.invoiceId || ':')))
        WHERE g.heldAt <> '' AND g.heldAt > '' AND (g.heldAt <= {:before} OR ${PAID_IN_HOLD}) AND p.state = 'paid'
          AND p.paymentId <> '' AND p.returnKey = '' AND m.kind <> 'refunded'
        GROUP BY p.id
        HAVING (${PAID_IN_HOLD} AND p.returnedUntil = '')
          OR (begunEnds > g.heldAt AND begunEnds > p.returnedUntil)
        LIMIT {:limit}`,
      { now: dateOf(now), before: dateOf(heldBefore), back: `-${LONGEST_MS / 86_400_000} days`, limit },
      [
        ...(['id', 'paymentId', 'invoiceId', 'kind', 'heldAt', 'paidAt', 'begins', 'ends'] as const),
        ...(['begunEnds', 'returnedUntil', 'paidCents', 'refundedCents'] as const),
      ],
    ),
  );
  return rows.map((row) => {
    const paidAt = instantOf(row.paidAt) ?? 0;
    const begins = instantOf(row.begins) ?? 0;
    return {
      id: row.id,
      paymentId: row.paymentId,
      invoiceId: row.invoiceId,
      heldAt: instantOf(row.heldAt) ?? 0,
      paidCents: row.paidCents,
      refundedCents: row.refundedCents,
      paidAt,
      // A change to a higher tier pays from the change on.
      from: row.kind === 'raise' ? Math.max(begins, paidAt) : begins,
      until: instantOf(row.ends) ?? 0,
      begunUntil: instantOf(row.begunEnds) ?? 0,
      returnedUntil: instantOf(row.returnedUntil),
    };
  });
}

/**
 * Records what is to be given back of a payment before the provider is asked. Months that began in the hold count as skipped:
 * nothing more comes with them. False where another process has recorded something.
 */
export async function recordReturn(
  pb: PocketBase,
  payment: Pick<PaymentInHold, 'id' | 'invoiceId' | 'returnedUntil' | 'heldAt'>,
  back: { cents: Cents; until: Instant; key: string },
  now: Instant,
): Promise<boolean> {
  const params = {
    id: payment.id,
    invoiceId: payment.invoiceId,
    seen: dateOf(payment.returnedUntil),
    heldAt: dateOf(payment.heldAt),
    until: dateOf(back.until),
    cents: back.cents,
    key: back.key,
    now: dateOf(now),
  };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE guild_payments SET returnedUntil = {:until}, returnCents = {:cents}, returnKey = {:key}, updated = {:now}
        WHERE id = {:id} AND returnKey = '' AND returnedUntil = {:seen} AND state = 'paid'`,
      params,
      { expect: 1, else: 'changed' },
    )
    .exec(
      sql`UPDATE membership_periods SET kind = 'skipped', updated = {:now} WHERE payment = {:invoiceId} AND kind = 'paid'
        AND startsAt >= {:heldAt} AND startsAt < {:until}`,
      params,
    );
  return (await refusalOf(steps, ['changed'])) === null;
}

/** A return that was recorded and not answered by the provider yet. */
export interface OpenReturn {
  id: string;
  paymentId: string;
  guildId: string;
  userId: string;
  cents: Cents;
  key: string;
}

/** Returns that are under way and were recorded just now or tried before `triedBefore`, those tried longest ago first. */
export async function openReturns(
  pb: PocketBase,
  now: Instant,
  triedBefore: Instant,
  limit: number,
): Promise<OpenReturn[]> {
  type Row = Record<'id' | 'paymentId' | 'guildId' | 'userId' | 'key', string> & { cents: number };
  const [rows] = await ask(
    pb,
    query<Row>(
      sql`SELECT p.id AS id, p.paymentId AS paymentId, p.guild AS guildId, m.[[user]] AS userId, p.returnKey AS [[key]],
          p.returnCents AS cents
        FROM guild_payments p INDEXED BY guild_payments_returns JOIN guild_members m ON m.id = p.member
        WHERE p.returnKey <> '' AND p.updated > '' AND (p.updated <= {:before} OR p.updated = {:now}) ORDER BY p.updated LIMIT {:limit}`,
      { limit, now: dateOf(now), before: dateOf(triedBefore) },
      ['id', 'paymentId', 'guildId', 'userId', 'key', 'cents'],
    ),
  );
  return rows;
}

/** Records the provider's answer: the return is done, or has to be tried again later. */
export async function recordReturnTried(
  pb: PocketBase,
  { id, key }: Pick<OpenReturn, 'id' | 'key'>,
  isDone: boolean,
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_payments SET returnKey = iif({:isDone}, '', returnKey), updated = {:now}
        WHERE id = {:id} AND returnKey = {:key}`,
      { id, key, isDone, now: dateOf(now) },
    )
    .run();
}
