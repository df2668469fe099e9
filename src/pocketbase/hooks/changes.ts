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

/** The people and stores that were changed after `seq`, as pairs of collection and id. */
export function changedSince(app: App, seq: number): [string, string][] {
  const row = new DynamicModel({ changed: '' });
  app
    .db()
    .newQuery(
      `SELECT json_group_array(json_array(collection, record)) AS changed FROM (
        SELECT DISTINCT collection, record FROM change_feed WHERE seq > {:seq} AND collection IN ('users', 'stores'))`,
    )
    .bind({ seq })
    .one(row);
  return JSON.parse(row.changed as string) as [string, string][];
}
