import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FrontPageCache } from '../../src/front/page-cache.ts';
import { plainOf, type Rendered, readyPage } from '../../src/front/ready-page.ts';

const MB = 1024 * 1024;

function rendered(
  body: string,
  more: Partial<Rendered> = {},
  policy = 'max-age=60, stale-while-revalidate=300',
): Rendered {
  return {
    status: 200,
    body: Buffer.from(body),
    ...more,
    headers: {
      'content-type': 'text/html',
      'cdn-cache-control': policy,
      'cache-tag': 'products,product:a',
      ...more.headers,
    },
  };
}

/** A cache whose renders the test answers one by one, and a clock it moves. */
function open(limitBytes = MB) {
  const renders: { path: string; answer: (page: Rendered) => void; fail: (reason: Error) => void }[] = [];
  const errors: string[] = [];
  let now = 1_000_000;
  const cache = new FrontPageCache({
    render: (path) => new Promise((answer, fail) => renders.push({ path, answer, fail })),
    limitBytes,
    now: () => now,
    onError: (path) => errors.push(path),
  });
  return {
    cache,
    renders,
    errors,
    later: (seconds: number) => {
      now += seconds * 1000;
    },
    /** Asks for a page and answers the render it causes. */
    async keep(path: string, page = rendered(path)) {
      const got = cache.get(path);
      renders.at(-1)?.answer(page);
      return got;
    },
  };
}

const textOf = async (got: ReturnType<FrontPageCache['get']>) => (await plainOf((await got).page)).toString();

