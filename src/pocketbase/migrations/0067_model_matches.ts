import { MATCH_KINDS, MATCH_OUTCOMES } from '../../domain/assets/model-match.ts';
import { collection, sql, triggers } from './collections.ts';
import { choice, count, created, link, number, text, updated } from './fields.ts';

const IS_MODEL = (file: string) =>
  ['stl', 'obj', '3mf', 'glb', 'ply'].map((ending) => `lower(${file}.name) LIKE '%.${ending}'`).join(' OR ');
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";

/** Queues a file to be measured: a row of its own id, due since the file came. */
const queue = (from: string) => `INSERT OR IGNORE INTO model_shapes
  (id, file, sha256, dueAt, tries, connectivity, triangles, bucket, middle, smallest, spread, histogram, common, created, updated)
  SELECT f.id, f.id, f.sha256, f.created, 0, '', 0, 0, 0, 0, 0, '[]', FALSE, ${NOW}, ${NOW} FROM ${from}`;

/** Shapes of model files, by which the same model is found in another store, and what was found. */
migrate(
  (app) => {
    collection(
      app,
      'model_shapes',
      [
        // Its id is also this row's.
        link('file', app.findCollectionByNameOrId('product_files'), { required: true, cascadeDelete: true }),
        text('sha256', 64, { required: true }),
        // When it is to be measured and compared; empty where that is done or was given up.
        { type: 'date', name: 'dueAt' },
        count('tries'),
        text('connectivity', 16),
        count('triangles'),
        // Of its moments; 0 where it is not compared by shape.
        count('bucket'),
        number('middle'),
        number('smallest'),
        number('spread'),
        { type: 'json', name: 'histogram', maxSize: 1000 },
        // A part that many stores have; it makes no match any more.
        { type: 'bool', name: 'common' },
        created,
        updated,
      ],
      [
        "CREATE INDEX model_shapes_due ON model_shapes (dueAt, id) WHERE dueAt <> ''",
        'CREATE INDEX model_shapes_sha256 ON model_shapes (sha256)',
        "CREATE INDEX model_shapes_connectivity ON model_shapes (connectivity) WHERE connectivity <> ''",
        'CREATE INDEX model_shapes_bucket ON model_shapes (bucket, spread) WHERE bucket > 0',
      ],
    );
    collection(
      app,
      'model_matches',
      [
        // Both products' ids in order, so that a pair has one match.
        text('pair', 31, { required: true }),
        // Both stores', by which licensed re-sellers are known.
        text('stores', 31, { required: true }),
        link('olderFile', app.findCollectionByNameOrId('product_files'), {
          required: true,
          cascadeDelete: true,
        }),
        link('newerFile', app.findCollectionByNameOrId('product_files'), {
          required: true,
          cascadeDelete: true,
        }),
        choice('kind', Object.keys(MATCH_KINDS), { required: true }),
        number('distance', { min: 0 }),
        { type: 'date', name: 'foundAt', required: true },
        // Empty while it waits for a decision.
        choice('outcome', Object.keys(MATCH_OUTCOMES)),
        text('decidedBy', 100),
        { type: 'date', name: 'decidedAt' },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX model_matches_pair ON model_matches (pair)',
        "CREATE INDEX model_matches_licensed ON model_matches (stores) WHERE outcome = 'licensed'",
        "CREATE INDEX model_matches_open ON model_matches (foundAt, id) WHERE outcome = ''",
        'CREATE INDEX model_matches_older ON model_matches (olderFile)',
        'CREATE INDEX model_matches_newer ON model_matches (newerFile)',
      ],
    );
    triggers(app, {
      model_shapes_new: `AFTER INSERT ON product_files WHEN ${IS_MODEL('new')} BEGIN
        ${queue('(SELECT new.id AS id, new.sha256 AS sha256, new.created AS created) f')}; END`,
    });
    sql(app, queue(`product_files f WHERE ${IS_MODEL('f')}`));
  },
  () => {
    throw new Error('What was decided about models would be lost; restore a backup instead.');
  },
);
