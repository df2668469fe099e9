import { collection, firstSchema, sql, triggers } from './collections.ts';
import { choice, created, text } from './fields.ts';

const KINDS = ['price', 'suspension', 'store', 'role', 'account', 'commission', 'refund', 'payout'] as const;
const WHO = ['seller', 'operator', 'system'] as const;

interface Watch {
  kind: (typeof KINDS)[number];
  table: string;
  fields: string[];
  /** SQL: who makes the change when no operator does. */
  who: string;
  /** SQL: which changes are logged; all of them without it. */
  when?: string;
  /** Whether the first value is logged too. */
  logsInsert?: boolean;
}

const WATCHED: Watch[] = [
  {
    kind: 'price',
    table: 'products',
    fields: ['priceCents', 'free', 'salePercent', 'saleFrom', 'saleTo'],
    who: "'seller'",
  },
  {
    kind: 'suspension',
    table: 'products',
    fields: ['state'],
    who: "'system'",
    // Lifting sets the chosen state and then at once the state before the suspension: both steps are logged.
    when: "(old.state = 'suspended' OR new.state = 'suspended' OR old.suspendedFrom <> '')",
  },
  { kind: 'store', table: 'stores', fields: ['state'], who: "'seller'", logsInsert: true },
  {
    kind: 'account',
    table: 'business_accounts',
    fields: ['state', 'plan'],
    who: "'system'",
    logsInsert: true,
  },
  { kind: 'commission', table: 'business_accounts', fields: ['commissionPercent'], who: "'operator'" },
  { kind: 'role', table: 'users', fields: ['suspended', 'verified'], who: "'system'" },
  {
    kind: 'refund',
    table: 'refunds',
    fields: ['state', 'amountCents'],
    who: 'CASE new."by" WHEN \'provider\' THEN \'system\' ELSE new."by" END',
    logsInsert: true,
  },
  {
    kind: 'payout',
    table: 'seller_transfers',
    fields: ['state', 'amountCents'],
    who: "'system'",
    logsInsert: true,
  },
];

function logChanges(app: App, watch: Watch, field: string, event: 'INSERT' | 'UPDATE'): void {
  const { kind, table, who, when } = watch;
  const old = event === 'UPDATE' ? `CAST(old.${field} AS TEXT)` : "''";
  const timing = event === 'UPDATE' ? `UPDATE OF ${field}` : 'INSERT';
  const guard =
    event === 'UPDATE' ? `WHEN old.${field} IS NOT new.${field}${when ? ` AND ${when}` : ''}` : '';
  triggers(app, {
    [`audit_${table}_${field}_${event.toLowerCase()}`]: `AFTER ${timing} ON ${table} ${guard} BEGIN
     INSERT INTO audit_log (id, kind, collection, record, field, before, after, who, created)
       VALUES ('a' || lower(hex(randomblob(7))), '${kind}', '${table}', new.id, '${field}', ${old},
         CAST(new.${field} AS TEXT), COALESCE((SELECT who FROM audit_actor LIMIT 1), ${who}),
         strftime('%Y-%m-%d %H:%M:%fZ'));
   END`,
  });
}

/**
 * The audit log: changes of prices, refunds, payouts, roles and commission, and who made them. Triggers write it within
 * the transaction of the change, so that raw SQL is included; rows can only be added, by anybody. `audit_actor` says who
 * it is while an operator writes in the dashboard (hooks/audit.ts).
 */
firstSchema((app) => {
  collection(
    app,
    'audit_log',
    [
      choice('kind', KINDS, { required: true }),
      text('collection', 60, { required: true }),
      text('record', 40, { required: true }),
      text('field', 60, { required: true }),
      text('before', 100),
      text('after', 100),
      choice('who', WHO, { required: true }),
      created,
    ],
    [
      'CREATE INDEX audit_log_record ON audit_log (collection, record, created)',
      'CREATE INDEX audit_log_created ON audit_log (created)',
    ],
  );
  sql(app, 'CREATE TABLE audit_actor (who TEXT NOT NULL)');
  const refuse = "BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END";
  triggers(app, {
    audit_log_only_grows_update: `BEFORE UPDATE ON audit_log ${refuse}`,
    audit_log_only_grows_delete: `BEFORE DELETE ON audit_log ${refuse}`,
  });
  for (const watch of WATCHED) {
    for (const field of watch.fields) {
      logChanges(app, watch, field, 'UPDATE');
      if (watch.logsInsert) logChanges(app, watch, field, 'INSERT');
    }
  }
});
