import { collection, triggers } from './collections.ts';
import { count, created, link, text, updated } from './fields.ts';

/** Answers of the API that are kept for a day under the key of their request, so that a repeated request is done once. */
migrate(
  (app) => {
    collection(
      app,
      'api_answers',
      [
        link('token', app.findCollectionByNameOrId('api_tokens'), { required: true, cascadeDelete: true }),
        // Hashes of the key, and of the request that was sent with it.
        text('keyHash', 64, { required: true }),
        text('fingerprint', 64, { required: true }),
        // 0 while the request is worked on.
        count('status'),
        text('location', 300),
        // Packed by gzip, as base64.
        text('answer', 200_000, { hidden: true }),
        { type: 'date', name: 'keptUntil', required: true },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX api_answers_key ON api_answers (token, keyHash)',
        'CREATE INDEX api_answers_old ON api_answers (keptUntil)',
      ],
    );
    triggers(app, {
      api_tokens_end_answers: `AFTER DELETE ON api_tokens BEGIN
        DELETE FROM api_answers WHERE token = old.id; END`,
    });
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('api_answers'));
  },
);
