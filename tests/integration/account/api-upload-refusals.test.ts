import { randomBytes } from 'node:crypto';
import { z } from 'astro/zod';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { tusWith } from './api-uploads.ts';
import { type ApiWorld, apiWorld, tokenOf } from './api-world.ts';

const PIECE = 'application/offset+octet-stream';

let backend: TestBackend;
let front: TestFront;
let world: ApiWorld;
let secret = '';

beforeAll(async () => {
  backend = await openTestBackend();
  world = await apiWorld(backend);
  front = await openTestFront(backend, { RATE_LIMITS: 'off' });
  ({ secret } = await tokenOf(front, world.people.seller));
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

it('an upload is refused in the same shape as everything else of the API', async () => {
  const description = (await (await fetch(front.url + paths.apiDescription())).json()) as {
    paths: Record<string, Record<string, object>>;
    components: { schemas: { Failure: object } };
  };
  expect(Object.keys(description.paths[paths.uploads()] ?? {})).toContain('post');
  expect(description.paths[`${paths.uploads()}/{upload}`]).toMatchObject({ head: {}, patch: {}, delete: {} });
  const failure = z.fromJSONSchema(description.components.schemas.Failure as never);
  const bytes = randomBytes(40_000);
  const { tus, begin, piece } = tusWith(front.url, secret);
  const path = (await begin('own.lys', bytes)).headers.get('location') ?? '';
  const reader = tusWith(front.url, (await tokenOf(front, world.people.seller, ['products.read'])).secret);
  const answers = {
    'a hash that is none': await begin('orc.lys', bytes, { sha256: 'x' }),
    'a kind that is not accepted': await begin('run.exe', bytes),
    'too long': await begin(`${'x'.repeat(300)}.lys`, bytes),
    'a foreign product': await begin('orc.lys', bytes, { product: 'a'.repeat(15) }),
    nobody: await tusWith(front.url, 'guildhall_no').begin('orc.lys', bytes),
    'no scope': await reader.begin('orc.lys', bytes),
    'not there': await piece(paths.upload('a'.repeat(15)), bytes, 0),
    'the wrong place': await piece(path, bytes, 20_000),
    'another type': await tus(
      'PATCH',
      path,
      { 'upload-offset': '0', 'content-type': 'application/json' },
      bytes,
    ),
    'no place': await tus('PATCH', path, { 'upload-offset': 'x', 'content-type': PIECE }, bytes),
    'no type': await tus('PATCH', path, { 'upload-offset': '0' }, bytes),
    'another version': await tus('POST', paths.uploads(), { 'tus-resumable': '0.2.2' }),
    'another method': await tus('PUT', paths.uploads(), {}),
    'another site': await tus('POST', paths.uploads(), { origin: 'https://evil.example' }),
  };
  const said: Record<string, string> = {};
  for (const [what, answer] of Object.entries(answers)) {
    const body = (await answer.json()) as Record<string, string>;
    expect(failure.safeParse(body).error?.issues, what).toBeUndefined();
    said[what] = `${answer.status} ${body['code']} ${body['field'] ?? ''}`.trim();
  }
  expect(said).toEqual({
    'a hash that is none': '400 bad_request sha256',
    'a kind that is not accepted': '400 bad_request filename',
    'too long': '400 bad_request filename',
    'a foreign product': '400 bad_request product',
    nobody: '401 unauthorized',
    'no scope': '403 forbidden',
    'not there': '404 not_found',
    'the wrong place': '409 conflict',
    'another type': '400 bad_request',
    'no place': '400 bad_request',
    'no type': '403 forbidden',
    'another version': '412 precondition_failed',
    'another method': '405 method_not_allowed',
    'another site': '403 forbidden',
  });
});
