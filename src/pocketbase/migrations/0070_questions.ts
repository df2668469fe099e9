import { ANSWER_LENGTH, HIDE_REASONS, QUESTION_LENGTH, QUESTION_STATES } from '../../domain/question.ts';
import { choice, closed, created, link, sql, text, updated } from './fields.ts';

/**
 * Questions about products and their answers. Who asked, the product and the store may go; the words stay: nobody's
 * leaving takes another's words away. Their pages hear of changes under the product's id.
 */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'questions',
        ...closed,
        fields: [
          link('product', app.findCollectionByNameOrId('products')),
          link('store', app.findCollectionByNameOrId('stores')),
          link('asker', app.findCollectionByNameOrId('users')),
          text('question', QUESTION_LENGTH.max, { required: true }),
          text('answer', ANSWER_LENGTH.max),
          choice('state', QUESTION_STATES, { required: true }),
          choice('hiddenFor', Object.keys(HIDE_REASONS)),
          { type: 'date', name: 'answeredAt' },
          { type: 'date', name: 'answerChangedAt' },
          created,
          updated,
        ],
        indexes: [
          'CREATE INDEX questions_product ON questions (product, state, answeredAt)',
          'CREATE INDEX questions_store ON questions (store, state, created)',
          'CREATE INDEX questions_asker ON questions (asker, created)',
        ],
      }),
    );
    for (const [event, row, op] of [
      ['INSERT', 'new', 'put'],
      ['UPDATE', 'new', 'put'],
      ['DELETE', 'old', 'del'],
    ] as const)
      sql(
        app,
        `CREATE TRIGGER change_feed_questions_${event.toLowerCase()} AFTER ${event} ON questions BEGIN
          INSERT INTO change_feed (collection, record, op) VALUES ('questions', ${row}.product, '${op}'); END`,
      );
  },
  (app) => {
    for (const event of ['insert', 'update', 'delete'])
      sql(app, `DROP TRIGGER change_feed_questions_${event}`);
    app.delete(app.findCollectionByNameOrId('questions'));
  },
);
