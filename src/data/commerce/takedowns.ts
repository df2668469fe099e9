import type PocketBase from 'pocketbase';
import type { RefundSum, Takedown } from '../../domain/commerce/takedown.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import type { TakedownsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** What is left of a line `l` as its buyer paid it, with the tax that the price contained. */
const LEFT = sql`(l.paidCents - l.refundedCents
  + iif(l.includedTaxCents > 0, l.includedTaxCents - l.refundedTaxCents, 0))`;

/** What refunding everybody who bought a product would give back. Guild members paid for a month, not for a product. */
export async function refundSum(pb: PocketBase, productId: string): Promise<RefundSum> {
  const [rows] = await ask(
    pb,
    query<{ buyers: number; sales: number; cents: number; taxed: number; disputed: number }>(
      sql`SELECT count(DISTINCT iif(o.state <> 'disputed', o.buyer, NULL)) AS buyers,
          COALESCE(sum(o.state <> 'disputed'), 0) AS sales,
          COALESCE(sum(iif(o.state <> 'disputed', ${LEFT}, 0)), 0) AS cents,
          COALESCE(sum(o.state <> 'disputed' AND o.taxCents > 0 AND l.includedTaxCents = 0), 0) AS taxed,
          COALESCE(sum(o.state = 'disputed'), 0) AS disputed
        FROM order_lines l JOIN orders o ON o.id = l.[[order]]
        WHERE l.product = {:productId} AND l.paidCents > l.refundedCents
          AND o.state IN ('paid', 'partly_refunded', 'disputed')`,
      { productId },
      ['buyers', 'sales', 'cents', 'taxed', 'disputed'],
    ),
  );
  const [row] = rows;
  return {
    buyers: row?.buyers ?? 0,
    sales: row?.sales ?? 0,
    cents: row?.cents ?? 0,
    hasAddedTax: (row?.taxed ?? 0) > 0,
    disputed: row?.disputed ?? 0,
  };
}

/** Adds the start of refunds to a deed; the transaction is refused as "conflict" where the case has one already. */
export function withTakedown(
  steps: Transaction,
  { caseId, productId, sum, by }: { caseId: string; productId: string; sum: RefundSum; by: Actor },
  now: Instant,
): void {
  steps.exec(
    sql`INSERT INTO takedowns (id, inCase, product, startedBy, startedByName, state, buyers, totalCents, created, updated)
      VALUES ({:id}, {:caseId}, {:productId}, {:byId}, {:byName}, 'running', {:buyers}, {:cents}, {:now}, {:now})`,
    {
      id: newRecordId(),
      caseId,
      productId,
      byId: by.id,
      byName: by.name,
      buyers: sum.buyers,
      cents: sum.cents,
      now: dateOf(now),
    },
  );
  const detail = `${sum.buyers} buyers, ${sum.cents} cents`;
  withDeed(steps, { deed: 'case.refund', collection: 'products', record: productId, detail }, now);
}

/** The refunds of a case, or null. */
export async function takedownOfCase(pb: PocketBase, caseId: string): Promise<Takedown | null> {
  const found = await orNull(
    pb.collection('takedowns').getFirstListItem<TakedownsRecord>(pb.filter('inCase = {:caseId}', { caseId })),
  );
  return found && takedownOf(found);
}

/** The takedown whose refunds were begun first and are not done; null where there is none. */
export async function runningTakedown(
  pb: PocketBase,
): Promise<(Takedown & { afterLine: string; startedBy: string }) | null> {
  const list = await pb.collection('takedowns').getList<TakedownsRecord>(1, 1, {
    filter: "state = 'running'",
    sort: 'created',
    skipTotal: true,
  });
  const [found] = list.items;
  return found ? { ...takedownOf(found), afterLine: found.afterLine, startedBy: found.startedBy } : null;
}

/** A paid line of a product. */
export interface LineToRefund {
  id: string;
  orderId: string;
  leftCents: number;
}

/** The next paid lines of a product after one, by id, with something left to refund. */
export async function linesToRefund(
  pb: PocketBase,
  productId: string,
  afterLine: string,
  limit: number,
): Promise<LineToRefund[]> {
  const [rows] = await ask(
    pb,
    query<{ id: string; orderId: string; leftCents: number }>(
      sql`SELECT l.id AS id, l.[[order]] AS orderId, ${LEFT} AS leftCents
        FROM order_lines l JOIN orders o ON o.id = l.[[order]]
        WHERE l.product = {:productId} AND l.id > {:afterLine} AND l.paidCents > l.refundedCents
          AND o.state IN ('paid', 'partly_refunded', 'disputed')
        ORDER BY l.id LIMIT {:limit}`,
      { productId, afterLine, limit },
      ['id', 'orderId', 'leftCents'],
    ),
  );
  return rows;
}

/** Notes what became of one line; the next step goes on after it. Once for each line, whoever notes it. */
export async function noteRefundedLine(
  pb: PocketBase,
  id: string,
  { line, problem, now }: { line: LineToRefund; problem: string | null; now: Instant },
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE takedowns SET afterLine = {:line}, updated = {:now},
          refundedLines = refundedLines + iif({:problem} = '', 1, 0),
          refundedCents = refundedCents + iif({:problem} = '', {:cents}, 0),
          failedLines = failedLines + iif({:problem} = '', 0, 1),
          lastProblem = iif({:problem} = '', lastProblem, {:problem})
        WHERE id = {:id} AND afterLine < {:line}`,
      { id, line: line.id, cents: line.leftCents, problem: (problem ?? '').slice(0, 300), now: dateOf(now) },
    )
    .run();
}

/** Marks the refunds as done. */
export async function endTakedown(pb: PocketBase, id: string, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE takedowns SET state = 'done', updated = {:now} WHERE id = {:id}`, {
      id,
      now: dateOf(now),
    })
    .run();
}

function takedownOf(record: TakedownsRecord): Takedown {
  return {
    id: record.id,
    caseId: record.inCase,
    productId: record.product,
    state: record.state === 'done' ? 'done' : 'running',
    startedByName: record.startedByName,
    startedAt: instantOf(record.created) ?? 0,
    buyers: record.buyers,
    totalCents: record.totalCents,
    refundedLines: record.refundedLines,
    refundedCents: record.refundedCents,
    failedLines: record.failedLines,
    lastProblem: record.lastProblem,
  };
}
