import {
  CASE_ANSWER_DAYS,
  CASE_ANSWER_MAX,
  CASE_KINDS,
  CASE_STATES,
  CASE_SUBJECTS,
} from '../../domain/moderation/case.ts';
import { REPORT_TEXT_MAX } from '../../domain/moderation/report.ts';
import { collection, extend, firstSchema, triggers } from './collections.ts';
import { choice, count, created, link, text, updated } from './fields.ts';

const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";

const addToCounters = (by: '+ 1' | '- 1') => `
  UPDATE stores SET productCount = max(0, productCount ${by}) WHERE id = new.store;
  UPDATE shelves SET productCount = max(0, productCount ${by}) WHERE id IN (
    SELECT value FROM json_each(CASE WHEN json_valid(new.shelves) THEN new.shelves ELSE '[]' END));`;

/**
 * The operator suspends by setting a state in the dashboard. Triggers remember the state before it and keep the counters
 * of store and shelves correct. Leaving "suspended", for whatever state, returns to the state before it, so that lifting
 * a suspension never publishes a draft.
 */
function suspendProductsAndStores(app: App): void {
  triggers(app, {
    products_suspend: `AFTER UPDATE OF state ON products WHEN new.state = 'suspended' AND old.state <> 'suspended' BEGIN
      UPDATE products SET suspendedFrom = old.state WHERE id = new.id; END`,
    products_suspend_counted: `AFTER UPDATE OF state ON products
      WHEN new.state = 'suspended' AND old.state = 'published' BEGIN ${addToCounters('- 1')} END`,
    products_lift: `AFTER UPDATE OF state ON products
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom <> '' BEGIN
      UPDATE products SET state = old.suspendedFrom, suspendedFrom = '', suspendedWhy = '' WHERE id = new.id; END`,
    products_lift_counted: `AFTER UPDATE OF state ON products
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom = 'published' BEGIN ${addToCounters('+ 1')} END`,
    stores_suspend: `AFTER UPDATE OF state ON stores WHEN new.state = 'suspended' AND old.state <> 'suspended' BEGIN
      UPDATE stores SET suspendedFrom = old.state WHERE id = new.id; END`,
    stores_lift: `AFTER UPDATE OF state ON stores
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom <> '' BEGIN
      UPDATE stores SET state = old.suspendedFrom, suspendedFrom = '', suspendedWhy = '' WHERE id = new.id; END`,
  });
}

/**
 * Cases about products, stores, texts and photos. The operator opens and decides them in the dashboard; a report opens a
 * case or joins the open one about the same subject. The accused answers and may appeal once.
 */
function makeCases(app: App): Collection {
  const cases = collection(
    app,
    'cases',
    [
      count('number'),
      choice('kind', Object.keys(CASE_KINDS), { required: true }),
      link('product', app.findCollectionByNameOrId('products')),
      link('store', app.findCollectionByNameOrId('stores')),
      { type: 'email', name: 'reporter' },
      text('claim', 5000, { required: true }),
      choice('state', CASE_STATES, { required: true }),
      // Hides the subject until the decision, for claims that cannot wait.
      { type: 'bool', name: 'suspendMeanwhile' },
      { type: 'date', name: 'deadline' },
      text('answer', CASE_ANSWER_MAX),
      text('decision', 2000),
      // The last state that both sides were sent a mail about.
      text('toldState', 20),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX cases_number ON cases (number) WHERE number > 0',
      'CREATE INDEX cases_store ON cases (store, number)',
      'CREATE INDEX cases_untold ON cases (id) WHERE state <> toldState',
    ],
  );
  extend(
    app,
    'cases',
    [
      // The subject; a product or store is in its own field as well.
      choice('what', CASE_SUBJECTS),
      text('subject', 15),
      link('accused', app.findCollectionByNameOrId('users')),
      // The text it is about, as it was.
      text('quote', 5000),
      { type: 'date', name: 'decidedAt' },
      text('appeal', CASE_ANSWER_MAX),
      choice('appealedFrom', ['upheld', 'dismissed']),
    ],
    [
      'CREATE INDEX cases_subject ON cases (what, subject)',
      'CREATE INDEX cases_accused ON cases (accused, number)',
    ],
  );
  return cases;
}

/** Reports by people, and the operator's list of words that look like spam. */
function makeReports(app: App, cases: Collection): void {
  collection(
    app,
    'reports',
    [
      link('inCase', cases, { required: true, cascadeDelete: true }),
      // Empty once the account is deleted.
      link('user', app.findCollectionByNameOrId('users')),
      choice('kind', Object.keys(CASE_KINDS), { required: true }),
      text('text', REPORT_TEXT_MAX, { required: true }),
      created,
      updated,
    ],
    [
      "CREATE UNIQUE INDEX reports_once ON reports (inCase, `user`) WHERE `user` <> ''",
      'CREATE INDEX reports_user ON reports (`user`, created)',
    ],
  );
  collection(
    app,
    'spam_words',
    [
      text('word', 100, { required: true }),
      choice('deed', ['hold', 'refuse'], { required: true }),
      text('note', 300),
      created,
      updated,
    ],
    [],
  );
}

const hides = (row: string) =>
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
const suspendOrLift = ({ table, id, same }: (typeof TARGETS)[number]) => `
  UPDATE ${table} SET state = 'suspended', suspendedByCase = TRUE, updated = ${NOW},
      suspendedWhy = 'Case C-' || (SELECT number FROM cases WHERE id = new.id)
    WHERE id = ${id} AND state <> 'suspended' AND ${hides('new')};
  UPDATE ${table} SET state = suspendedFrom, updated = ${NOW}
    WHERE id = ${id} AND state = 'suspended' AND suspendedByCase AND suspendedFrom <> ''
      AND NOT EXISTS (SELECT 1 FROM cases c WHERE ${same} AND ${hides('c')});`;

