import { WITHDRAWALS_REPEATED_DAYS } from '../../domain/commerce/repeated-withdrawals.ts';
import { extend, sql, triggers } from './collections.ts';
import { text } from './fields.ts';

const PERSON = (row: string) => `iif(${row}.payer <> '', ${row}.payer,
  coalesce((SELECT o.buyer FROM orders o WHERE o.id = ${row}.[[order]]), ''))`;

/**
 * Who withdrew, and whether the same person got money back by another withdrawal within some days before: the desk looks at
 * those. `repeatedAt` is when the second one was confirmed; empty for all others.
 */
migrate(
  (app) => {
    extend(
      app,
      'withdrawals',
      [text('person', 15), { type: 'date', name: 'repeatedAt' }],
      [
        "CREATE INDEX withdrawals_person ON withdrawals (person, confirmedAt) WHERE person <> ''",
        "CREATE INDEX withdrawals_repeated ON withdrawals (repeatedAt, person) WHERE repeatedAt <> ''",
      ],
    );
    sql(app, `UPDATE withdrawals SET person = ${PERSON('withdrawals')}`);
    triggers(app, {
      withdrawals_repeated: `AFTER UPDATE OF confirmedAt ON withdrawals
        WHEN old.confirmedAt = '' AND new.confirmedAt <> '' AND new.refundedCents > 0 BEGIN
        UPDATE withdrawals SET person = ${PERSON('new')} WHERE id = new.id;
        UPDATE withdrawals SET repeatedAt = new.confirmedAt WHERE id = new.id AND person <> '' AND EXISTS (
          SELECT 1 FROM withdrawals w WHERE w.person = withdrawals.person AND w.person <> '' AND w.id <> new.id
            AND w.refundedCents > 0 AND w.confirmedAt > strftime('%Y-%m-%d %H:%M:%fZ', new.confirmedAt, '-${WITHDRAWALS_REPEATED_DAYS} days')); END`,
    });
  },
  () => {
    throw new Error('This migration cannot be reverted: withdrawals from contracts are kept.');
  },
);
