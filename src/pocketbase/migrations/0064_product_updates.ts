import { extend, sql } from './collections.ts';

/** Whom a changed model was told to: changes from before this version count as told. */
migrate(
  (app) => {
    extend(
      app,
      'product_changes',
      [{ type: 'date', name: 'toldAt' }],
      ["CREATE INDEX product_changes_waiting ON product_changes (created, id) WHERE toldAt = ''"],
    );
    sql(app, "UPDATE product_changes SET toldAt = created WHERE toldAt = ''");
  },
  () => {
    throw new Error('Owners would be told of old changes again; restore a backup instead.');
  },
);