describe('the page cache', () => {
  it('renders once for all who wait, and then not at all', async () => {
    const { cache, renders } = open();
    const waiting = [cache.get('/'), cache.get('/'), cache.get('/')];
    expect(renders).toHaveLength(1);
    renders[0]?.answer(rendered('home'));
    const got = await Promise.all(waiting);
    expect(new Set(got.map(({ page }) => page)).size).toBe(1);
    expect((await cache.get('/')).freshness).toBe('HIT');
    expect(renders).toHaveLength(1);
  });

  it('shows the stale page while its successor is rendered, once', async () => {
    const { cache, renders, later, keep } = open();
    await keep('/', rendered('old'));
    later(61);
    const stale = [await cache.get('/'), await cache.get('/')];
    expect(stale.map(({ freshness }) => freshness)).toEqual(['STALE', 'STALE']);
    expect(renders).toHaveLength(2);
    renders[1]?.answer(rendered('new'));
    await expect.poll(() => textOf(cache.get('/'))).toBe('new');
  });

  it('waits for a new one when even the time to be stale is over', async () => {
    const { cache, renders, later, keep } = open();
    await keep('/', rendered('old'));
    later(361);
    const got = cache.get('/');
    renders[1]?.answer(rendered('new'));
    expect(await textOf(got)).toBe('new');
  });

  it('makes purged pages anew and leaves the others', async () => {
    const { cache, renders, keep } = open();
    await keep('/product/a');
    await keep('/product/b', rendered('b', { headers: { 'cache-tag': 'product:b' } }));
    cache.purge(['product:a']);
    expect((await cache.get('/product/b')).freshness).toBe('HIT');
    const got = cache.get('/product/a');
    renders[2]?.answer(rendered('changed'));
    expect(await textOf(got)).toBe('changed');
  });

  it('does not keep what was begun before a purge of its tags', async () => {
    const { cache, renders } = open();
    const before = cache.get('/');
    cache.purge(['product:a']);
    const after = cache.get('/');
    expect(renders).toHaveLength(2);
    renders[0]?.answer(rendered('before'));
    expect(await textOf(before)).toBe('before');
    renders[1]?.answer(rendered('after'));
    expect(await textOf(after)).toBe('after');
    expect(await textOf(cache.get('/'))).toBe('after');
    expect(renders).toHaveLength(2);
  });

  it('loses no purge that arrives while the page is rendered: what is asked for later is made anew', async () => {
    const { cache, renders, keep } = open();
    await keep('/', rendered('outdated'));
    cache.purge(['products']);
    const before = cache.get('/');
    cache.purge(['product:a']);
    renders[1]?.answer(rendered('before'));
    expect(await textOf(before)).toBe('before');
    const after = await keep('/', rendered('after'));
    expect(after.freshness).toBe('MISS');
    expect(renders).toHaveLength(3);
    expect(await textOf(cache.get('/'))).toBe('after');
  });

  it('loses no purge that arrives while a rendered page is compressed', async () => {
    const { cache, renders } = open();
    const before = cache.get('/');
    renders[0]?.answer(rendered('x'.repeat(200_000)));
    // The render has answered; its compression, on another thread, has not.
    for (let step = 0; step < 5; step++) await Promise.resolve();
    cache.purge(['products']);
    await before;
    expect(cache.holds('/')).toBe(false);
  });

  it('keeps the newer page where one that was begun before a purge is answered last', async () => {
    const { cache, renders } = open();
    const before = cache.get('/');
    cache.purge(['product:a']);
    const after = cache.get('/');
    renders[1]?.answer(rendered('after'));
    await after;
    renders[0]?.answer(rendered('before'));
    await before;
    expect(await textOf(cache.get('/'))).toBe('after');
    expect(renders).toHaveLength(2);
  });

  it('counts an age as the page says it, up to its last moment', async () => {
    const { cache, renders, later, keep } = open();
    await keep('/');
    later(60);
    expect((await cache.get('/')).freshness).toBe('HIT');
    later(300);
    expect(cache.holds('/')).toBe(true);
    expect((await cache.get('/')).freshness).toBe('STALE');
    expect(renders).toHaveLength(2);
  });

  it('keeps what was begun before a purge of other tags', async () => {
    const { cache, renders } = open();
    const got = cache.get('/');
    cache.purge(['product:z']);
    renders[0]?.answer(rendered('home'));
    await got;
    expect((await cache.get('/')).freshness).toBe('HIT');
  });

  it.each([
    ['an error', rendered('oops', { status: 500 })],
    ['a page without a word on caching', rendered('private', {}, '')],
    ['a page that sets a cookie', rendered('yours', { headers: { 'set-cookie': 'pb_auth=1' } })],
    ['a redirect', rendered('', { status: 302 })],
  ])('never keeps %s', async (_, page) => {
    const { cache, keep } = open();
    await keep('/', page);
    expect(cache.size.pages).toBe(0);
    expect(cache.holds('/')).toBe(false);
  });

  it('keeps a 404 as short as the page says', async () => {
    const { cache, later, keep } = open();
    await keep('/product/x', rendered('nothing', { status: 404 }, 'max-age=5'));
    expect(cache.holds('/product/x')).toBe(true);
    later(6);
    expect(cache.holds('/product/x')).toBe(false);
  });

  it('shows the last good page when rendering fails or answers an error', async () => {
    const { cache, renders, later, keep, errors } = open();
    await keep('/', rendered('good'));
    later(3600);
    const failed = cache.get('/');
    renders[1]?.fail(new Error('the backend is away'));
    expect(await textOf(failed)).toBe('good');
    expect(errors).toEqual(['/']);
    const error = cache.get('/');
    renders[2]?.answer(rendered('oops', { status: 500 }));
    expect(await textOf(error)).toBe('good');
  });

  it('shows a page known to be untrue only for five minutes of trouble', async () => {
    const { cache, renders, later, keep } = open();
    await keep('/', rendered('taken down'));
    cache.purge(['products']);
    later(200);
    const soon = cache.get('/');
    renders[1]?.fail(new Error('away'));
    expect(await textOf(soon)).toBe('taken down');
    later(200);
    const late = cache.get('/');
    renders[2]?.fail(new Error('away'));
    await expect(late).rejects.toThrow('away');
  });

  it('stays within its size, and drops the least recently requested page', async () => {
    const { cache, keep } = open(36_000);
    for (const path of ['/1', '/2', '/3']) await keep(path);
    await cache.get('/1');
    // Where there is no room, a page is kept when it is asked for again.
    for (const path of ['/4', '/5', '/6', '/4', '/5', '/6']) await keep(path);
    expect(cache.size.bytes).toBeLessThanOrEqual(36_000);
    expect(['/1', '/2', '/5', '/6'].map((path) => cache.holds(path))).toEqual([true, false, true, true]);
  });

  it('keeps the pages that people read, whatever addresses others invent', async () => {
    const { cache, keep } = open(12 * MB);
    const read = Array.from({ length: 8 }, (_, at) => `/product/read-${at}`);
    for (const path of read) await keep(path);
    const missing = { ...rendered('not found'), status: 404 };
    for (let at = 0; at < 1200; at++) await keep(`/product/invented-${at}`, missing);
    for (let at = 0; at < 1200; at++) await keep(`/search?query=invented-${at}`);
    expect(read.filter((path) => !cache.holds(path))).toEqual([]);
    expect(cache.size.bytes).toBeLessThanOrEqual(13 * MB);
  });

  it('moves a page that comes into being or ends', async () => {
    const { cache, keep } = open();
    const missing = { ...rendered('not found'), status: 404 };
    for (const page of [missing, rendered('here'), missing]) {
      cache.purge(['product:a']);
      const got = await keep('/product/a', page);
      expect(got.page.status).toBe(page.status);
      expect((await cache.get('/product/a')).page.status).toBe(page.status);
      expect(cache.size.pages).toBe(1);
    }
  });

  it('stores nothing where it may hold nothing', async () => {
    const { cache, keep } = open(0);
    await keep('/1');
    expect(cache.size).toEqual({ pages: 0, bytes: 0 });
  });
});

