/** One entry of the change feed; SQL triggers write it in the transaction of the change itself. */
export interface Change {
  seq: number;
  collection: string;
  record: string;
  op: string;
}

/** The changes after `seq`, oldest first. */
export function changesAfter(app: App, seq: number, limit: number): Change[] {
  const rows = arrayOf(new DynamicModel({ seq: 0, collection: '', record: '', op: '' }));
  app
    .db()
    .newQuery(
      'SELECT seq, collection, record, op FROM change_feed WHERE seq > {:seq} ORDER BY seq LIMIT {:limit}',
    )
    .bind({ seq, limit })
    .all(rows);
  return rows as unknown as Change[];
}

/** The newest position of the feed, 0 while it is empty. */
export function latestChange(app: App): number {
  const row = new DynamicModel({ seq: 0 });
  app
    .db()
    .newQuery("SELECT COALESCE((SELECT seq FROM sqlite_sequence WHERE name = 'change_feed'), 0) AS seq")
    .one(row);
  return row.seq as number;
}

/** What has changed after a position of the feed. */
export interface ChangedSince {
  /** The newest position, or 0 where the feed tells nothing newer. */
  seq: number;
  /** The people and stores among it, as pairs of collection and id. */
  changed: [string, string][];
}

export function changedSince(app: App, seq: number): ChangedSince {
  const row = new DynamicModel({ seq: 0, changed: '' });
  app
    .db()
    .newQuery(
      `SELECT COALESCE((SELECT MAX(seq) FROM change_feed WHERE seq > {:seq}), 0) AS seq,
        (SELECT json_group_array(json_array(collection, record)) FROM (
          SELECT DISTINCT collection, record FROM change_feed WHERE seq > {:seq} AND collection IN ('users', 'stores')
        )) AS changed`,
    )
    .bind({ seq })
    .one(row);
  return { seq: row.seq as number, changed: JSON.parse(row.changed as string) as [string, string][] };
}
