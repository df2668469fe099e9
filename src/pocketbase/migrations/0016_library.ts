import { PRINT_STATES } from '../../domain/library.ts';
import { choice, closed, count, created, link, text, updated } from './fields.ts';

/** What a person keeps about what he owns or wants: downloads, print states, lists, wishes; and the zips made ready. */
const NAMES = ['product_zips', 'wishes', 'library_marks', 'library_lists', 'downloads'];

migrate(
  (app) => {
    const user = link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true });
    const product = link('product', app.findCollectionByNameOrId('products'), { required: true });
    const base = { type: 'base', ...closed };
    app.save(
      new Collection({
        ...base,
        name: 'downloads',
        fields: [
          user,
          product,
          // A file's id, a variant's key, or "all": what was asked for.
          text('part', 60, { required: true }),
          count('version'),
          count('times'),
          { type: 'date', name: 'lastAt', required: true },
          created,
          updated,
        ],
        indexes: ['CREATE UNIQUE INDEX downloads_part ON downloads (`user`, product, part)'],
      }),
    );
    const lists = new Collection({
      ...base,
      name: 'library_lists',
      fields: [user, text('name', 60, { required: true }), count('position'), created, updated],
      indexes: ['CREATE UNIQUE INDEX library_lists_name ON library_lists (`user`, name)'],
    });
    app.save(lists);
    app.save(
      new Collection({
        ...base,
        name: 'library_marks',
        fields: [
          user,
          product,
          choice('print', PRINT_STATES),
          link('lists', lists, { maxSelect: 50 }),
          created,
          updated,
        ],
        indexes: ['CREATE UNIQUE INDEX library_marks_product ON library_marks (`user`, product)'],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'wishes',
        fields: [
          user,
          product,
          count('seenCents'),
          // The sale this wish was told about: its first instant, so that one sale makes one mail.
          { type: 'date', name: 'alertedSale' },
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX wishes_product ON wishes (`user`, product)',
          'CREATE INDEX wishes_of_product ON wishes (product)',
        ],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'product_zips',
        fields: [
          product,
          // The files it holds, as one hash: a new version of a file makes a new zip.
          text('contents', 64, { required: true }),
          text('part', 60, { required: true }),
          choice('state', ['waiting', 'building', 'ready', 'failed'], { required: true }),
          count('doneBytes'),
          count('sizeBytes'),
          text('sha256', 64),
          text('storageKey', 200, { hidden: true }),
          text('error', 500),
          created,
          updated,
        ],
        indexes: ['CREATE UNIQUE INDEX product_zips_contents ON product_zips (product, contents)'],
      }),
    );
  },
  (app) => {
    for (const name of NAMES) app.delete(app.findCollectionByNameOrId(name));
  },
);
