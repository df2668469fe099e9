import type { Instant } from '../../../domain/kernel/instant.ts';
import { dateOf } from '../../kernel/fields.ts';
import { NEW_ID_SQL } from '../../kernel/record-id.ts';
import { sql } from '../../kernel/sql.ts';
import type { Transaction } from '../../kernel/transaction.ts';
import type { NewOrder } from '../order-writing.ts';

/**
 * Gives an order that is written again the page it was paid at, in the transaction that places it, and counts its coupons
 * without their limits: they were held when it was placed for the first time.
 */
export function withPaidPage(
  steps: Transaction,
  { id, buyerId, lines }: Pick<NewOrder, 'id' | 'buyerId' | 'lines'>,
  sessionId: string,
  at: Instant,
): Transaction {
  const coupons = JSON.stringify([...new Set(lines.flatMap(({ couponId }) => couponId ?? []))]);
  const params = { order: id, buyer: buyerId, coupons, now: dateOf(at) };
  return steps
    .exec(sql`UPDATE orders SET sessionId = {:session}, updated = {:now} WHERE id = {:order}`, {
      order: id,
      session: sessionId,
      now: dateOf(at),
    })
    .exec(
      sql`UPDATE coupons SET uses = uses + 1, updated = {:now} WHERE id IN (SELECT value FROM json_each({:coupons}))`,
      { coupons, now: dateOf(at) },
    )
    .exec(
      sql`INSERT INTO coupon_uses (id, coupon, [[order]], buyer, state, created, updated)
        SELECT ${NEW_ID_SQL}, c.id, {:order}, {:buyer}, 'held', {:now}, {:now}
        FROM coupons c WHERE c.id IN (SELECT value FROM json_each({:coupons}))`,
      params,
    );
}
