import type { LedgerRow } from '../../domain/commerce/settlement.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

/** Adds rows to the ledger; existing rows stay as they are. */
export function withLedger(
  steps: Transaction,
  orderId: string,
  ledger: readonly LedgerRow[],
  now: string,
): Transaction {
  if (ledger.length === 0) return steps;
  const rows = ledger.map(({ lineId, storeId, ...row }) => ({
    ...row,
    line: lineId ?? '',
    store: storeId ?? '',
  }));
  return steps.exec(
    sql`INSERT OR IGNORE INTO ledger (id, [[order]], line, store, account, kind, amountCents, entry, created)
      SELECT ${NEW_ID_SQL}, {:order}, value ->> '$.line', value ->> '$.store', value ->> '$.account', value ->> '$.kind',
        value ->> '$.amountCents', value ->> '$.entry', {:now}
      FROM json_each({:rows})`,
    { order: orderId, rows: JSON.stringify(rows), now },
  );
}
