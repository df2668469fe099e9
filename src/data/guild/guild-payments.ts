import type PocketBase from 'pocketbase';
import type { GuildPayment, GuildPaymentState } from '../../domain/guild/guild-payment.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { anyOf, partsOf } from '../kernel/any-of.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, type Query, query } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { GuildPaymentsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Members' payments for their guilds: one row per payment, never deleted. Refunds are counted in the row. */

/** A payment with server-only fields, such as the provider's ids. */
export interface StoredGuildPayment extends GuildPayment {
  invoiceId: string;
  /** "" when nothing was charged, as for an invoice paid by a credit. */
  paymentId: string;
  subscriptionId: string;
  /** Idempotency key, set before the refund is requested from the provider. */
  refundKey: string;
  /**
   * What the seller's account at the provider should hold of it now: the seller's part, and what later shares paid for
   * it, which the seller keeps there.
   */
  dueCents: Cents;
  /** What the seller's account at the provider held of it when that was last read. */
  sentCents: Cents;
  /** The provider's ids of its transfers and reversals. */
  movements: string[];
  /** What later shares of the seller paid of a debt for it. */
  recoveredCents: Cents;
  /** Whether what the seller has too much could not be taken back. */
  isDebt: boolean;
  /** How often the provider refused to move money between marketplace and seller for it. */
  partRefusals: number;
  /** The part of `refundedCents` that banks took back in lost disputes. */
  lostCents: Cents;
}

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
  if (paymentId === '') return null;
  return firstPayment(pb, pb.filter('paymentId = {:paymentId}', { paymentId }));
}

/** The payments of a subscription. */
export async function paymentsOfSubscription(
  pb: PocketBase,
  subscriptionId: string,
): Promise<StoredGuildPayment[]> {
  const records = await pb.collection('guild_payments').getFullList<GuildPaymentsRecord>({
    filter: pb.filter('subscriptionId = {:subscriptionId}', { subscriptionId }),
  });
  return records.map(paymentOf);
}

