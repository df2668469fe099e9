import { CASE_GROUNDS, CASE_KINDS, CASE_SUBJECTS } from '../../domain/moderation/case.ts';
import { collection, extend, sql, triggers } from './collections.ts';
import { choice, count, created, link, text, updated } from './fields.ts';

const AT = (from: string, days: number) => `strftime('%Y-%m-%d %H:%M:%fZ', ${from}, '+${days} days')`;
/** When a case should be decided: a held text within a day, an objection within a week, else when the answer is due. */
const DUE = `CASE
  WHEN new.state = 'appealed' THEN ${AT("'now'", 7)}
  WHEN new.state NOT IN ('open', 'answered') THEN ''
  WHEN new.suspendMeanwhile AND new.kind = 'spam' AND new.what NOT IN ('product', 'store') THEN ${AT('new.created', 1)}
  ELSE new.deadline END`;

/**
 * The queue of the operator desk: when each case is due, on what ground it was decided, reasons that are written once, notices of
 * people without an account, and refunds to everybody who bought what was taken down.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    const cases = app.findCollectionByNameOrId('cases');
    extend(
      app,
      'cases',
      [{ type: 'date', name: 'dueAt' }, choice('ground', Object.keys(CASE_GROUNDS)), text('groundText', 300)],
      [
        "CREATE INDEX cases_due ON cases (dueAt, id) WHERE dueAt <> ''",
        "CREATE INDEX cases_decided ON cases (decidedAt, id) WHERE decidedAt <> ''",
      ],
    );
    triggers(app, {
      cases_due_set: `AFTER UPDATE OF state, suspendMeanwhile, deadline ON cases BEGIN
        UPDATE cases SET dueAt = ${DUE} WHERE id = new.id AND (old.state <> new.state OR dueAt = ''
          OR old.suspendMeanwhile <> new.suspendMeanwhile OR old.deadline <> new.deadline); END`,
    });
    sql(
      app,
      "UPDATE cases SET suspendMeanwhile = suspendMeanwhile WHERE state IN ('open', 'answered', 'appealed')",
    );
    extend(app, 'reports', [
      // Of somebody without an account; empty for users.
      text('name', 100),
      { type: 'email', name: 'email' },
    ]);
    collection(
      app,
      'notices',
      [
        text('tokenHash', 64, { required: true, hidden: true }),
        text('name', 100, { required: true }),
        { type: 'email', name: 'email', required: true },
        choice('what', CASE_SUBJECTS, { required: true }),
        text('subject', 60, { required: true }),
        choice('kind', Object.keys(CASE_KINDS), { required: true }),
        text('text', 2000, { required: true }),
        { type: 'date', name: 'expiresAt', required: true },
        created,
      ],
      [
        'CREATE UNIQUE INDEX notices_token ON notices (tokenHash)',
        'CREATE INDEX notices_expires ON notices (expiresAt)',
      ],
    );
    collection(
      app,
      'saved_reasons',
      [
        text('title', 80, { required: true }),
        choice('verdict', ['upheld', 'dismissed'], { required: true }),
        choice('ground', Object.keys(CASE_GROUNDS), { required: true }),
        text('groundText', 300),
        text('text', 2000, { required: true }),
        created,
        updated,
      ],
      ['CREATE UNIQUE INDEX saved_reasons_title ON saved_reasons (title)'],
    );
    collection(
      app,
      'takedowns',
      [
        link('inCase', cases, { required: true }),
        link('product', app.findCollectionByNameOrId('products'), { required: true }),
        link('startedBy', users),
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
      [
        'CREATE UNIQUE INDEX takedowns_case ON takedowns (inCase)',
        "CREATE INDEX takedowns_running ON takedowns (created) WHERE state = 'running'",
      ],
    );
    for (const [collectionName, index] of WAITING) extend(app, collectionName, [], [index]);
    REASONS.forEach(([title, verdict, ground, groundText, words], place) => {
      app
        .nonconcurrentDB()
        .newQuery(
          `INSERT INTO saved_reasons (id, title, verdict, ground, groundText, text, created, updated)
            VALUES ({:id}, {:title}, {:verdict}, {:ground}, {:groundText}, {:words}, {:at}, {:at})`,
        )
        // The same in every database, so that its description can be compared.
        .bind({ id: `savedreason000${place}`, title, verdict, ground, groundText, words, at: REASONS_AT })
        .execute();
    });
  },
  () => {
    throw new Error('Notices and reasons would be lost; restore a backup instead.');
  },
);

/** What waits for somebody besides cases, each by an index of its own. */
const WAITING = [
  ['disputes', "CREATE INDEX disputes_open ON disputes (created, `order`) WHERE state = 'open'"],
  ['orders', "CREATE INDEX orders_warned ON orders (paidAt, id) WHERE fraudWarning <> ''"],
  ['order_lines', 'CREATE INDEX order_lines_product_id ON order_lines (product, id)'],
] as const;

const REASONS_AT = '2026-11-23 00:00:00.000Z';
/** Reasons to begin with; people at the desk change them. */
const REASONS = [
  [
    'Copied from somebody else',
    'upheld',
    'law',
    'Copyright',
    'The claimant has shown that the work is theirs, and we found no licence that allows it to be offered here.',
  ],
  [
    'Own work',
    'dismissed',
    'law',
    'Copyright',
    'We compared both works. An idea belongs to nobody; this is a work of its own.',
  ],
  [
    'Advertising',
    'upheld',
    'terms',
    'What you may post',
    'It advertises something that has nothing to do with this page.',
  ],
  ['No advertising', 'dismissed', 'terms', 'What you may post', 'It was held by mistake and is visible now.'],
  [
    'Insult or threat',
    'upheld',
    'terms',
    'What you may post',
    'It insults or threatens somebody. We ask everybody to stay polite.',
  ],
  [
    'Within the rules',
    'dismissed',
    'terms',
    'What you may post',
    'We find nothing here that breaks the law or our rules.',
  ],
] as const;
