import type PocketBase from 'pocketbase';
import type { RefundSum, Takedown } from '../../domain/commerce/takedown.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag, number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { hasLeft } from './refunds.ts';

const t = tables.takedowns.as('t');
const l = tables.orderLines.as('l');
const o = tables.orders.as('o');

/** What is left of a line `l` as its buyer paid it, with the tax that the price contained. */
const LEFT = sql`(l.paidCents - l.refundedCents
  + iif(l.includedTaxCents > 0, l.includedTaxCents - l.refundedTaxCents, 0))`;

const SUM = shape({
  buyers: value(sql`count(DISTINCT iif(o.state <> 'disputed', o.buyer, NULL))`, number),
  sales: value(sql`coalesce(sum(o.state <> 'disputed'), 0)`, number),
  cents: value(sql`coalesce(sum(iif(o.state <> 'disputed', ${LEFT}, 0)), 0)`, number),
  hasAddedTax: value(
    sql`coalesce(max(o.state <> 'disputed' AND o.taxCents > 0 AND l.includedTaxCents = 0), 0)`,
    flag,
  ),
  disputed: value(sql`coalesce(sum(o.state = 'disputed'), 0)`, number),
});
const NOTHING_TO_REFUND: RefundSum = { buyers: 0, sales: 0, cents: 0, hasAddedTax: false, disputed: 0 };

const OF_TAKEDOWN = {
  id: t.id,
  caseId: t.inCase,
  productId: t.product,
  state: t.state,
  startedByName: t.startedByName,
  startedAt: t.created,
  buyers: t.buyers,
  totalCents: t.totalCents,
  refundedLines: t.refundedLines,
  refundedCents: t.refundedCents,
  failedLines: t.failedLines,
  lastProblem: t.lastProblem,
};
const TAKEDOWN = shape(OF_TAKEDOWN);
const RUNNING = shape({ ...OF_TAKEDOWN, afterLine: t.afterLine, startedBy: t.startedBy });

const OF_LINE = { id: l.id, orderId: l.order, leftCents: value(LEFT, number) };
const LINE = shape(OF_LINE);

/** A paid line of a product. */
export type LineToRefund = RowOf<typeof OF_LINE>;

/** What refunding everybody who bought a product would give back. Guild members paid for a month, not for a product. */
export async function refundSum(pb: PocketBase, productId: string): Promise<RefundSum> {
  const sum = await first(
    pb,
    select(
      SUM,
      sql`SELECT ${SUM} FROM order_lines l JOIN orders o ON o.id = l.[[order]]
        WHERE l.product = {:productId} AND ${hasLeft(l, o)}`,
      { productId },
    ),
  );
  return sum ?? NOTHING_TO_REFUND;
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
  return first(
    pb,
    select(TAKEDOWN, sql`SELECT ${TAKEDOWN} FROM takedowns t WHERE t.inCase = {:caseId}`, { caseId }),
  );
}

/** The takedown whose refunds were begun first and are not done; null where there is none. */
export async function runningTakedown(
  pb: PocketBase,
): Promise<(Takedown & { afterLine: string; startedBy: string }) | null> {
  return first(
    pb,
    select(
      RUNNING,
      sql`SELECT ${RUNNING} FROM takedowns t WHERE t.state = 'running' ORDER BY t.created LIMIT 1`,
      {},
    ),
  );
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
    select(
      LINE,
      sql`SELECT ${LINE} FROM order_lines l JOIN orders o ON o.id = l.[[order]]
        WHERE l.product = {:productId} AND l.id > {:afterLine} AND ${hasLeft(l, o)}
        ORDER BY l.id LIMIT {:limit}`,
      { productId, afterLine, limit },
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
