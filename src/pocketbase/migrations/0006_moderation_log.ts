import { sql, triggers } from './collections.ts';
import { choice, count, created, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

/**
 * The audit log: changes of prices, refunds, payouts, roles and commission, and who made them. Triggers write it within
 * the transaction of the change, so that raw SQL is included; rows can only be added, by anybody. `audit_actor` says
 * who it is while an operator writes in the dashboard (hooks/audit.ts).
 */
function auditLog(app: App): void {
  table(app, 'audit_log', {
    fields: [
      choice(
        'kind',
        [
          'price',
          'suspension',
          'store',
          'role',
          'account',
          'commission',
          'refund',
          'payout',
          'case',
          'desk',
          'settings',
          'alarm',
        ],
        { required: true },
      ),
      text('collection', 60, { required: true }),
      text('record', 40, { required: true }),
      text('field', 60, { required: true }),
      text('before', 100),
      text('after', 100),
      choice('who', ['seller', 'operator', 'moderator', 'system', 'person'], { required: true }),
      created,
    ],
    later: [text('actor', 15), text('actorName', 200), text('detail', 500)],
    indexes: [
      'CREATE INDEX audit_log_record ON audit_log (collection, record, created)',
      'CREATE INDEX audit_log_created ON audit_log (created)',
      'CREATE INDEX audit_log_of_record ON audit_log (record, created)',
      "CREATE INDEX audit_log_actor ON audit_log (actorName, created) WHERE actorName <> ''",
      'CREATE INDEX audit_log_kind ON audit_log (kind, created)',
    ],
  });
  triggers(app, {
    audit_log_only_grows_update:
      "BEFORE UPDATE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END",
    audit_log_only_grows_delete:
      "BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'the audit log only grows'); END",
  });
}

function auditActor(app: App): void {
  sql(
    app,
    `CREATE TABLE audit_actor (who TEXT NOT NULL, actor TEXT NOT NULL DEFAULT '', name TEXT NOT NULL DEFAULT '')`,
  );
}

function notices(app: App): void {
  table(app, 'notices', {
    fields: [
      text('tokenHash', 64, { hidden: true, required: true }),
      text('name', 100, { required: true }),
      { type: 'email', name: 'email', required: true },
      choice('what', ['product', 'store', 'review', 'question', 'message', 'print', 'post'], {
        required: true,
      }),
      text('subject', 60, { required: true }),
      choice(
        'kind',
        ['copyright', 'trademark', 'licence', 'content', 'mature', 'ai', 'abuse', 'spam', 'other'],
        { required: true },
      ),
      text('text', 2000, { required: true }),
      { type: 'date', name: 'expiresAt', required: true },
      created,
    ],
    indexes: [
      'CREATE UNIQUE INDEX notices_token ON notices (tokenHash)',
      'CREATE INDEX notices_expires ON notices (expiresAt)',
    ],
  });
}

function takedowns(app: App): void {
  table(app, 'takedowns', {
    fields: [
      linkTo('inCase', 'cases', { required: true }),
      linkTo('product', 'products', { required: true }),
      linkTo('startedBy', 'users'),
      text('startedByName', 100),
      choice('state', ['running', 'done'], { required: true }),
      // As shown before the deed: how many buyers, and how much.
      count('buyers'),
      count('totalCents'),
      // The id of the line that was refunded last; the next step begins after it.
      text('afterLine', 15),
      count('refundedLines'),
      count('refundedCents'),
      count('failedLines'),
      text('lastProblem', 300),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX takedowns_case ON takedowns (inCase)',
      "CREATE INDEX takedowns_running ON takedowns (created) WHERE state = 'running'",
    ],
  });
}

function deadLetterClosings(app: App): void {
  table(app, 'dead_letter_closings', {
    fields: [
      choice('kind', ['mail', 'event', 'transfer', 'preview', 'archive']),
      text('record', 40),
      // The moment of the failure that was closed: a later failure of the same thing is open again.
      text('seen', 40),
      text('reason', 500),
      text('by', 15),
      text('byName', 100),
      created,
    ],
    indexes: ['CREATE UNIQUE INDEX dead_letter_closings_once ON dead_letter_closings (kind, record, seen)'],
  });
}

/** The log of what was done, notices, takedowns, and what was closed by hand. */
firstSchema((app) => {
  auditLog(app);
  auditActor(app);
  notices(app);
  takedowns(app);
  deadLetterClosings(app);
});
