import type PocketBase from 'pocketbase';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/**
 * Notes with the order or the member's payment what its bank reports, once.
 * @returns whether it is news: false where neither has this payment, or it was noted before
 */
export async function recordFraudWarning(pb: PocketBase, paymentId: string, kind: string): Promise<boolean> {
  const params = { paymentId, kind: kind.slice(0, 100) };
  const unknown = { expect: 1, else: 'unknown' };
  const ofOrder = transaction(pb).exec(
    sql`UPDATE orders SET fraudWarning = {:kind} WHERE paymentId = {:paymentId} AND fraudWarning = ''`,
    params,
    unknown,
  );
  if ((await refusalOf(ofOrder, ['unknown'])) === null) return true;
  const ofMember = transaction(pb).exec(
    sql`UPDATE guild_payments SET fraudWarning = {:kind} WHERE paymentId = {:paymentId} AND fraudWarning = ''`,
    params,
    unknown,
  );
  return (await refusalOf(ofMember, ['unknown'])) === null;
}
