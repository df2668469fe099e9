import { afterEach, expect, it } from 'vitest';
import { API_SCOPE_NAMES } from '../../../../src/domain/account/api-token.ts';
import { paths } from '../../../../src/paths.ts';
import { openApiLimits, TOKEN_REQUESTS } from '../../../../src/server/account/api-limits.ts';
import type { App } from '../../../../src/server/app/app.ts';
import { API_ROUTES } from '../../../../src/server/http/api/routes.ts';
import { memoryLimits } from '../../../../src/server/kernel/rate-limits.ts';
import { type BareFront, openBareFront, requestText } from '../bare-front.ts';

let front: BareFront | null = null;
afterEach(() => front?.close());

it('a token above its limit waits; other tokens do not', async () => {
  const limits = openApiLimits(true, memoryLimits());
  const asked = await Promise.all(Array.from({ length: TOKEN_REQUESTS.points }, () => limits.request('one')));
  expect(asked.filter((wait) => wait !== null)).toEqual([]);
  expect(await limits.request('one')).toBeGreaterThan(0);
  expect(await limits.request('two')).toBeNull();
});

it('whoever asks too often is told when to come again, in the shape of every refusal', async () => {
  const none = async () => null;
  const apiLimits = {
    newToken: none,
    messageByHand: none,
    request: none,
    keptAnswer: none,
    visitor: async () => 7,
  };
  front = await openBareFront({ app: { account: { apiLimits } as unknown as App['account'] } });
  const line = front.connect();
  line.send(requestText('GET', paths.apiDescription(), ['Connection: close']));
  const [head = '', body = ''] = (await line.ended()).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 429 /);
  expect(head.toLowerCase()).toContain('\r\nretry-after: 7\r\n');
  expect(body).toContain(
    '{"code":"too_many_requests","message":"Too many requests; wait as long as Retry-After says."}',
  );
});

it('every scope opens at least one address, and every address below a private one needs a scope', () => {
  const used = new Set(API_ROUTES.map(({ scope }) => scope));
  expect(API_SCOPE_NAMES.filter((scope) => !used.has(scope))).toEqual([]);
  const open = API_ROUTES.filter(({ scope }) => scope === null).map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(open.filter((route) => !/^GET \/(products|categories|stores)/.test(route))).toEqual([]);
});
