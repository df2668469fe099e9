import { ROLES } from '../../domain/identity/role.ts';
import { type Audited, audited } from './audit-triggers.ts';
import { collection, extend, feed, sql, triggers } from './collections.ts';
import { choice, created, link, text, updated } from './fields.ts';

/** As of migration 0014, and with who decides cases and has a role. */
const AUDITED: Audited[] = [
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
  { kind: 'role', table: 'roles', fields: ['role'], who: "'system'", logsInsert: true, logsDelete: true },
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
  {
    kind: 'case',
    table: 'cases',
    fields: ['state'],
    who: "'system'",
    when: "new.state IN ('upheld', 'dismissed')",
  },
];

const KINDS = [
  ...['price', 'suspension', 'store', 'role', 'account', 'commission', 'refund', 'payout'],
  ...['case', 'desk', 'settings'],
];
const WHO = ['seller', 'operator', 'moderator', 'system'];

function setChoices(app: App, name: string, values: Record<string, string[]>): void {
  const changed = app.findCollectionByNameOrId(name);
  for (const [field, list] of Object.entries(values)) {
    const choice = changed.fields.getByName(field);
    choice['values'] = list;
  }
  app.save(changed);
}

/**
 * Roles of people who run the marketplace, the proof of a second factor for each session of theirs, and the person's name in
 * the audit log. `audit_actor` has a row only within a transaction of somebody who works at the desk or in the dashboard.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    collection(
      app,
      'roles',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        choice('role', ROLES, { required: true }),
        text('givenBy', 200),
        created,
        updated,
      ],
      ['CREATE UNIQUE INDEX roles_user ON roles (`user`)'],
    );
    collection(
      app,
      'desk_proofs',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        // Of the secret in a cookie of the browser that entered the mailed code.
        text('secretHash', 64, { required: true, hidden: true }),
        { type: 'date', name: 'expiresAt', required: true },
        created,
      ],
      [
        'CREATE UNIQUE INDEX desk_proofs_secret ON desk_proofs (secretHash)',
        'CREATE INDEX desk_proofs_user ON desk_proofs (`user`)',
        'CREATE INDEX desk_proofs_expires ON desk_proofs (expiresAt)',
      ],
    );
    feed(app, 'roles', { column: 'user' });
    setChoices(app, 'audit_log', { kind: KINDS, who: WHO });
    extend(
      app,
      'audit_log',
      // Who works at the desk, and their name at that time; "" where nobody does.
      [text('actor', 15), text('actorName', 200), text('detail', 500)],
      [
        'CREATE INDEX audit_log_of_record ON audit_log (record, created)',
        "CREATE INDEX audit_log_actor ON audit_log (actorName, created) WHERE actorName <> ''",
        'CREATE INDEX audit_log_kind ON audit_log (kind, created)',
      ],
    );
    sql(app, "ALTER TABLE audit_actor ADD COLUMN actor TEXT NOT NULL DEFAULT ''");
    sql(app, "ALTER TABLE audit_actor ADD COLUMN name TEXT NOT NULL DEFAULT ''");
    audited(app, AUDITED);
    triggers(app, {
      // A new password or address, and logging out everywhere, change the token key.
      users_end_proofs: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM desk_proofs WHERE user = new.id; END`,
      roles_end_proofs: `AFTER DELETE ON roles BEGIN DELETE FROM desk_proofs WHERE user = old.user; END`,
    });
  },
  () => {
    throw new Error('The audit log would lose names; restore a backup instead.');
  },
);
