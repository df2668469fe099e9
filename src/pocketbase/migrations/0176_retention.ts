import { sql, triggers } from './collections.ts';

/**
 * What only grows may lose what no law asks for any more: nobody has to keep accounts for less than six years, so nothing
 * younger can be deleted. Which years hold is the operator's country's, in `src/domain/site/retention.ts`.
 */
const TOO_YOUNG = "strftime('%Y-%m-%d %H:%M:%fZ', 'now', '-6 years', 'start of year')";

migrate(
  (app) => {
    sql(app, 'DROP TRIGGER audit_log_only_grows_delete');
    sql(app, 'DROP TRIGGER invoices_kept');
    triggers(app, {
      audit_log_only_grows_delete: `BEFORE DELETE ON audit_log WHEN old.created >= ${TOO_YOUNG}
        BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END`,
      invoices_kept: `BEFORE DELETE ON invoices WHEN old.issuedAt >= ${TOO_YOUNG}
        BEGIN SELECT RAISE(ABORT, 'an invoice is never deleted'); END`,
    });
  },
  (app) => {
    sql(app, 'DROP TRIGGER invoices_kept');
    sql(app, 'DROP TRIGGER audit_log_only_grows_delete');
    triggers(app, {
      audit_log_only_grows_delete:
        "BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END",
      invoices_kept:
        "BEFORE DELETE ON invoices BEGIN SELECT RAISE(ABORT, 'an invoice is never deleted'); END",
    });
  },
);
