import { z } from 'astro/zod';
import { describe, expect, it } from 'vitest';
import { routesOf } from '../../../../src/server/http/api/operation-routes.ts';
import type { ApiRoute, Asked } from '../../../../src/server/http/api/route.ts';
import { missing, RefusalError } from '../../../../src/server/kernel/refusal-error.ts';
import type { Doer, Operation } from '../../../../src/server/operations/kernel/operation.ts';
import { operation } from '../../../../src/server/operations/kernel/operation.ts';
import { instant, pictureReading } from '../../../../src/server/operations/kernel/shapes.ts';

const holder: Asked['holder'] = {
  ...{ tokenId: 'token', userId: 'person', storeId: 'store', scopes: [], lastUsedAt: null },
  ...{ since: 1, strikes: 2 },
};
const asked: Asked = {
  ...{ app: {} as Asked['app'], params: {}, query: {}, body: undefined, holder, ifMatch: null },
};
const routeOf = (one: Operation): ApiRoute => {
  const [route] = routesOf({ one });
  if (!route) throw new Error('no route');
  return route;
};
const answerOf = (one: Operation, more: Partial<Asked> = {}) =>
  routeOf(one).handle({ ...asked, ...more }, {} as never);

const input = z.object({ id: z.string(), name: z.string(), at: z.number().optional(), file: pictureReading });
const answer = z.object({ by: z.unknown(), got: z.unknown() });
const api = { method: 'POST', path: '/things/{thing:id}', scope: null } as const;

describe('an operation as a route', () => {
  it('takes its picture as the body, and the other fields in the path and in the query', async () => {
    const route = routeOf(
      operation({
        ...{ summary: '', who: 'public', input, answer },
        api: { ...api, picture: 'file', without: ['at'] },
        run: async () => ({ by: null, got: null }),
      }),
    );
    expect([route.path, route.body, Object.keys(route.query.shape)]).toEqual([
      '/things/{thing}',
      'picture',
      ['name'],
    ]);
    expect(route.limitBytes).toBeGreaterThan(1_000_000);
  });

  it('is run with the bytes of the picture, the parts of the path and the query', async () => {
    const one = operation({
      ...{ summary: '', who: 'public', input, answer },
      api: { ...api, picture: 'file' },
      run: async ({ input: { id, name, file } }) => ({ by: null, got: [id, name, [...(await file())]] }),
    });
    const sent = { params: { thing: 'a' }, query: { name: 'Orc' }, body: new Uint8Array([1, 2]) };
    expect(await answerOf(one, sent)).toEqual({ by: null, got: ['a', 'Orc', [1, 2]] });
  });

  it.each([
    ['public', null],
    ['person', { userId: 'person', since: 1, strikes: 2 }],
    ['seller', { userId: 'person', since: 1, strikes: 2, storeId: 'store', roles: null }],
  ] as const)('of who "%s" is done by %j', async (who, doer) => {
    const one: Operation = {
      ...{ summary: '', who, input: z.object({}), answer, api: { ...api, path: '/things', method: 'GET' } },
      run: async ({ doer: by }: { doer: Doer<typeof who> }) => ({ by, got: null }),
    };
    expect(await answerOf(one)).toEqual({ by: doer, got: null });
  });

  it('answers what its codec lists, with moments as ISO 8601', async () => {
    const one = operation({
      ...{ summary: '', who: 'public', input: z.object({}), answer: z.object({ at: instant }) },
      api: { ...api, path: '/things' },
      run: async () => ({ at: 0, secret: 'x' }),
    });
    expect(await answerOf(one)).toEqual({ at: '1970-01-01T00:00:00.000Z' });
  });

  it('for sellers is refused without a store', async () => {
    const one = operation({
      ...{ summary: '', who: 'seller', input: z.object({}), answer },
      api: { ...api, path: '/things', scope: 'webhooks' },
      run: async () => ({ by: null, got: null }),
    });
    await expect(answerOf(one, { holder: { ...holder, storeId: null } })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('is compared with If-Match only where the program says what it read', async () => {
    const reads: string[] = [];
    const read = operation({
      ...{ summary: '', who: 'public', input: z.object({ id: z.string() }), answer },
      api: { ...api, method: 'GET' },
      run: async ({ input: { id } }) => {
        reads.push(id);
        return { by: null, got: id };
      },
    });
    const change = operation({
      ...{ summary: '', who: 'public', input: z.object({ id: z.string() }), answer },
      api: { ...api, matches: read },
      run: async () => ({ by: null, got: 'changed' }),
    });
    await answerOf(change, { params: { thing: 'a' } });
    expect(reads).toEqual([]);
    const seen: object[] = [];
    await answerOf(change, { params: { thing: 'a' }, ifMatch: (now) => seen.push(now) });
    expect([reads, seen]).toEqual([['a'], [{ by: null, got: 'a' }]]);
  });

  it('tells programs another sentence, code and field where it has one for the reason', async () => {
    const refusing = (who: 'public' | 'seller', refusal: RefusalError, sentences = {}): Operation => ({
      ...{ summary: '', who, input: z.object({}), answer },
      api: { ...api, path: '/things', sentences },
      run: () => Promise.reject(refusal),
    });
    const gone = new RefusalError('conflict', 'Reload the page.', { reason: 'gone' });
    const words = { gone: { sentence: 'There is none.', code: 'not_found', field: 'thing' } };
    await expect(answerOf(refusing('public', gone, words))).rejects.toMatchObject({
      ...{ code: 'not_found', message: 'There is none.', field: 'thing' },
    });
    await expect(answerOf(refusing('seller', missing('coupon')))).rejects.toThrow('Your store has no such');
    await expect(answerOf(refusing('public', missing('coupon')))).rejects.toThrow('There is no such coupon.');
  });
});
