/** One read of records, as the Node side sends it (see src/data/kernel/trips.ts). */
interface Read {
  collection: string;
  /** Of one record; "" for a list. */
  id: string;
  filter: string;
  sort: string;
  expand: string;
  limit: number;
  offset: number;
}

/** Rows of each read, or why it failed, under "r" and its number. */
export type ReadsAnswer =
  | {
      status: 200;
      rows: { [read: string]: unknown };
      failed: { [read: string]: { status: number; message: string } };
    }
  | { status: 400; message: string };

const READS_LIMIT = 20;
const PAGE_LIMIT = 1000;

/** Why a read may not run, or null. */
function readRefusal(read: unknown): string | null {
  if (typeof read !== 'object' || read === null) return 'a read is an object';
  const { collection, id, filter, sort, expand, limit, offset } = read as { [name: string]: unknown };
  for (const text of [collection, id, filter, sort, expand])
    if (typeof text !== 'string') return 'collection, id, filter, sort and expand are texts';
  if (typeof limit !== 'number' || !(limit >= 1 && limit <= PAGE_LIMIT)) return `limit is 1 to ${PAGE_LIMIT}`;
  if (typeof offset !== 'number' || !(offset >= 0)) return 'offset is 0 or more';
  return null;
}

/** Does what the engine's own addresses for records do, for several reads one after the other. One that fails fails alone. */
export function runReads(e: RequestEvent, reads: unknown): ReadsAnswer {
  if (!Array.isArray(reads) || reads.length > READS_LIMIT)
    return { status: 400, message: `reads is a list of at most ${READS_LIMIT}` };
  const rows: { [read: string]: unknown } = {};
  const failed: { [read: string]: { status: number; message: string } } = {};
  for (let place = 0; place < reads.length; place++) {
    const refusal = readRefusal(reads[place]);
    if (refusal) return { status: 400, message: `read ${place}: ${refusal}` };
    const { collection, id, filter, sort, expand, limit, offset } = reads[place] as Read;
    try {
      const found =
        id === ''
          ? e.app.findRecordsByFilter(collection, filter || "id != ''", sort, limit, offset)
          : [e.app.findRecordById(collection, id)];
      $apis.enrichRecords(e, found, ...(expand === '' ? [] : expand.split(',')));
      rows[`r${place}`] = found;
    } catch (reason) {
      const message = String(reason);
      failed[`r${place}`] = { status: /no rows in result set/.test(message) ? 404 : 400, message };
    }
  }
  return { status: 200, rows, failed };
}
