import { audited } from './audit-triggers.ts';
import { triggers } from './collections.ts';
import { choice, count, created, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { guardStates } from './state-guards.ts';

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

function firstReasons(app: App): void {
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
}

/**
 * Cases about products, stores, texts and photos. The operator opens and decides them in the dashboard; a report opens
 * a case or joins the open one about the same subject. The accused answers and may appeal once.
 */
function cases(app: App): void {
  table(app, 'cases', {
    fields: [
      count('number'),
      choice(
        'kind',
        ['copyright', 'trademark', 'licence', 'content', 'mature', 'ai', 'abuse', 'spam', 'other'],
        { required: true },
      ),
      linkTo('product', 'products'),
      linkTo('store', 'stores'),
      { type: 'email', name: 'reporter' },
      text('claim', 5000, { required: true }),
      choice('state', ['open', 'answered', 'upheld', 'dismissed', 'appealed'], { required: true }),
      // Hides the subject until the decision, for claims that cannot wait.
      { type: 'bool', name: 'suspendMeanwhile' },
      { type: 'date', name: 'deadline' },
      text('answer', 5000),
      text('decision', 2000),
      // The last state that both sides were sent a mail about.
      text('toldState', 20),
      created,
      updated,
    ],
    later: [
      // The subject; a product or store is in its own field as well.
      choice('what', ['product', 'store', 'review', 'question', 'message', 'print', 'post']),
      text('subject', 15),
      linkTo('accused', 'users'),
      // The text it is about, as it was.
      text('quote', 5000),
      { type: 'date', name: 'decidedAt' },
      text('appeal', 5000),
      choice('appealedFrom', ['upheld', 'dismissed']),
      // The queue of the operator desk: when each case is due, on what ground it was decided, reasons that are written
      // once, notices of people without an account, and refunds to everybody who bought what was taken down.
      { type: 'date', name: 'dueAt' },
      choice('ground', ['law', 'terms']),
      text('groundText', 300),
    ],
    asWritten: [
      'CREATE UNIQUE INDEX cases_number ON cases (number) WHERE number > 0',
      'CREATE INDEX cases_store ON cases (store, number)',
      'CREATE INDEX cases_untold ON cases (id) WHERE state <> toldState',
      'CREATE INDEX cases_subject ON cases (what, subject)',
      'CREATE INDEX cases_accused ON cases (accused, number)',
      "CREATE INDEX cases_due ON cases (dueAt, id) WHERE dueAt <> ''",
      "CREATE INDEX cases_decided ON cases (decidedAt, id) WHERE decidedAt <> ''",
    ],
  });
  triggers(app, {
    change_feed_cases_insert: `AFTER INSERT ON cases BEGIN
      INSERT INTO change_feed (collection, record, op) VALUES ('cases', new.id, 'put'); END`,
    change_feed_cases_update: `AFTER UPDATE ON cases BEGIN
      INSERT INTO change_feed (collection, record, op) VALUES ('cases', new.id, 'put'); END`,
    cases_about: `BEFORE INSERT ON cases WHEN new.product = '' AND new.store = '' AND (new.what = '' OR new.subject = '') BEGIN
      SELECT RAISE(ABORT, 'a case is about something'); END`,
    // The last statement makes the row, complete now, suspend its subject.
    cases_begin: `AFTER INSERT ON cases BEGIN
      UPDATE cases SET number = (SELECT COALESCE(MAX(c.number), 0) + 1 FROM cases c),
          deadline = CASE deadline WHEN '' THEN strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+7 days') ELSE deadline END
        WHERE id = new.id;
      UPDATE cases SET
    what = CASE WHEN new.what <> '' THEN new.what WHEN new.product <> '' THEN 'product' ELSE 'store' END,
    subject = CASE WHEN new.subject <> '' THEN new.subject WHEN new.product <> '' THEN new.product ELSE new.store END,
    store = CASE WHEN new.product = '' THEN new.store
      ELSE COALESCE((SELECT p.store FROM products p WHERE p.id = new.product), new.store) END
    WHERE id = new.id;
  UPDATE cases SET accused = COALESCE((SELECT s.owner FROM stores s WHERE s.id = cases.store), '')
    WHERE id = new.id AND accused = '' AND what IN ('product', 'store'); UPDATE cases SET state = state WHERE id = new.id; END`,
    cases_go_on: `AFTER UPDATE OF state, suspendMeanwhile ON cases BEGIN 
  UPDATE products SET state = 'suspended', suspendedByCase = TRUE, updated = strftime('%Y-%m-%d %H:%M:%fZ'),
      suspendedWhy = 'Case C-' || (SELECT number FROM cases WHERE id = new.id)
    WHERE id = new.product AND state <> 'suspended' AND (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')));
  UPDATE products SET state = suspendedFrom, updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE id = new.product AND state = 'suspended' AND suspendedByCase AND suspendedFrom <> ''
      AND NOT EXISTS (SELECT 1 FROM cases c WHERE c.product = new.product AND new.product <> '' AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered'))));
  UPDATE stores SET state = 'suspended', suspendedByCase = TRUE, updated = strftime('%Y-%m-%d %H:%M:%fZ'),
      suspendedWhy = 'Case C-' || (SELECT number FROM cases WHERE id = new.id)
    WHERE id = CASE WHEN new.what = 'store' THEN new.store ELSE '' END AND state <> 'suspended' AND (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')));
  UPDATE stores SET state = suspendedFrom, updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE id = CASE WHEN new.what = 'store' THEN new.store ELSE '' END AND state = 'suspended' AND suspendedByCase AND suspendedFrom <> ''
      AND NOT EXISTS (SELECT 1 FROM cases c WHERE c.what = 'store' AND c.store = new.store AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered'))));
      UPDATE cases SET decidedAt = strftime('%Y-%m-%d %H:%M:%fZ') WHERE id = new.id AND new.state IN ('upheld', 'dismissed')
        AND (old.state <> new.state OR decidedAt = ''); END`,
    cases_hide_words: `AFTER UPDATE OF state, suspendMeanwhile ON cases
      WHEN new.what IN ('review', 'print', 'message', 'question') BEGIN 
  UPDATE reviews SET hiddenAt = strftime('%Y-%m-%d %H:%M:%fZ'), updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'review' AND id = new.subject AND hiddenAt = '' AND (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')));
  UPDATE reviews SET hiddenAt = '', updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'review' AND id = new.subject AND hiddenAt <> '' AND (old.state = 'upheld' OR (old.state = 'appealed' AND old.appealedFrom = 'upheld')
    OR (old.suspendMeanwhile AND old.state IN ('open', 'answered'))) AND NOT (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered'))) AND NOT EXISTS (
  SELECT 1 FROM cases c WHERE c.what = new.what AND c.subject = new.subject AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered'))));
  UPDATE review_photos SET hiddenAt = strftime('%Y-%m-%d %H:%M:%fZ'), updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'print' AND id = new.subject AND hiddenAt = '' AND (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')));
  UPDATE review_photos SET hiddenAt = '', updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'print' AND id = new.subject AND hiddenAt <> '' AND (old.state = 'upheld' OR (old.state = 'appealed' AND old.appealedFrom = 'upheld')
    OR (old.suspendMeanwhile AND old.state IN ('open', 'answered'))) AND NOT (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered'))) AND NOT EXISTS (
  SELECT 1 FROM cases c WHERE c.what = new.what AND c.subject = new.subject AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered'))));
  UPDATE messages SET hiddenAt = strftime('%Y-%m-%d %H:%M:%fZ'), updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'message' AND id = new.subject AND hiddenAt = '' AND (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')));
  UPDATE messages SET hiddenAt = '', updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'message' AND id = new.subject AND hiddenAt <> '' AND (old.state = 'upheld' OR (old.state = 'appealed' AND old.appealedFrom = 'upheld')
    OR (old.suspendMeanwhile AND old.state IN ('open', 'answered'))) AND NOT (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered'))) AND NOT EXISTS (
  SELECT 1 FROM cases c WHERE c.what = new.what AND c.subject = new.subject AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered')))); 
  UPDATE questions SET state = 'hidden', hiddenFor = iif(new.state IN ('open', 'answered'), 'held', 'reported'), updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'question' AND id = new.subject AND (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')));
  UPDATE questions SET state = iif(answer = '', 'open', 'answered'), hiddenFor = '', updated = strftime('%Y-%m-%d %H:%M:%fZ')
    WHERE new.what = 'question' AND id = new.subject AND hiddenFor IN ('held', 'reported') AND (old.state = 'upheld' OR (old.state = 'appealed' AND old.appealedFrom = 'upheld')
    OR (old.suspendMeanwhile AND old.state IN ('open', 'answered'))) AND NOT (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered'))) AND NOT EXISTS (
  SELECT 1 FROM cases c WHERE c.what = new.what AND c.subject = new.subject AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered')))); END`,
  });
  audited(app, [
    {
      kind: 'case',
      table: 'cases',
      fields: ['state'],
      who: "'system'",
      when: "new.state IN ('upheld', 'dismissed')",
    },
  ]);
  triggers(app, {
    cases_due_set: `AFTER UPDATE OF state, suspendMeanwhile, deadline ON cases BEGIN
        UPDATE cases SET dueAt = CASE
  WHEN new.state = 'appealed' THEN strftime('%Y-%m-%d %H:%M:%fZ', 'now', '+7 days')
  WHEN new.state NOT IN ('open', 'answered') THEN ''
  WHEN new.suspendMeanwhile AND new.kind = 'spam' AND new.what NOT IN ('product', 'store') THEN strftime('%Y-%m-%d %H:%M:%fZ', new.created, '+1 days')
  ELSE new.deadline END WHERE id = new.id AND (old.state <> new.state OR dueAt = ''
          OR old.suspendMeanwhile <> new.suspendMeanwhile OR old.deadline <> new.deadline); END`,
    cases_hide_posts: `AFTER UPDATE OF state, suspendMeanwhile ON cases WHEN new.what = 'post' BEGIN
      UPDATE posts SET hiddenAt = strftime('%Y-%m-%d %H:%M:%fZ', 'now'), updated = strftime('%Y-%m-%d %H:%M:%fZ', 'now')
        WHERE id = new.subject AND hiddenAt = '' AND (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')));
      UPDATE posts SET hiddenAt = '', updated = strftime('%Y-%m-%d %H:%M:%fZ', 'now')
        WHERE id = new.subject AND hiddenAt <> '' AND (old.state = 'upheld' OR (old.state = 'appealed' AND old.appealedFrom = 'upheld')
    OR (old.suspendMeanwhile AND old.state IN ('open', 'answered'))) AND NOT (new.state = 'upheld' OR (new.state = 'appealed' AND new.appealedFrom = 'upheld')
    OR (new.suspendMeanwhile AND new.state IN ('open', 'answered')))
          AND NOT EXISTS (SELECT 1 FROM cases c WHERE c.what = 'post' AND c.subject = new.subject AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered')))); END`,
    // A decision that is changed counts as not told, also where it is typed into the dashboard: changed back before the
    // job ran, the state was the one that was told last, and other words of a decision were told to nobody.
    cases_tell_again: `AFTER UPDATE OF state, decision ON cases
        WHEN new.toldState = new.state AND new.toldState = old.toldState AND new.state IN ('upheld', 'dismissed')
          AND (new.state <> old.state OR new.decision <> old.decision) BEGIN
        UPDATE cases SET toldState = '' WHERE id = new.id; END`,
  });
  guardStates(app, {
    collection: 'cases',
    noun: 'case',
    changes: [
      { from: ['open'], to: ['answered'], by: ['person'] },
      { from: ['upheld'], to: ['appealed'], by: ['person'] },
      { from: ['dismissed'], to: ['appealed'], by: ['person', 'system'] },
      { from: ['open', 'answered', 'appealed'], to: ['upheld', 'dismissed'], by: ['moderator'] },
      {
        from: ['open', 'answered', 'upheld', 'dismissed', 'appealed'],
        to: ['open', 'answered', 'upheld', 'dismissed', 'appealed'],
        by: ['operator'],
      },
    ],
  });
}

/** Reports by people, and the operator's list of words that look like spam. */
function reports(app: App): void {
  table(app, 'reports', {
    fields: [
      linkTo('inCase', 'cases', { cascadeDelete: true, required: true }),
      // Empty once the account is deleted.
      linkTo('user', 'users'),
      choice(
        'kind',
        ['copyright', 'trademark', 'licence', 'content', 'mature', 'ai', 'abuse', 'spam', 'other'],
        { required: true },
      ),
      text('text', 2000, { required: true }),
      created,
      updated,
    ],
    later: [
      // Of somebody without an account; empty for users.
      text('name', 100),
      { type: 'email', name: 'email' },
    ],
    asWritten: [
      "CREATE UNIQUE INDEX reports_once ON reports (inCase, `user`) WHERE `user` <> ''",
      'CREATE INDEX reports_user ON reports (`user`, created)',
    ],
  });
}

function spamWords(app: App): void {
  table(app, 'spam_words', {
    fields: [
      text('word', 100, { required: true }),
      choice('deed', ['hold', 'refuse'], { required: true }),
      text('note', 300),
      created,
      updated,
    ],
  });
}

function savedReasons(app: App): void {
  table(app, 'saved_reasons', {
    fields: [
      text('title', 80, { required: true }),
      choice('verdict', ['upheld', 'dismissed'], { required: true }),
      choice('ground', ['law', 'terms'], { required: true }),
      text('groundText', 300),
      text('text', 2000, { required: true }),
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX saved_reasons_title ON saved_reasons (title)'],
  });
}

/** Reports and cases, and what holds back spam. */
firstSchema((app) => {
  cases(app);
  reports(app);
  spamWords(app);
  savedReasons(app);
  firstReasons(app);
});
