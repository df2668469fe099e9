import type PocketBase from 'pocketbase';
import type { HeldPayment } from '../../domain/guild/guild-hold.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { date, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { isMember } from './guild-members.ts';

/** Guilds whose store is not open: whose payments are to be paused or resumed, and what is given back. */

const m = tables.guildMembers.as('m');
const g = tables.guilds.as('g');
const s = tables.stores.as('s');
const j = tables.guildJoinings.as('j');
const p = tables.guildPayments.as('p');

const MEMBER = {
  id: m.id,
  guildId: m.guild,
  userId: m.user,
  subscriptionId: m.subscriptionId,
  /** Until when the member had skipped payments before the hold; null for not. */
  skipsUntil: m.skipsUntil,
};
/** `turn` names the hold, or its end: the same for every try of one wish. */
const TO_HOLD = { ...MEMBER, turn: value(sql`g.heldAt`, text) };
const TO_HOLD_ROW = shape(TO_HOLD);
const TO_RELEASE = shape({ ...MEMBER, turn: value(sql`g.openAgainAt`, text) });
const CHECKOUT = shape({ userId: j.user, guildId: j.guild });
const HELD = {
  id: g.id,
  heldAt: g.heldAt.or(0),
  storeState: s.state.as((state) => state as 'vacation' | 'closed' | 'suspended'),
  storeName: s.name,
};
const HELD_ROW = shape(HELD);
const OPEN_AGAIN = shape({ at: g.openAgainAt });
const IN_HOLD = shape({
  ...{ id: p.id, paymentId: p.paymentId, invoiceId: p.invoiceId, kind: p.kind },
  ...{
    paidCents: p.paidCents,
    refundedCents: p.refundedCents,
    paidAt: p.paidAt,
    returnedUntil: p.returnedUntil,
  },
  heldAt: g.heldAt.or(0),
  begins: value(sql`min(m.startsAt)`, date),
  until: value(sql`max(m.endsAt)`, date),
  begunUntil: value(sql`max(iif(m.startsAt <= {:now}, m.endsAt, ''))`, date),
});
const RETURN = {
  id: p.id,
  paymentId: p.paymentId,
  guildId: p.guild,
  userId: m.user,
  cents: p.returnCents,
  key: p.returnKey,
};
const RETURN_ROW = shape(RETURN);

/** A member whose payments a hold concerns. */
export type HeldMember = RowOf<typeof TO_HOLD>;

/**
 * Members of guilds on hold who could still be charged, the one that was tried longest ago first: those whose payments are
 * not paused for the hold, and those of whom the provider says that a payment is due all the same.
 */
export async function membersToHold(pb: PocketBase, limit: number): Promise<HeldMember[]> {
  const [rows] = await ask(
    pb,
    select(
      TO_HOLD_ROW,
      sql`SELECT * FROM (
        SELECT ${TO_HOLD_ROW}, m.updated AS tried FROM guilds g INDEXED BY guilds_held
          CROSS JOIN guild_members m INDEXED BY guild_members_not_held
            ON m.guild = g.id AND m.heldAt = '' AND m.subscriptionId <> ''
          WHERE g.heldAt <> '' AND g.heldAt > '' AND m.[[user]] <> '' AND ${isMember(m)}
        UNION ALL SELECT ${TO_HOLD_ROW}, m.updated AS tried FROM guilds g INDEXED BY guilds_held
          CROSS JOIN guild_members m INDEXED BY guild_members_held ON m.guild = g.id AND m.heldAt <> ''
          WHERE g.heldAt <> '' AND g.heldAt > '' AND m.[[user]] <> '' AND m.subscriptionId <> ''
            AND (m.state = 'past_due' OR (m.state IN ('trialing', 'active') AND m.nextChargeAt <> '')))
        ORDER BY tried, id LIMIT {:limit}`,
      { limit },
    ),
  );
  return rows;
}

