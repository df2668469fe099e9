import { extend, sql } from './collections.ts';
import { text } from './fields.ts';

/** When evidence for a dispute is due, what was handed in, when and by whom. Open ones wait at the desk by their deadline. */
migrate(
  (app) => {
    extend(
      app,
      'disputes',
      [
        { type: 'date', name: 'dueAt' },
        { type: 'date', name: 'answeredAt' },
        text('answeredBy', 100),
        { type: 'json', name: 'evidence', maxSize: 700_000, hidden: true },
      ],
      [
        "CREATE INDEX disputes_due ON disputes (dueAt, `order`) WHERE state = 'open' AND answeredAt = '' AND dueAt <> ''",
      ],
    );
    // The provider is asked about each of them again by what migration 0125 added; until then the usual week is assumed.
    sql(
      app,
      "UPDATE disputes SET dueAt = strftime('%Y-%m-%d %H:%M:%fZ', created, '+7 days') WHERE state = 'open'",
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: what was handed in would be forgotten.');
  },
);
