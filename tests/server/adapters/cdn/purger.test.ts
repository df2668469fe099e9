import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readyPage } from '../../../../src/front/ready-page.ts';
import { openPurger } from '../../../../src/server/adapters/cdn/purger.ts';

let calls: { headers: IncomingHttpHeaders; tags: string[] }[];
let answers: number[];
let cache: Server;
let errors: unknown[];
beforeEach(async () => {
  calls = [];
  answers = [];
  errors = [];
  cache = createServer(async (req, res) => {
    calls.push({ headers: req.headers, tags: (JSON.parse(await text(req)) as { tags: string[] }).tags });
    res.writeHead(answers.shift() ?? 200).end();
  });
  await new Promise<void>((resolve) => cache.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  cache.closeAllConnections();
  await new Promise((resolve) => cache.close(resolve));
});
const opened = (token = '') =>
  openPurger(
    { url: `http://127.0.0.1:${(cache.address() as AddressInfo).port}/purge`, token },
    { onError: (reason) => errors.push(reason), pausesMs: [1, 1, 1] },
  );

it('changes of a moment are told in one call, each tag once, in the words of each cache', async () => {
  const purger = opened('a token');
  purger.purge(['product:a', 'products']);
  purger.purge(['products', 'store:b']);
  await purger.close();
  expect(calls.map(({ tags }) => tags)).toEqual([['product:a', 'products', 'store:b']]);
  expect(calls[0]?.headers).toMatchObject({
    'cache-tag': 'product:a,products,store:b',
    'surrogate-key': 'product:a products store:b',
    authorization: 'Bearer a token',
    'fastly-key': 'a token',
  });
});

it('many tags are told in calls of thirty', async () => {
  const purger = opened();
  purger.purge(Array.from({ length: 70 }, (_, at) => `product:${at}`));
  await purger.close();
  expect(calls.map(({ tags }) => tags.length)).toEqual([30, 30, 10]);
  expect(new Set(calls.flatMap(({ tags }) => tags)).size).toBe(70);
});

it('a cache that does not answer is asked again, then given up with one report', async () => {
  const purger = opened();
  answers = [500, 503, 200];
  purger.purge(['products']);
  await expect.poll(() => calls.length).toBe(3);
  expect(errors).toEqual([]);
  answers = [500, 500, 500, 500];
  purger.purge(['stores']);
  await expect.poll(() => errors.length).toBe(1);
  expect(calls.slice(3).map(({ tags }) => tags)).toEqual([['stores'], ['stores'], ['stores'], ['stores']]);
  purger.purge(['guilds']);
  await purger.close();
  expect(calls.at(-1)?.tags).toEqual(['guilds']);
});

it('a page names its tags only where a cache in front is purged by them', async () => {
  const rendered = {
    status: 200,
    headers: {
      'content-type': 'text/html',
      'cdn-cache-control': 'max-age=60',
      'cache-tag': 'products,store:b',
    },
    body: Buffer.from('page'),
  };
  const names = ['cdn-cache-control', 'cache-tag', 'surrogate-key'];
  const plain = await readyPage(rendered, 0);
  for (const name of names) expect(plain.headers).not.toHaveProperty(name);
  const tagged = await readyPage(rendered, 0, { tagged: true });
  expect(names.map((name) => tagged.headers[name])).toEqual([
    'max-age=60',
    'products,store:b',
    'products store:b',
  ]);
  const own = { ...rendered, headers: { ...rendered.headers, 'set-cookie': 'a=b' } };
  expect((await readyPage(own, 0, { tagged: true })).headers).not.toHaveProperty('cdn-cache-control');
});