/** Members whose payments are paused though their guild is on hold no more. */
export async function membersToRelease(pb: PocketBase, limit: number): Promise<HeldMember[]> {
  const [rows] = await ask(
    pb,
    select(
      TO_RELEASE,
      sql`SELECT ${TO_RELEASE} FROM guild_members m INDEXED BY guild_members_held
        JOIN guilds g ON g.id = m.guild AND g.heldAt = '' WHERE m.heldAt <> '' AND m.guild > ''
        ORDER BY m.updated, m.id LIMIT {:limit}`,
      { limit },
    ),
  );
  return rows;
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
    select(
      CHECKOUT,
      sql`SELECT ${CHECKOUT} FROM guilds g INDEXED BY guilds_held
        CROSS JOIN guild_joinings j ON j.guild = g.id AND j.state = 'pending' AND j.[[user]] <> ''
        WHERE g.heldAt <> '' AND g.heldAt > '' ORDER BY j.updated LIMIT {:limit}`,
      { limit },
    ),
  );
  return rows;
}

/** A guild on hold with members, as they are told about it. */
export type HeldGuild = RowOf<typeof HELD>;

/** Guilds on hold that have members. */
export async function heldGuilds(pb: PocketBase): Promise<HeldGuild[]> {
  const [rows] = await ask(
    pb,
    select(
      HELD_ROW,
      sql`SELECT ${HELD_ROW} FROM guilds g INDEXED BY guilds_held CROSS JOIN stores s ON s.id = g.store
        WHERE g.heldAt <> '' AND g.heldAt > '' AND g.members > 0 AND s.state IN ('vacation', 'closed', 'suspended')`,
      {},
    ),
  );
  return rows;
}

/** When a guild's last hold ended; null where it never had one. */
export async function openAgainAt(pb: PocketBase, guildId: string): Promise<Instant | null> {
  const row = await first(
    pb,
    select(OPEN_AGAIN, sql`SELECT ${OPEN_AGAIN} FROM guilds g WHERE g.id = {:guildId}`, { guildId }),
  );
  return row?.at ?? null;
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
  const [rows] = await ask(
    pb,
    select(
      IN_HOLD,
      sql`SELECT ${IN_HOLD}
        FROM guilds g INDEXED BY guilds_held
        CROSS JOIN guild_payments p ON p.guild = g.id AND p.paidAt > strftime('%Y-%m-%d %H:%M:%fZ', g.heldAt, {:back})
        CROSS JOIN membership_periods m ON m.member = p.member AND ((p.kind <> 'raise' AND m.payment = p.invoiceId)
          OR (p.kind = 'raise' AND (m.raisePayment = p.invoiceId
            OR substr(m.raisePayment, 1, length(p.invoiceId) + 1) = p.invoiceId || ':')))
        WHERE g.heldAt <> '' AND g.heldAt > '' AND (g.heldAt <= {:before} OR ${PAID_IN_HOLD}) AND p.state = 'paid'
          AND p.paymentId <> '' AND p.returnKey = '' AND m.kind <> 'refunded'
        GROUP BY p.id
        HAVING (${PAID_IN_HOLD} AND p.returnedUntil = '')
          OR (begunUntil > g.heldAt AND begunUntil > p.returnedUntil)
        LIMIT {:limit}`,
      { now: dateOf(now), before: dateOf(heldBefore), back: `-${LONGEST_MS / 86_400_000} days`, limit },
    ),
  );
  return rows.map(({ kind, begins, ...payment }) => ({
    ...payment,
    // A change to a higher tier pays from the change on.
    from: kind === 'raise' ? Math.max(begins, payment.paidAt) : begins,
  }));
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
export type OpenReturn = RowOf<typeof RETURN>;

/** Returns that are under way and were recorded just now or tried before `triedBefore`, those tried longest ago first. */
export async function openReturns(
  pb: PocketBase,
  now: Instant,
  triedBefore: Instant,
  limit: number,
): Promise<OpenReturn[]> {
  const [rows] = await ask(
    pb,
    select(
      RETURN_ROW,
      sql`SELECT ${RETURN_ROW}
        FROM guild_payments p INDEXED BY guild_payments_returns JOIN guild_members m ON m.id = p.member
        WHERE p.returnKey <> '' AND p.updated > '' AND (p.updated <= {:before} OR p.updated = {:now}) ORDER BY p.updated LIMIT {:limit}`,
      { limit, now: dateOf(now), before: dateOf(triedBefore) },
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
