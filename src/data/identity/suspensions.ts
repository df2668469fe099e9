import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { sql } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

/**
 * Adds the step that suspends a person and ends their sessions. The transaction is refused with "done" where they are
 * suspended already.
 */
export function withPersonSuspended(
  steps: Transaction,
  userId: string,
  reason: string,
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE users SET suspended = TRUE, suspendedWhy = {:reason}, tokenKey = lower(hex(randomblob(25))),
        updated = {:now} WHERE id = {:userId} AND suspended = FALSE`,
    { userId, reason, now: dateOf(now) },
    { expect: 1, else: 'done' },
  );
}

/** Adds the step that lifts a suspension; refused with "done" where there is none. */
export function withPersonLifted(steps: Transaction, userId: string, now: Instant): Transaction {
  return steps.exec(
    sql`UPDATE users SET suspended = FALSE, suspendedWhy = '', updated = {:now}
      WHERE id = {:userId} AND suspended = TRUE`,
    { userId, now: dateOf(now) },
    { expect: 1, else: 'done' },
  );
}

/** Adds the step that ends every session of a person: their tokens are no longer signed by their key. */
export function withSessionsEnded(steps: Transaction, userId: string, now: Instant): Transaction {
  return steps.exec(
    sql`UPDATE users SET tokenKey = lower(hex(randomblob(25))), updated = {:now} WHERE id = {:userId}`,
    { userId, now: dateOf(now) },
    { expect: 1, else: 'not-found' },
  );
}