describe('the encodings of a cached page', () => {
  const body = Array.from({ length: 400 }, (_, at) => `<p class="row">model ${(at * 7919) % 1000}</p>`).join(
    '',
  );

  it('are made when somebody asks for them, once', async () => {
    const { cache, renders } = open();
    const first = cache.get('/', 'br');
    renders[0]?.answer(rendered(body));
    expect((await first).page).toMatchObject({ br: expect.any(Buffer), gz: null, plain: null });
    const gzipped = (await cache.get('/', 'gzip')).page;
    expect(gunzipSync(gzipped.gz ?? '').toString()).toBe(body);
    expect((await cache.get('/', 'gzip')).page.gz).toBe(gzipped.gz);
    // Nothing is added once it is compressed better.
    await expect.poll(async () => (await cache.get('/', 'gzip')).page.quick, { timeout: 15_000 }).toBe(false);
    const held = (await cache.get('/', 'gzip')).page;
    expect(held.gz).toBe(gzipped.gz);
    expect(cache.size.bytes).toBe(held.bytes);
    expect(renders).toHaveLength(1);
  });

  it('are right for each of those who wait for the same render', async () => {
    const { cache, renders } = open();
    const both = [cache.get('/', 'gzip'), cache.get('/', 'br')] as const;
    renders[0]?.answer(rendered(body));
    const [gzipped, brotlied] = await Promise.all(both);
    expect(gunzipSync(gzipped.page.gz ?? '').toString()).toBe(body);
    expect(brotliDecompressSync(brotlied.page.br ?? '').toString()).toBe(body);
    expect(renders).toHaveLength(1);
  });

  it('have their best quality once a page is asked for again', async () => {
    const { cache, keep, later, renders } = open();
    const { page } = await keep('/', rendered(body));
    expect(page.quick).toBe(true);
    await cache.get('/');
    await expect.poll(async () => (await cache.get('/')).page.quick, { timeout: 15_000 }).toBe(false);
    const better = (await cache.get('/')).page;
    expect(better.br?.length).toBeLessThanOrEqual(page.br?.length ?? 0);
    expect(better.etag).toBe(page.etag);
    expect((await plainOf(better)).toString()).toBe(body);
    later(61);
    await cache.get('/');
    renders.at(-1)?.answer(rendered(`${body}!`));
    await expect.poll(async () => (await cache.get('/')).page.etag, { timeout: 15_000 }).not.toBe(page.etag);
    expect((await cache.get('/')).page.quick).toBe(false);
  });

  it('stay outdated when they are purged while one is added', async () => {
    const { cache, keep, renders } = open();
    await keep('/', rendered(body));
    const gzipped = cache.get('/', 'gzip');
    cache.purge(['products']);
    await gzipped;
    const fresh = cache.get('/');
    expect(renders).toHaveLength(2);
    renders[1]?.answer(rendered('new'));
    expect(await textOf(fresh)).toBe('new');
  });
});

describe('a page made ready', () => {
  it('passes on nothing that was meant for the cache or for one visitor', async () => {
    const page = await readyPage(rendered('x', { headers: { 'set-cookie': 'a=b', etag: 'W/"astro"' } }), 0);
    expect(Object.keys(page.headers).sort()).toEqual(['cache-control', 'content-type', 'etag', 'vary']);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.etag).not.toBe('W/"astro"');
  });

  it('keeps no memory but its own, and counts all it keeps', async () => {
    const page = await readyPage(rendered('x'.repeat(30_000)), 0);
    const bodies = [page.br, page.gz, page.plain];
    const size = bodies.reduce((sum, body) => sum + (body?.buffer.byteLength ?? 0), 0);
    expect(size).toBeLessThan(page.bytes);
    expect((await plainOf(page)).toString()).toBe('x'.repeat(30_000));
  });

  it('has one tag for the same bytes', async () => {
    const [a, b, c] = await Promise.all(['x', 'x', 'y'].map((body) => readyPage(rendered(body), 0)));
    expect(a?.etag).toBe(b?.etag);
    expect(a?.etag).not.toBe(c?.etag);
  });
});
