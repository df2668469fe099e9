/** Connections that read at the same time; more wait for one. */
const READERS = 8;
/** What each of them remembers of the database, in kB; the system keeps the file in memory besides. The engine's own is 32 MB. */
const READER_CACHE_KB = 8_000;

/**
 * Bounds what reading takes: without a cap a burst of reads opens connections until they hold gigabytes. All connections
 * are taken at once, so that each gets its cache, and none is closed when it rests: a new one would have the engine's.
 */
export function capReadConnections(): void {
  const database = $app.concurrentDB().db();
  database.setMaxOpenConns(READERS);
  database.setMaxIdleConns(READERS);
  database.setConnMaxIdleTime(0);
  const context = new Context();
  const taken: Connection[] = [];
  try {
    for (let at = 0; at < READERS; at++) taken.push(database.conn(context));
    for (const one of taken) one.execContext(context, `PRAGMA cache_size = -${READER_CACHE_KB}`);
  } finally {
    for (const one of taken) one.close();
  }
}
