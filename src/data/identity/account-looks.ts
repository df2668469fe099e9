import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const l = tables.accountLooks.as('l');

const OF_LOOK = { at: l.created, reason: l.reason };
const LOOK = shape(OF_LOOK);
const LOOKED_AT = shape({ userId: l.user });

/** A look as the person it was about reads it. */
export type AccountLook = RowOf<typeof OF_LOOK>;

/** Looks of the marketplace's staff at somebody's account. */

/** Adds the row that allows a look and tells the person of it. */
export function withLook(
  steps: Transaction,
  look: { id: string; userId: string; staffId: string; staffName: string; reason: string; until: Instant },
): Transaction {
  const { id, userId, staffId, staffName, reason, until } = look;
  return steps.create('account_looks', {
    ...{ id, user: userId, staffId, staffName, reason },
    until: dateOf(until),
  });
}

/** Whose account a look of this member of staff shows; null where it is theirs no more or has ended. */
export async function lookedAt(
  pb: PocketBase,
  lookId: string,
  staffId: string,
  now: Instant,
): Promise<string | null> {
  const row = await first(
    pb,
    select(
      LOOKED_AT,
      sql`SELECT ${LOOKED_AT} FROM account_looks l
        WHERE l.id = {:lookId} AND l.staffId = {:staffId} AND l.until > {:now}`,
      { lookId, staffId, now: dateOf(now) },
    ),
  );
  return row?.userId ?? null;
}

/** Ends a look of this member of staff now. */
export async function endLook(pb: PocketBase, lookId: string, staffId: string, now: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE account_looks SET until = {:now}
        WHERE id = {:lookId} AND staffId = {:staffId} AND until > {:now}`,
      { lookId, staffId, now: dateOf(now) },
    )
    .run();
}

/** The looks at an account since a moment, newest first, at most 20. */
export async function looksAt(pb: PocketBase, userId: string, since: Instant): Promise<AccountLook[]> {
  const [rows] = await ask(
    pb,
    select(
      LOOK,
      sql`SELECT ${LOOK} FROM account_looks l
        WHERE l.user = {:userId} AND l.created >= {:since} ORDER BY l.created DESC LIMIT 20`,
      { userId, since: dateOf(since) },
    ),
  );
  return rows;
}