/** Fills in the subject where only a product or store is named, and the accused from the store. */
const COMPLETE = `UPDATE cases SET
    what = CASE WHEN new.what <> '' THEN new.what WHEN new.product <> '' THEN 'product' ELSE 'store' END,
    subject = CASE WHEN new.subject <> '' THEN new.subject WHEN new.product <> '' THEN new.product ELSE new.store END,
    store = CASE WHEN new.product = '' THEN new.store
      ELSE COALESCE((SELECT p.store FROM products p WHERE p.id = new.product), new.store) END
    WHERE id = new.id;
  UPDATE cases SET accused = COALESCE((SELECT s.owner FROM stores s WHERE s.id = cases.store), '')
    WHERE id = new.id AND accused = '' AND what IN ('product', 'store');`;

/**
 * Triggers number cases, set the date until which the accused may answer, and suspend or restore the product or store
 * they are about. The app writes the mails.
 */
function followCases(app: App): void {
  triggers(app, {
    cases_products_lifted: `AFTER UPDATE OF state ON products
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedByCase BEGIN
      UPDATE products SET suspendedByCase = FALSE WHERE id = new.id; END`,
    cases_stores_lifted: `AFTER UPDATE OF state ON stores
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedByCase BEGIN
      UPDATE stores SET suspendedByCase = FALSE WHERE id = new.id; END`,
    change_feed_cases_insert: `AFTER INSERT ON cases BEGIN
      INSERT INTO change_feed (collection, record, op) VALUES ('cases', new.id, 'put'); END`,
    change_feed_cases_update: `AFTER UPDATE ON cases BEGIN
      INSERT INTO change_feed (collection, record, op) VALUES ('cases', new.id, 'put'); END`,
    cases_about: `BEFORE INSERT ON cases WHEN new.product = '' AND new.store = '' AND (new.what = '' OR new.subject = '') BEGIN
      SELECT RAISE(ABORT, 'a case is about something'); END`,
    // The last statement makes the row, complete now, suspend its subject.
    cases_begin: `AFTER INSERT ON cases BEGIN
      UPDATE cases SET number = (SELECT COALESCE(MAX(c.number), 0) + 1 FROM cases c),
          deadline = CASE deadline WHEN '' THEN strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+${CASE_ANSWER_DAYS} days') ELSE deadline END
        WHERE id = new.id;
      ${COMPLETE} UPDATE cases SET state = state WHERE id = new.id; END`,
    cases_go_on: `AFTER UPDATE OF state, suspendMeanwhile ON cases BEGIN ${TARGETS.map(suspendOrLift).join('')}
      UPDATE cases SET decidedAt = ${NOW} WHERE id = new.id AND new.state IN ('upheld', 'dismissed')
        AND (old.state <> new.state OR decidedAt = ''); END`,
  });
}

const NO_LONGER_HIDDEN = `${hides('old')} AND NOT ${hides('new')} AND NOT EXISTS (
  SELECT 1 FROM cases c WHERE c.what = new.what AND c.subject = new.subject AND ${hides('c')})`;
const DATED = [
  { what: 'review', table: 'reviews' },
  { what: 'print', table: 'review_photos' },
  { what: 'message', table: 'messages' },
];
const hideDated = ({ what, table }: (typeof DATED)[number]) => `
  UPDATE ${table} SET hiddenAt = ${NOW}, updated = ${NOW}
    WHERE new.what = '${what}' AND id = new.subject AND hiddenAt = '' AND ${hides('new')};
  UPDATE ${table} SET hiddenAt = '', updated = ${NOW}
    WHERE new.what = '${what}' AND id = new.subject AND hiddenAt <> '' AND ${NO_LONGER_HIDDEN};`;
const HIDE_QUESTIONS = `
  UPDATE questions SET state = 'hidden', hiddenFor = iif(new.state IN ('open', 'answered'), 'held', 'reported'), updated = ${NOW}
    WHERE new.what = 'question' AND id = new.subject AND ${hides('new')};
  UPDATE questions SET state = iif(answer = '', 'open', 'answered'), hiddenFor = '', updated = ${NOW}
    WHERE new.what = 'question' AND id = new.subject AND hiddenFor IN ('held', 'reported') AND ${NO_LONGER_HIDDEN};`;

/**
 * An upheld case about a review, a photo of a print, a question or a message hides it; it is shown again once no case
 * hides it any more. A hidden text stays in its record.
 */
function hideTexts(app: App): void {
  triggers(app, {
    cases_hide_words: `AFTER UPDATE OF state, suspendMeanwhile ON cases
      WHEN new.what IN ('review', 'print', 'message', 'question') BEGIN ${DATED.map(hideDated).join('')} ${HIDE_QUESTIONS} END`,
    // The list of conversations must not quote a hidden message.
    messages_hidden: `AFTER UPDATE OF hiddenAt ON messages WHEN old.hiddenAt = '' AND new.hiddenAt <> '' BEGIN
      UPDATE conversations SET excerpt = '' WHERE id = new.conversation AND lastNumber = new.number; END`,
  });
}

firstSchema((app) => {
  const cases = makeCases(app);
  makeReports(app, cases);
  suspendProductsAndStores(app);
  followCases(app);
  hideTexts(app);
});
