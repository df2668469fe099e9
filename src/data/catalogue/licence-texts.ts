import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { sql } from '../kernel/sql.ts';
import type { Transaction } from '../kernel/transaction.ts';

/** The wording of a licence. `key` is the SHA-256 of `body`: each wording is stored once. */
export interface LicenceText {
  key: string;
  body: string;
}

/** The current wordings, by the licences that a product comes with. */
export type LicenceTexts = Record<'personal' | 'merchant' | 'both', LicenceText>;

/** Adds steps that store new wordings; existing ones are ignored. `now` is a date in PocketBase's format. */
export function withLicenceTexts(
  steps: Transaction,
  texts: readonly LicenceText[],
  now: string,
): Transaction {
  for (const { key, body } of texts)
    steps.exec(
      sql`INSERT OR IGNORE INTO licence_texts (id, [[key]], body, created)
        VALUES (${NEW_ID_SQL}, {:key}, {:body}, {:now})`,
      { key, body, now },
    );
  return steps;
}
