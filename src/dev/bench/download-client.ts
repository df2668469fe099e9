import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';

/** What to download, and how. */
export interface DownloadJob {
  url: string;
  cookie: string;
  /** The connection is cut after this many bytes, then resumed; null if it is not cut. */
  cutAt: number | null;
  /** Whether to hash the bytes, which costs more than fetching them. */
  summed: boolean;
}

/** The result of one download. */
export interface Fetched {
  bytes: number;
  seconds: number;
  /** The status of each answer. */
  statuses: number[];
  etag: string;
  /** Of all bytes together; '' if they were not hashed. */
  sha256: string;
}

/** The download process: reads an answer to its end without storing it, and reports what it measured. */
const job = JSON.parse(process.argv[2] ?? '') as DownloadJob;
const hash = createHash('sha256');
const fetched: Fetched = { bytes: 0, seconds: 0, statuses: [], etag: '', sha256: '' };

function answer(headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(job.url, { headers: { cookie: job.cookie, ...headers } }, resolve).on('error', reject);
  });
}

/** Reads until the end, or until `until` bytes have arrived in total. */
async function read(from: IncomingMessage, until: number): Promise<void> {
  fetched.statuses.push(from.statusCode ?? 0);
  fetched.etag = from.headers.etag ?? '';
  for await (const chunk of from) {
    if (job.summed) hash.update(chunk);
    fetched.bytes += chunk.length;
    if (fetched.bytes >= until) break;
  }
}

const began = performance.now();
await read(await answer({}), job.cutAt ?? Number.POSITIVE_INFINITY);
if (job.cutAt !== null)
  await read(
    await answer({ range: `bytes=${fetched.bytes}-`, 'if-range': fetched.etag }),
    Number.POSITIVE_INFINITY,
  );
fetched.seconds = (performance.now() - began) / 1000;
if (job.summed) fetched.sha256 = hash.digest('hex');
process.send?.(fetched);
process.disconnect();
