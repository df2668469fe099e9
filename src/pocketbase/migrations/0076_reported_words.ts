import { HIDE_REASONS } from '../../domain/question.ts';
import { sql } from './fields.ts';

/**
 * An upheld case about a review, a photo of a print, a question or a message hides it, as one about a product does; and
 * it is shown again once no case hides it any more. Hidden words stay in their record.
 */
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";
const HIDES = (row: string) =>
  `(${row}.state = 'upheld' OR (${row}.state = 'appealed' AND ${row}.appealedFrom = 'upheld')
    OR (${row}.suspendMeanwhile AND ${row}.state IN ('open', 'answered')))`;
const LIFTED = `${HIDES('old')} AND NOT ${HIDES('new')} AND NOT EXISTS (
  SELECT 1 FROM cases c WHERE c.what = new.what AND c.subject = new.subject AND ${HIDES('c')})`;

const DATED = [
  { what: 'review', table: 'reviews' },
  { what: 'print', table: 'review_photos' },
  { what: 'message', table: 'messages' },
];
const dated = ({ what, table }: (typeof DATED)[number]) => `
  UPDATE ${table} SET hiddenAt = ${NOW}, updated = ${NOW}
    WHERE new.what = '${what}' AND id = new.subject AND hiddenAt = '' AND ${HIDES('new')};
  UPDATE ${table} SET hiddenAt = '', updated = ${NOW}
    WHERE new.what = '${what}' AND id = new.subject AND hiddenAt <> '' AND ${LIFTED};`;
const QUESTIONS = `
  UPDATE questions SET state = 'hidden', hiddenFor = iif(new.state IN ('open', 'answered'), 'held', 'reported'), updated = ${NOW}
    WHERE new.what = 'question' AND id = new.subject AND ${HIDES('new')};
  UPDATE questions SET state = iif(answer = '', 'open', 'answered'), hiddenFor = '', updated = ${NOW}
    WHERE new.what = 'question' AND id = new.subject AND hiddenFor IN ('held', 'reported') AND ${LIFTED};`;
/** The list of conversations must not go on quoting what is hidden. */
const EXCERPT = `AFTER UPDATE OF hiddenAt ON messages WHEN old.hiddenAt = '' AND new.hiddenAt <> '' BEGIN
  UPDATE conversations SET excerpt = '' WHERE id = new.conversation AND lastNumber = new.number; END`;

const TRIGGERS: Record<string, string> = {
  cases_hide_words: `AFTER UPDATE OF state, suspendMeanwhile ON cases
    WHEN new.what IN ('review', 'print', 'message', 'question') BEGIN ${DATED.map(dated).join('')} ${QUESTIONS} END`,
  messages_hidden: EXCERPT,
};

migrate(
  (app) => {
    const messages = app.findCollectionByNameOrId('messages');
    messages.fields.add(new Field({ type: 'date', name: 'hiddenAt' }));
    app.save(messages);
    const questions = app.findCollectionByNameOrId('questions');
    questions.fields.getByName('hiddenFor')['values'] = Object.keys(HIDE_REASONS);
    app.save(questions);
    for (const [name, what] of Object.entries(TRIGGERS)) sql(app, `CREATE TRIGGER ${name} ${what}`);
  },
  (app) => {
    for (const name of Object.keys(TRIGGERS)) sql(app, `DROP TRIGGER ${name}`);
    const messages = app.findCollectionByNameOrId('messages');
    messages.fields.removeByName('hiddenAt');
    app.save(messages);
  },
);