/** The provider's bills of a subscription that we invoice: not those from before there were invoices. */
export async function billsToInvoice(pb: PocketBase, subscriptionId: string): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    query<{ invoiceId: string }>(
      sql`SELECT invoiceId FROM guild_payments WHERE subscriptionId = {:subscriptionId} AND isBilledElsewhere = FALSE`,
      { subscriptionId },
      ['invoiceId'],
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

interface DebtRow {
  id: string;
  cents: Cents;
  paid: string;
}

/** What a store owes for members' payments, oldest first. */
export async function guildDebts(
  pb: PocketBase,
  storeId: string,
): Promise<{ id: string; cents: Cents; paidAt: Instant }[]> {
  const [rows] = await ask(
    pb,
    query<DebtRow>(
      sql`SELECT id, sentCents - dueCents AS cents, paidAt AS paid FROM guild_payments
        WHERE store = {:storeId} AND isDebt = TRUE ORDER BY paidAt, id`,
      { storeId },
      ['id', 'cents', 'paid'],
    ),
  );
  return rows.map(({ id, cents, paid }) => ({ id, cents, paidAt: instantOf(paid) ?? 0 }));
}

/** Payments of which the seller has more or less than they should, not looked at since a moment. */
export async function unevenGuildPayments(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<StoredGuildPayment[]> {
  const waiting = query<{ id: string }>(
    sql`SELECT id FROM guild_payments INDEXED BY guild_payments_uneven
      WHERE dueCents <> sentCents AND paymentId <> '' AND updated > '' AND updated < {:before}
        ORDER BY updated LIMIT {:limit}`,
    { before: dateOf(before), limit },
    ['id'],
  );
  return paymentsOf(pb, waiting);
}

/** Amounts of a payment of which the seller does not have everything yet, in cents. */
export type HeldGuildPayment = Pick<
  StoredGuildPayment,
  'state' | 'paidCents' | 'taxCents' | 'netCents' | 'refundedCents' | 'sentCents' | 'recoveredCents'
>;

/** A store's payments of members that are held by the marketplace: disputed ones, and what is on its way to the seller. */
export async function heldGuildPayments(pb: PocketBase, storeId: string): Promise<HeldGuildPayment[]> {
  type Row = { [F in keyof HeldGuildPayment]: HeldGuildPayment[F] };
  const [held] = await ask(
    pb,
    query<Row>(
      sql`SELECT state, paidCents, taxCents, netCents, refundedCents, sentCents, recoveredCents FROM guild_payments
        WHERE store = {:storeId} AND paymentId <> '' AND (state = 'disputed' OR dueCents <> sentCents)
        ORDER BY paidAt, id`,
      { storeId },
      ['state', 'paidCents', 'taxCents', 'netCents', 'refundedCents', 'sentCents', 'recoveredCents'],
    ),
  );
  return held;
}

/** A member's last payment that is not refunded; null for none. */
export async function lastGuildPayment(pb: PocketBase, memberId: string): Promise<StoredGuildPayment | null> {
  if (!isRecordId(memberId)) return null;
  return firstPayment(
    pb,
    pb.filter("member = {:memberId} && state = 'paid' && paymentId != ''", { memberId }),
    '-paidAt,-id',
  );
}

async function firstPayment(
  pb: PocketBase,
  filter: string,
  sort = 'paidAt,id',
): Promise<StoredGuildPayment | null> {
  const record = await orNull(
    pb.collection('guild_payments').getFirstListItem<GuildPaymentsRecord>(filter, { sort }),
  );
  return record && paymentOf(record);
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
  const waiting = query<{ id: string }>(
    sql`SELECT id FROM guild_payments INDEXED BY guild_payments_asked
      WHERE refundKey <> '' AND state = 'paid' AND updated > '' AND updated < {:before}
        ORDER BY updated LIMIT {:limit}`,
    { before: dateOf(before), limit },
    ['id'],
  );
  return paymentsOf(pb, waiting);
}

/** The payments that a question names, in its order. Mostly there are none. */
async function paymentsOf(pb: PocketBase, asked: Query<{ id: string }>): Promise<StoredGuildPayment[]> {
  const [rows] = await ask(pb, asked);
  const records: GuildPaymentsRecord[] = [];
  for (const part of partsOf(rows.map(({ id }) => id)))
    records.push(
      ...(await pb
        .collection('guild_payments')
        .getFullList<GuildPaymentsRecord>({ filter: anyOf(pb, 'id', part) })),
    );
  return rows.flatMap(({ id }) => {
    const record = records.find((one) => one.id === id);
    return record ? [paymentOf(record)] : [];
  });
}

function shownPayment(record: GuildPaymentsRecord): GuildPayment {
  const state: GuildPaymentState = record.state === '' ? 'paid' : record.state;
  return {
    id: record.id,
    guildId: record.guild,
    storeId: record.store,
    memberId: record.member,
    tierId: record.tier,
    kind: record.kind === '' ? 'renewal' : record.kind,
    state,
    paidCents: record.paidCents,
    taxCents: record.taxCents,
    commissionCents: record.commissionCents,
    netCents: record.netCents,
    refundedCents: record.refundedCents,
    paidAt: instantOf(record.paidAt) ?? 0,
    number: record.number,
  };
}

function paymentOf(record: GuildPaymentsRecord): StoredGuildPayment {
  return {
    ...shownPayment(record),
    invoiceId: record.invoiceId,
    paymentId: record.paymentId,
    subscriptionId: record.subscriptionId,
    refundKey: record.refundKey,
    dueCents: record.dueCents,
    sentCents: record.sentCents,
    movements: record.movements.split(' ').filter((id) => id !== ''),
    recoveredCents: record.recoveredCents,
    isDebt: record.isDebt,
    partRefusals: record.partRefusals,
    lostCents: record.lostCents,
  };
}
