import { extend, sql, triggers } from './collections.ts';
import { count } from './fields.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The collections that name bytes of the file store, and how long bytes stay after the last row named them. A day where
 * yesterday's copy of the database shall find them. Archives are made again, and by uploads that stay a seller could fill
 * the disk beyond their share.
 */
const NAMED_IN = {
  uploads: 10 * MINUTE_MS,
  product_files: DAY_MS,
  product_zips: 10 * MINUTE_MS,
  previews: DAY_MS,
  message_attachments: DAY_MS,
} as const;

/** Refuses a key whose bytes are being deleted; any other key is wanted again. */
const NAMED = `BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`;

const left = (graceMs: number) => `BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + ${graceMs}, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`;

/**
 * Bytes that may be deleted at `dueAt`, in ms by the database's clock, if no row names them then. While somebody deletes
 * them, `deleting` is who does, and no row can name them. Triggers keep the table, so that no statement forgets it. A lease
 * also says whether somebody waits for it.
 */
migrate(
  (app) => {
    sql(
      app,
      `CREATE TABLE tombstones (storageKey TEXT NOT NULL PRIMARY KEY, dueAt INTEGER NOT NULL, deleting TEXT NOT NULL)
        WITHOUT ROWID`,
    );
    sql(app, 'CREATE INDEX tombstones_due ON tombstones (dueAt)');
    for (const table of ['product_files', 'product_zips'])
      extend(app, table, [], [`CREATE INDEX ${table}_key ON ${table} (storageKey)`]);
    extend(app, 'leases', [count('waiting')]);
    // A used upload kept its bytes for ever, also after its file was removed from the product.
    sql(app, "UPDATE uploads SET storageKey = '' WHERE state = 'used' AND storageKey <> ''");
    for (const [table, graceMs] of Object.entries(NAMED_IN))
      triggers(app, {
        [`tombstones_${table}_named`]: `BEFORE INSERT ON ${table} WHEN new.storageKey <> '' ${NAMED}`,
        [`tombstones_${table}_changed`]: `BEFORE UPDATE OF storageKey ON ${table}
          WHEN new.storageKey <> old.storageKey AND new.storageKey <> '' ${NAMED}`,
        [`tombstones_${table}_left`]: `AFTER UPDATE OF storageKey ON ${table}
          WHEN new.storageKey <> old.storageKey AND old.storageKey <> '' ${left(graceMs)}`,
        [`tombstones_${table}_gone`]: `AFTER DELETE ON ${table} WHEN old.storageKey <> '' ${left(graceMs)}`,
      });
  },
  () => {
    throw new Error('Bytes would be deleted while records begin to name them; restore a backup instead.');
  },
);
