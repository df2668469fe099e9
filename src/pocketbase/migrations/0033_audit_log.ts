import { choice, closed, created, sql, text } from './fields.ts';

/**
 * What was done to prices, refunds, payouts, roles and commission, and by whom. Triggers write it within the change's
 * own transaction, so that raw SQL counts too; rows can be added and nothing else, whoever asks. Who it was stands in
 * `audit_actor` while an operator writes at the dashboard (hooks/audit.ts); else it is whoever the hall lets do it.
 */
const KINDS = ['price', 'suspension', 'store', 'role', 'account', 'commission', 'refund', 'payout'] as const;
const WHO = ['seller', 'operator', 'system'] as const;

interface Watch {
  kind: (typeof KINDS)[number];
  table: string;
  fields: string[];
  /** SQL: who does this when no operator does. */
  who: string;
  /** SQL: when a change is worth a row; left out, always. */
  when?: string;
  /** Whether the first value is written too. */
  born?: boolean;
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
    // A lift leads to the chosen state and at once on to where the product stood: both steps are told.
    when: "(old.state = 'suspended' OR new.state = 'suspended' OR old.suspendedFrom <> '')",
  },
  { kind: 'store', table: 'stores', fields: ['state'], who: "'seller'", born: true },
  { kind: 'account', table: 'business_accounts', fields: ['state', 'plan'], who: "'system'", born: true },
  { kind: 'commission', table: 'business_accounts', fields: ['commissionPercent'], who: "'operator'" },
  { kind: 'role', table: 'users', fields: ['suspended', 'verified'], who: "'system'" },
  {
    kind: 'refund',
    table: 'refunds',
    fields: ['state', 'amountCents'],
    who: 'CASE new."by" WHEN \'provider\' THEN \'system\' ELSE new."by" END',
    born: true,
  },
  {
    kind: 'payout',
    table: 'seller_transfers',
    fields: ['state', 'amountCents'],
    who: "'system'",
    born: true,
  },
];

const nameOf = ({ table }: Watch, field: string, event: string) =>
  `audit_${table}_${field}_${event.toLowerCase()}`;

function trigger(watch: Watch, field: string, event: 'INSERT' | 'UPDATE'): string {
  const { kind, table, who, when } = watch;
  const old = event === 'UPDATE' ? `CAST(old.${field} AS TEXT)` : "''";
  const timing = event === 'UPDATE' ? `UPDATE OF ${field}` : 'INSERT';
  const guard =
    event === 'UPDATE' ? `WHEN old.${field} IS NOT new.${field}${when ? ` AND ${when}` : ''}` : '';
  return `CREATE TRIGGER ${nameOf(watch, field, event)} AFTER ${timing} ON ${table} ${guard} BEGIN
     INSERT INTO audit_log (id, kind, collection, record, field, before, after, who, created)
       VALUES ('a' || lower(hex(randomblob(7))), '${kind}', '${table}', new.id, '${field}', ${old},
         CAST(new.${field} AS TEXT), COALESCE((SELECT who FROM audit_actor LIMIT 1), ${who}),
         strftime('%Y-%m-%d %H:%M:%fZ'));
   END`;
}

function everyTrigger(work: (watch: Watch, field: string, event: 'INSERT' | 'UPDATE') => void): void {
  for (const watch of WATCHED) {
    for (const field of watch.fields) {
      work(watch, field, 'UPDATE');
      if (watch.born) work(watch, field, 'INSERT');
    }
  }
}

migrate(
  (app) => {
    const accounts = app.findCollectionByNameOrId('business_accounts');
    // Text, so that nothing ("the plan's rate") differs from 0 ("no commission"): a number of PocketBase is never empty.
    accounts.fields.add(new Field(text('commissionPercent', 3, { pattern: '^(100|[1-9]?[0-9])$' })));
    app.save(accounts);
    app.save(
      new Collection({
        type: 'base',
        name: 'audit_log',
        ...closed,
        fields: [
          choice('kind', KINDS, { required: true }),
          text('collection', 60, { required: true }),
          text('record', 40, { required: true }),
          text('field', 60, { required: true }),
          text('before', 100),
          text('after', 100),
          choice('who', WHO, { required: true }),
          created,
        ],
        indexes: [
          'CREATE INDEX audit_log_record ON audit_log (collection, record, created)',
          'CREATE INDEX audit_log_created ON audit_log (created)',
        ],
      }),
    );
    sql(app, 'CREATE TABLE audit_actor (who TEXT NOT NULL)');
    for (const event of ['UPDATE', 'DELETE']) {
      sql(
        app,
        `CREATE TRIGGER audit_log_only_grows_${event.toLowerCase()} BEFORE ${event} ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END`,
      );
    }
    everyTrigger((watch, field, event) => sql(app, trigger(watch, field, event)));
  },
  (app) => {
    everyTrigger((watch, field, event) => sql(app, `DROP TRIGGER ${nameOf(watch, field, event)}`));
    for (const event of ['update', 'delete']) sql(app, `DROP TRIGGER audit_log_only_grows_${event}`);
    sql(app, 'DROP TABLE audit_actor');
    app.delete(app.findCollectionByNameOrId('audit_log'));
    const accounts = app.findCollectionByNameOrId('business_accounts');
    accounts.fields.removeByName('commissionPercent');
    app.save(accounts);
  },
);
