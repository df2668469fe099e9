import { sql } from './fields.ts';

/**
 * A case about a review or a photo of a print hides it as long as the case says so: while it is decided where it is out
 * of sight until then, and for good where the claim was right. The sums follow by their own triggers.
 */
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";
const HIDES = (row: string) =>
  `(${row}.state = 'upheld' OR (${row}.state = 'appealed' AND ${row}.appealedFrom = 'upheld')
    OR (${row}.suspendMeanwhile AND ${row}.state IN ('open', 'answered')))`;
const TABLES = { review: 'reviews', print: 'review_photos' } as const;

migrate(
  (app) => {
    for (const [what, table] of Object.entries(TABLES))
      sql(
        app,
        `CREATE TRIGGER cases_hide_${table} AFTER UPDATE OF state, suspendMeanwhile ON cases WHEN new.what = '${what}' BEGIN
          UPDATE ${table} SET hiddenAt = ${NOW}, updated = ${NOW}
            WHERE id = new.subject AND hiddenAt = '' AND ${HIDES('new')};
          UPDATE ${table} SET hiddenAt = '', updated = ${NOW}
            WHERE id = new.subject AND hiddenAt <> '' AND NOT EXISTS (
              SELECT 1 FROM cases c WHERE c.what = '${what}' AND c.subject = new.subject AND ${HIDES('c')}); END`,
      );
  },
  (app) => {
    for (const table of Object.values(TABLES)) sql(app, `DROP TRIGGER cases_hide_${table}`);
  },
);
