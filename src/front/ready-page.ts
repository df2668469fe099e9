import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { semaphore } from '../domain/kernel/semaphore.ts';

/** An answer rendered by Astro. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

export type Packing = 'br' | 'gzip';

/** An answer ready to send: its encodings, its ETag, and how long it may be cached. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  etag: string;
  /** Null for a page that is stored compressed only; `plainOf` decompresses it for the few clients that need it. */
  plain: Buffer | null;
  /** Null until a client asks for it; `packedFor` adds it. A page has at least one of its three bodies. */
  br: Buffer | null;
  gz: Buffer | null;
  /** Compressed quickly for its first visitor; `packedBetter` makes it smaller for the next ones. */
  quick: boolean;
  /** Seconds it is fresh, and seconds after that it may still be served while a new one is rendered. */
  maxAge: number;
  swr: number;
  tags: string[];
  madeAt: number;
  /** When something it shows was changed; null while it is current. */
  outdatedSince: number | null;
  /** Its memory use. */
  bytes: number;
}

/** Headers for the cache, or of a single answer. */
const NOT_PASSED_ON = [
  'cdn-cache-control',
  'cache-tag',
  'content-length',
  'etag',
  'set-cookie',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
];

/** Memory of a page besides its bodies: its headers, plain and prepared for sending (measured). */
const HEADERS_BYTES = 8 * 1024;

/** Qualities of brotli. Half of all search pages are read once: for them the better one takes longer than it saves. */
const QUICK = 5;
const BETTER = 6;

/** More at once would take the threads that files and pictures need. */
const oneOfTwo = semaphore(2);
/** Decompressed bodies, for as long as somebody is being sent them: however many ask, there is one. */
const unpacked = new WeakMap<Page, WeakRef<Buffer>>();
const unpacking = new WeakMap<Page, Promise<Buffer>>();
const packing = new WeakMap<Page, Promise<Buffer>>();

/** The uncompressed body of a page, which few clients need. Most pages are decompressed for it, outside of this thread. */
export function plainOf(page: Page): Buffer | Promise<Buffer> {
  const known = page.plain ?? unpacked.get(page)?.deref();
  if (known) return known;
  return once(unpacking, page, async () => {
    const plain = await oneOfTwo(() =>
      page.br ? promisify(brotliDecompress)(page.br) : promisify(gunzip)(page.gz ?? Buffer.alloc(0)),
    );
    unpacked.set(page, new WeakRef(plain));
    return plain;
  });
}

/** The body of a page that does not have this encoding yet, in it. Made once for all who ask at the same time. */
export function packedFor(page: Page, wanted: Packing): Promise<Buffer> {
  return once(packing, page, async () => {
    const plain = await plainOf(page);
    return oneOfTwo(() => packed(plain, wanted, QUICK));
  });
}

/** The body of a page in brotli of the better quality. */
export async function packedBetter(page: Page): Promise<Buffer> {
  const plain = await plainOf(page);
  return oneOfTwo(() => packed(plain, 'br', BETTER));
}

/** The page with one more body, or another one in place of what it has. */
export function withBody(page: Page, wanted: Packing, body: Buffer): Page {
  const more = wanted === 'br' ? { ...page, br: body } : { ...page, gz: body };
  return { ...more, bytes: (more.br?.length ?? 0) + (more.gz?.length ?? 0) + HEADERS_BYTES };
}

/**
 * Prepares a rendered answer for sending: compressed once, for the visitor who waits, with an ETag over its bytes.
 * @param tagged whether a cache in front is told how long it may keep the page, and by which tags it is purged.
 */
export async function readyPage(
  { status, headers, body }: Rendered,
  madeAt: number,
  {
    wanted = 'br',
    quick = true,
    tagged = false,
  }: { wanted?: Packing; quick?: boolean; tagged?: boolean } = {},
): Promise<Page> {
  const policy = headers['cdn-cache-control'] ?? '';
  const passed = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.includes(name)),
  );
  if (passed['content-type'] === 'text/html') passed['content-type'] = 'text/html; charset=utf-8';
  passed['cache-control'] ??= 'no-cache';
  passed['vary'] = 'Accept-Encoding';
  const etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`;
  const tags = (headers['cache-tag'] ?? '').split(',').filter((tag) => tag !== '');
  const keeping =
    tagged && policy !== '' && !('set-cookie' in headers)
      ? { 'cdn-cache-control': policy, 'cache-tag': tags.join(','), 'surrogate-key': tags.join(' ') }
      : {};
  const page: Page = {
    status,
    headers: { ...passed, ...keeping, etag },
    etag,
    plain: null,
    br: null,
    gz: null,
    quick,
    maxAge: 'set-cookie' in headers ? 0 : secondsOf(policy, 'max-age'),
    swr: secondsOf(policy, 'stale-while-revalidate'),
    tags,
    madeAt,
    outdatedSince: null,
    bytes: 0,
  };
  return withBody(page, wanted, await packed(body, wanted, quick ? QUICK : BETTER));
}

/** Runs the work for a page once for all who ask for it at the same time. */
function once(running: WeakMap<Page, Promise<Buffer>>, page: Page, work: () => Promise<Buffer>) {
  let one = running.get(page);
  if (!one) {
    one = work().finally(() => running.delete(page));
    running.set(page, one);
  }
  return one;
}

/** @param quality of brotli. */
function packed(body: Buffer, wanted: Packing, quality: number): Promise<Buffer> {
  if (wanted === 'gzip') return promisify(gzip)(body).then(alone);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const params = { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params }).then(alone);
}

/** Copies the bytes into memory of their own: a slice of Node's 64 KB pool would keep the whole pool alive. */
function alone(piece: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}

function secondsOf(policy: string, name: string): number {
  return Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(policy)?.[1] ?? 0);
}
