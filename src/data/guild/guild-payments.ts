import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

/** Members' payments for their guilds: one row per payment, never deleted. Refunds are counted in the row. */

const p = tables.guildPayments.as('p');

const PAYMENT = {
  id: p.id,
  guildId: p.guild,
  storeId: p.store,
  memberId: p.member,
  tierId: p.tier,
  kind: p.kind,
  state: p.state,
  paidCents: p.paidCents,
  taxCents: p.taxCents,
  commissionCents: p.commissionCents,
  netCents: p.netCents,
  refundedCents: p.refundedCents,
  paidAt: p.paidAt,
  number: p.number,
};
const STORED = {
  ...PAYMENT,
  invoiceId: p.invoiceId,
  /** "" when nothing was charged, as for an invoice paid by a credit. */
  paymentId: p.paymentId,
  subscriptionId: p.subscriptionId,
  /** Idempotency key, set before the refund is requested from the provider. */
  refundKey: p.refundKey,
  /**
   * What the seller's account at the provider should hold of it now: the seller's part, and what later shares paid for
   * it, which the seller keeps there.
   */
  dueCents: p.dueCents,
  /** What the seller's account at the provider held of it when that was last read. */
  sentCents: p.sentCents,
  /** The provider's ids of its transfers and reversals. */
  movements: p.movements.as((ids) => ids.split(' ').filter((id) => id !== '')),
  /** What later shares of the seller paid of a debt for it. */
  recoveredCents: p.recoveredCents,
  /** Whether what the seller has too much could not be taken back. */
  isDebt: p.isDebt,
  /** How often the provider refused to move money between marketplace and seller for it. */
  partRefusals: p.partRefusals,
  /** The part of `refundedCents` that banks took back in lost disputes. */
  lostCents: p.lostCents,
};
const STORED_ROW = shape(STORED);
const BILL = shape({ invoiceId: p.invoiceId });
const DEBT = shape({ id: p.id, cents: value(sql`p.sentCents - p.dueCents`, number), paidAt: p.paidAt });
const HELD = shape({
  ...{ state: p.state, paidCents: p.paidCents, taxCents: p.taxCents, netCents: p.netCents },
  ...{ refundedCents: p.refundedCents, sentCents: p.sentCents, recoveredCents: p.recoveredCents },
});

/** A payment with server-only fields, such as the provider's ids. */
export type StoredGuildPayment = RowOf<typeof STORED>;

/** What may change of a stored payment, as it was read before the provider was asked about it. */
export type SeenGuildPayment = Pick<
  StoredGuildPayment,
  'state' | 'refundedCents' | 'dueCents' | 'sentCents' | 'movements'
>;

/**
 * Stores a payment, or updates state, refunds and movements of a stored one; its amounts never change. False where it is not
 * as it was seen: another site knows something newer.
 * @param seen null where none was stored.
 */
export async function saveGuildPayment(
  pb: PocketBase,
  payment: Omit<StoredGuildPayment, 'id' | 'refundKey' | 'recoveredCents' | 'isDebt' | 'partRefusals'>,
  seen: SeenGuildPayment | null,
  at: Instant,
): Promise<boolean> {
  const saved = transaction(pb).exec(
    sql`INSERT INTO guild_payments (id, guild, tier, store, member, kind, state, paidCents, taxCents, commissionCents, netCents,
          refundedCents, lostCents, paidAt, number, invoiceId, paymentId, subscriptionId, refundKey, dueCents, sentCents,
          movements, recoveredCents, isDebt, isBilledElsewhere, created, updated)
        VALUES (${NEW_ID_SQL}, {:guildId}, {:tierId}, {:storeId}, {:memberId}, {:kind}, {:state},
          {:paidCents}, {:taxCents}, {:commissionCents}, {:netCents}, {:refundedCents}, {:lostCents}, {:paid}, {:number}, {:invoiceId},
          {:paymentId}, {:subscriptionId}, '', {:dueCents}, {:sentCents},
          {:movements}, 0, FALSE, FALSE, {:now}, {:now})
        ON CONFLICT (invoiceId) DO UPDATE SET state = excluded.state, refundedCents = excluded.refundedCents,
          lostCents = excluded.lostCents,
          dueCents = excluded.dueCents + recoveredCents, sentCents = excluded.sentCents, movements = excluded.movements,
          isDebt = isDebt AND excluded.sentCents > excluded.dueCents + recoveredCents, updated = {:now}
        WHERE state = {:seenState} AND refundedCents = {:seenRefunded} AND dueCents = {:seenDue} AND sentCents = {:seenSent}
          AND movements = {:seenMovements}`,
    {
      ...payment,
      movements: payment.movements.join(' '),
      paid: dateOf(payment.paidAt),
      now: dateOf(at),
      // No row has the state "none".
      seenState: seen?.state ?? 'none',
      seenRefunded: seen?.refundedCents ?? 0,
      seenDue: seen?.dueCents ?? 0,
      seenSent: seen?.sentCents ?? 0,
      seenMovements: seen?.movements.join(' ') ?? '',
    },
    { expect: 1, else: 'changed' },
  );
  return (await refusalOf(saved, ['changed'])) === null;
}

/** The guild payment with this provider id; null for none. */
export async function guildPaymentByPayment(
  pb: PocketBase,
  paymentId: string,
): Promise<StoredGuildPayment | null> {
  return newestPayment(pb, sql`p.paymentId = {:paymentId} AND p.paymentId <> ''`, { paymentId });
}

/** The payments of a subscription. */
export async function paymentsOfSubscription(
  pb: PocketBase,
  subscriptionId: string,
): Promise<StoredGuildPayment[]> {
  const [payments] = await ask(
    pb,
    select(
      STORED_ROW,
      sql`SELECT ${STORED_ROW} FROM guild_payments p WHERE p.subscriptionId = {:subscriptionId}`,
      { subscriptionId },
    ),
  );
  return payments;
}

