import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

/** What the marketplace's staff may hide. Triggers remember the state before and keep the counters right. */
export type Hideable = 'stores' | 'products';

const SUSPEND: Record<Hideable, Sql> = {
  stores: sql`UPDATE stores SET state = 'suspended', suspendedWhy = {:reason}, updated = {:now}
    WHERE id = {:id} AND state <> 'suspended'`,
  products: sql`UPDATE products SET state = 'suspended', suspendedWhy = {:reason}, updated = {:now}
    WHERE id = {:id} AND state <> 'suspended'`,
};
const LIFT: Record<Hideable, Sql> = {
  stores: sql`UPDATE stores SET state = suspendedFrom, updated = {:now}
    WHERE id = {:id} AND state = 'suspended' AND suspendedFrom <> ''`,
  products: sql`UPDATE products SET state = suspendedFrom, updated = {:now}
    WHERE id = {:id} AND state = 'suspended' AND suspendedFrom <> ''`,
};

/** Adds the step that hides a store or product; refused with "done" where it is hidden already. */
export function withSuspended(
  steps: Transaction,
  what: Hideable,
  { id, reason }: { id: string; reason: string },
  now: Instant,
): Transaction {
  return steps.exec(SUSPEND[what], { id, reason, now: dateOf(now) }, { expect: 1, else: 'done' });
}

/** Adds the step that returns it to the state before; refused with "done" where it is not suspended. */
export function withLifted(steps: Transaction, what: Hideable, id: string, now: Instant): Transaction {
  return steps.exec(LIFT[what], { id, now: dateOf(now) }, { expect: 1, else: 'done' });
}

/** Adds the step that marks a store's seller as checked, or no longer. */
export function withVerified(
  steps: Transaction,
  storeId: string,
  isVerified: boolean,
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE stores SET verifiedAt = {:at}, updated = {:now} WHERE id = {:storeId} AND (verifiedAt <> '') <> {:isVerified}`,
    { storeId, isVerified, at: isVerified ? dateOf(now) : '', now: dateOf(now) },
    { expect: 1, else: 'done' },
  );
}

/** Adds the step that stops a store's delivery mails or allows them, and says how many a day are approved; null for none. */
export function withDeliveryMails(
  steps: Transaction,
  storeId: string,
  { isOff, aDay }: { isOff: boolean; aDay: number | null },
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE stores SET deliveryMailsOff = {:isOff}, deliveryMailsADay = {:aDay}, updated = {:now} WHERE id = {:storeId}
      AND (deliveryMailsOff <> {:isOff} OR deliveryMailsADay <> {:aDay})`,
    { storeId, isOff, aDay: aDay ?? 0, now: dateOf(now) },
    { expect: 1, else: 'done' },
  );
}
