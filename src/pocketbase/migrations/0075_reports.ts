import {
  CASE_ANSWER_DAYS,
  CASE_ANSWER_MAX,
  CASE_KINDS,
  CASE_STATES,
  CASE_SUBJECTS,
} from '../../domain/case.ts';
import { REPORT_TEXT_MAX } from '../../domain/report.ts';
import { choice, closed, count, created, link, sql, text, updated } from './fields.ts';

/**
 * People report, and a report makes a case or joins the one that is open about the same thing. Cases may from now on be
 * about words and photos as well, are answered by whoever's thing it is, and can be objected to once. How many of the
 * last twelve months' went against somebody stands in his account. `spam_words` is the operator's own list.
 */
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";
const HIDES = (row: string) =>
  `(${row}.state = 'upheld' OR (${row}.state = 'appealed' AND ${row}.appealedFrom = 'upheld')
    OR (${row}.suspendMeanwhile AND ${row}.state IN ('open', 'answered')))`;
const TARGETS = [
  { table: 'products', id: 'new.product', same: "c.product = new.product AND new.product <> ''" },
  {
    table: 'stores',
    id: "CASE WHEN new.what = 'store' THEN new.store ELSE '' END",
    same: "c.what = 'store' AND c.store = new.store",
  },
];
const follow = ({ table, id, same }: (typeof TARGETS)[number]) => `
  UPDATE ${table} SET state = 'suspended', suspendedByCase = TRUE, updated = ${NOW},
      suspendedWhy = 'Case C-' || (SELECT number FROM cases WHERE id = new.id)
    WHERE id = ${id} AND state <> 'suspended' AND ${HIDES('new')};
  UPDATE ${table} SET state = suspendedFrom, updated = ${NOW}
    WHERE id = ${id} AND state = 'suspended' AND suspendedByCase AND suspendedFrom <> ''
      AND NOT EXISTS (SELECT 1 FROM cases c WHERE ${same} AND ${HIDES('c')});`;
const FOLLOW = TARGETS.map(follow).join('');

/** What it is about is filled in where only a product or store is named; whose it is stands in the store. */
const COMPLETE = `UPDATE cases SET
    what = CASE WHEN new.what <> '' THEN new.what WHEN new.product <> '' THEN 'product' ELSE 'store' END,
    subject = CASE WHEN new.subject <> '' THEN new.subject WHEN new.product <> '' THEN new.product ELSE new.store END,
    store = CASE WHEN new.product = '' THEN new.store
      ELSE COALESCE((SELECT p.store FROM products p WHERE p.id = new.product), new.store) END
    WHERE id = new.id;
  UPDATE cases SET accused = COALESCE((SELECT s.owner FROM stores s WHERE s.id = cases.store), '')
    WHERE id = new.id AND accused = '' AND what IN ('product', 'store');`;

const OLD = ['cases_about', 'cases_begin', 'cases_go_on'];
const TRIGGERS: Record<string, string> = {
  cases_about: `BEFORE INSERT ON cases WHEN new.product = '' AND new.store = '' AND (new.what = '' OR new.subject = '') BEGIN
    SELECT RAISE(ABORT, 'a case is about something'); END`,
  // The last step lets the row, complete now, hide what it is about.
  cases_begin: `AFTER INSERT ON cases BEGIN
    UPDATE cases SET number = (SELECT COALESCE(MAX(c.number), 0) + 1 FROM cases c),
        deadline = CASE deadline WHEN '' THEN strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+${CASE_ANSWER_DAYS} days') ELSE deadline END
      WHERE id = new.id;
    ${COMPLETE} UPDATE cases SET state = state WHERE id = new.id; END`,
  cases_go_on: `AFTER UPDATE OF state, suspendMeanwhile ON cases BEGIN ${FOLLOW}
    UPDATE cases SET decidedAt = ${NOW} WHERE id = new.id AND new.state IN ('upheld', 'dismissed')
      AND (old.state <> new.state OR decidedAt = ''); END`,
};

const FIELDS = (users: Collection) => [
  // What it is about: a product or store stands in its own field as well.
  choice('what', CASE_SUBJECTS),
  text('subject', 15),
  link('accused', users),
  // The words it is about, as they were.
  text('quote', 5000),
  { type: 'date', name: 'decidedAt' },
  text('appeal', CASE_ANSWER_MAX),
  choice('appealedFrom', ['upheld', 'dismissed']),
];

migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    // Not hidden, for he reads it himself; nobody can change it from outside.
    users.fields.add(new Field(count('strikes')));
    users['indexes'] = [
      ...(users['indexes'] as string[]),
      'CREATE INDEX users_strikes ON users (strikes) WHERE strikes > 0',
    ];
    app.save(users);

    const cases = app.findCollectionByNameOrId('cases');
    cases.fields.getByName('reporter')['required'] = false;
    cases.fields.getByName('kind')['values'] = Object.keys(CASE_KINDS);
    cases.fields.getByName('state')['values'] = [...CASE_STATES];
    for (const field of FIELDS(users)) cases.fields.add(new Field(field));
    cases['indexes'] = [
      ...(cases['indexes'] as string[]),
      'CREATE INDEX cases_subject ON cases (what, subject)',
      'CREATE INDEX cases_accused ON cases (accused, number)',
    ];
    for (const name of OLD) sql(app, `DROP TRIGGER ${name}`);
    app.save(cases);
    sql(
      app,
      `UPDATE cases SET what = CASE product WHEN '' THEN 'store' ELSE 'product' END,
        subject = CASE product WHEN '' THEN store ELSE product END,
        accused = COALESCE((SELECT s.owner FROM stores s WHERE s.id = cases.store), ''),
        decidedAt = CASE WHEN state IN ('upheld', 'dismissed') THEN updated ELSE '' END`,
    );
    for (const [name, what] of Object.entries(TRIGGERS)) sql(app, `CREATE TRIGGER ${name} ${what}`);

    app.save(
      new Collection({
        type: 'base',
        name: 'reports',
        ...closed,
        fields: [
          link('inCase', cases, { required: true, cascadeDelete: true }),
          // Empty once the account is deleted.
          link('user', users),
          choice('kind', Object.keys(CASE_KINDS), { required: true }),
          text('text', REPORT_TEXT_MAX, { required: true }),
          created,
          updated,
        ],
        indexes: [
          "CREATE UNIQUE INDEX reports_once ON reports (inCase, `user`) WHERE `user` <> ''",
          'CREATE INDEX reports_user ON reports (`user`, created)',
        ],
      }),
    );
    app.save(
      new Collection({
        type: 'base',
        name: 'spam_words',
        ...closed,
        fields: [
          text('word', 100, { required: true }),
          choice('deed', ['hold', 'refuse'], { required: true }),
          text('note', 300),
          created,
          updated,
        ],
      }),
    );
  },
  () => {
    throw new Error('reports cannot be forgotten');
  },
);