/** The provider's bills of a subscription that we invoice: not those from before there were invoices. */
export async function billsToInvoice(pb: PocketBase, subscriptionId: string): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    select(
      BILL,
      sql`SELECT ${BILL} FROM guild_payments p
        WHERE p.subscriptionId = {:subscriptionId} AND p.isBilledElsewhere = FALSE`,
      { subscriptionId },
    ),
  );
  return new Set(rows.map(({ invoiceId }) => invoiceId));
}

/** Records what a seller's account holds of a payment after money was moved. */
export async function recordSellerPart(
  pb: PocketBase,
  paymentId: string,
  part: { cents: Cents; movements: readonly string[] },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_payments SET sentCents = {:sent}, isDebt = isDebt AND {:sent} > dueCents, movements = {:movements},
          updated = {:now} WHERE paymentId = {:paymentId}`,
      { paymentId, sent: part.cents, movements: part.movements.join(' '), now: dateOf(at) },
    )
    .run();
}

/**
 * Records that the provider refused to move money between marketplace and seller for a payment. What it refused to take
 * back from the seller they owe.
 */
export async function recordPartRefusal(pb: PocketBase, paymentId: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_payments SET isDebt = isDebt OR sentCents > dueCents, partRefusals = partRefusals + 1,
          updated = {:now} WHERE paymentId = {:paymentId}`,
      { paymentId, now: dateOf(at) },
    )
    .run();
}

/** What a store owes for members' payments, oldest first. */
export async function guildDebts(
  pb: PocketBase,
  storeId: string,
): Promise<{ id: string; cents: Cents; paidAt: Instant }[]> {
  const [debts] = await ask(
    pb,
    select(
      DEBT,
      sql`SELECT ${DEBT} FROM guild_payments p WHERE p.store = {:storeId} AND p.isDebt = TRUE ORDER BY p.paidAt, p.id`,
      { storeId },
    ),
  );
  return debts;
}

/** Payments of which the seller has more or less than they should, not looked at since a moment. */
export async function unevenGuildPayments(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<StoredGuildPayment[]> {
  const [payments] = await ask(
    pb,
    select(
      STORED_ROW,
      sql`SELECT ${STORED_ROW} FROM guild_payments p INDEXED BY guild_payments_uneven
        WHERE p.dueCents <> p.sentCents AND p.paymentId <> '' AND p.updated > '' AND p.updated < {:before}
        ORDER BY p.updated LIMIT {:limit}`,
      { before: dateOf(before), limit },
    ),
  );
  return payments;
}

/** Amounts of a payment of which the seller does not have everything yet, in cents. */
export type HeldGuildPayment = Pick<
  StoredGuildPayment,
  'state' | 'paidCents' | 'taxCents' | 'netCents' | 'refundedCents' | 'sentCents' | 'recoveredCents'
>;

/** A store's payments of members that are held by the marketplace: disputed ones, and what is on its way to the seller. */
export async function heldGuildPayments(pb: PocketBase, storeId: string): Promise<HeldGuildPayment[]> {
  const [held] = await ask(
    pb,
    select(
      HELD,
      sql`SELECT ${HELD} FROM guild_payments p
        WHERE p.store = {:storeId} AND p.paymentId <> '' AND (p.state = 'disputed' OR p.dueCents <> p.sentCents)
        ORDER BY p.paidAt, p.id`,
      { storeId },
    ),
  );
  return held;
}

/** A member's last payment that is not refunded; null for none. */
export async function lastGuildPayment(pb: PocketBase, memberId: string): Promise<StoredGuildPayment | null> {
  if (!isRecordId(memberId)) return null;
  return newestPayment(pb, sql`p.member = {:memberId} AND p.state = 'paid' AND p.paymentId <> ''`, {
    memberId,
  });
}

async function newestPayment(
  pb: PocketBase,
  which: Sql,
  params: QueryParams,
): Promise<StoredGuildPayment | null> {
  return first(
    pb,
    select(
      STORED_ROW,
      sql`SELECT ${STORED_ROW} FROM guild_payments p WHERE ${which} ORDER BY p.paidAt DESC, p.id DESC LIMIT 1`,
      params,
    ),
  );
}

/** Records a refund request. Returns false if the payment is refunded or a request was recorded before. */
export async function recordGuildRefundRequest(
  pb: PocketBase,
  paymentId: string,
  key: string,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guild_payments SET refundKey = {:key}, updated = {:now}
      WHERE id = {:id} AND state = 'paid' AND refundKey = ''`,
    { id: paymentId, key, now: dateOf(at) },
    { expect: 1, else: 'requested' },
  );
  return (await refusalOf(steps, ['requested'])) === null;
}

/** Removes a refund request that the provider refused. */
export async function dropGuildRefundRequest(pb: PocketBase, key: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE guild_payments SET refundKey = '', updated = {:now} WHERE refundKey = {:key}`, {
      key,
      now: dateOf(at),
    })
    .run();
}

/** Payments whose refund was requested before a moment and is not done yet. */
export async function unfinishedGuildRefunds(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<StoredGuildPayment[]> {
  const [payments] = await ask(
    pb,
    select(
      STORED_ROW,
      sql`SELECT ${STORED_ROW} FROM guild_payments p INDEXED BY guild_payments_asked
        WHERE p.refundKey <> '' AND p.state = 'paid' AND p.updated > '' AND p.updated < {:before}
        ORDER BY p.updated LIMIT {:limit}`,
      { before: dateOf(before), limit },
    ),
  );
  return payments;
}
