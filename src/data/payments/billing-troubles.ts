import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { BillingTrouble } from '../../domain/payments/billing-trouble.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const b = tables.billingTroubles.as('b');

const KIND = shape({ kind: b.kind });

/**
 * Writes what is wrong with the billing of a subscription now; what is mended goes.
 * @returns what is new
 */
export async function noteBillingTroubles(
  pb: PocketBase,
  subscriptionId: string,
  troubles: readonly BillingTrouble[],
  at: Instant,
): Promise<BillingTrouble[]> {
  const of = { subscription: subscriptionId };
  const [known] = await ask(
    pb,
    select(KIND, sql`SELECT ${KIND} FROM billing_troubles b WHERE b.subscription = {:subscription}`, of),
  );
  if (known.length === 0 && troubles.length === 0) return [];
  await transaction(pb)
    .exec(
      sql`DELETE FROM billing_troubles WHERE subscription = {:subscription}
        AND kind NOT IN (SELECT value FROM json_each({:kinds}))`,
      { ...of, kinds: JSON.stringify(troubles.map(({ kind }) => kind)) },
    )
    .run();
  const fresh: BillingTrouble[] = [];
  for (const trouble of troubles) {
    const { kind, reason } = trouble;
    // Two events may say it at once; one of them writes it.
    const step = transaction(pb).exec(
      sql`INSERT OR IGNORE INTO billing_troubles (id, subscription, kind, reason, created, updated)
        VALUES (${NEW_ID_SQL}, {:subscription}, {:kind}, {:reason}, {:now}, {:now})`,
      { ...of, kind, reason: reason.slice(0, 200), now: dateOf(at) },
      { expect: 1, else: 'known' },
    );
    if ((await refusalOf(step, ['known'])) === null) fresh.push(trouble);
  }
  return fresh;
}
