import { createHash } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';

/** What is fetched, and how. */
export interface DownloadJob {
  url: string;
  cookie: string;
  /** The line breaks after so many bytes, and the rest is asked for; null where it holds. */
  cutAt: number | null;
  /** Whether the bytes are summed, which costs more than fetching them. */
  summed: boolean;
}

/** What came of it. */
export interface Fetched {
  bytes: number;
  seconds: number;
  /** The status of each answer it took. */
  statuses: number[];
  etag: string;
  /** Of all bytes together, '' where they were not summed. */
  sha256: string;
}

/** The process that fetches: told what, it reads the answer to its end without keeping it and tells what it saw. */
const asked = JSON.parse(process.argv[2] ?? '') as DownloadJob;
const hash = createHash('sha256');
const fetched: Fetched = { bytes: 0, seconds: 0, statuses: [], etag: '', sha256: '' };

function answer(headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(asked.url, { headers: { cookie: asked.cookie, ...headers } }, resolve).on('error', reject);
  });
}

/** Reads on until the end, or until so many bytes have come in all. */
async function read(from: IncomingMessage, until: number): Promise<void> {
  fetched.statuses.push(from.statusCode ?? 0);
  fetched.etag = from.headers.etag ?? '';
  for await (const chunk of from) {
    if (asked.summed) hash.update(chunk);
    fetched.bytes += chunk.length;
    if (fetched.bytes >= until) break;
  }
}

const began = performance.now();
await read(await answer({}), asked.cutAt ?? Number.POSITIVE_INFINITY);
if (asked.cutAt !== null)
  await read(
    await answer({ range: `bytes=${fetched.bytes}-`, 'if-range': fetched.etag }),
    Number.POSITIVE_INFINITY,
  );
fetched.seconds = (performance.now() - began) / 1000;
if (asked.summed) fetched.sha256 = hash.digest('hex');
process.send?.(fetched);
process.disconnect();
