import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_ROUTES } from '../../src/server/http/api/routes.ts';
import type { Operation } from '../../src/server/operations/kernel/operation.ts';
import { readSources } from './source.ts';

/** What programs do is written once, as an operation. What is not stands here, with the reason. */

/** Routes of the API that are no operations. */
const NO_OPERATIONS: Readonly<Record<string, string>> = {
  'GET /library/{product}/files/{file}': 'streams bytes, in ranges, over the connection itself',
};

/** What else is asked for below /api/: nothing of it is for programs but the uploads. */
const OTHER_ADDRESSES: Readonly<Record<string, string>> = {
  uploads: 'streams bytes in pieces, by tus',
  attachments: 'streams bytes of a message or a post',
  stripe: 'takes the signed messages of the payment provider',
  views: 'counts looks at pages, without an answer',
  'signed-out': 'is told that a browser has forgotten its session',
  suggestions: 'completes the search field of every page, and is cached',
  markdown: 'shows what is being typed, as HTML',
  following: 'is a part of a page, as HTML',
  'for-you': 'is a part of a page, as HTML',
  memberships: 'completes cached pages, without a list that goes on',
  owned: 'completes cached pages, as changes of a copy that the browser keeps',
};

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'run' in value && 'api' in value;

/** Every operation of src/server/operations: each file exports them in an object. */
async function allOperations(): Promise<Operation[]> {
  const files = readSources(['src/server/operations'], ['.ts']);
  const modules = await Promise.all(
    files.map(({ path }) => import(/* @vite-ignore */ resolve(path)) as Promise<Record<string, unknown>>),
  );
  const exported = modules.flatMap((module) => Object.values(module));
  return exported
    .filter((one) => typeof one === 'object' && one !== null)
    .flatMap((one) => Object.values(one as object))
    .filter(isOperation);
}

describe('the API', () => {
  it('is made of operations, but for routes with a reason', () => {
    const others = API_ROUTES.filter(({ operation }) => operation === undefined);
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual(Object.keys(NO_OPERATIONS));
    expect(API_ROUTES.length).toBeGreaterThan(35);
  });

  it('has a route for every operation that programs can do', async () => {
    const routed = new Set(API_ROUTES.map(({ operation }) => operation));
    const operations = await allOperations();
    expect(operations.length).toBeGreaterThan(35);
    const left = operations.filter((one) => one.api !== null && !routed.has(one));
    expect(left.map(({ summary }) => summary)).toEqual([]);
  });

  it('is all that stands below /api/, but for addresses with a reason', () => {
    const [paths] = readSources(['src'], ['.ts']).filter(({ path }) => path === 'src/paths.ts');
    const named = [...(paths?.text ?? '').matchAll(/['`]\/api\/([a-z0-9-]+)/g)].map(([, name = '']) => name);
    const pages = readSources(['src/pages/api'], ['.ts', '.astro']).map(({ path }) =>
      path.replace(/^src\/pages\/api\/|\.(ts|astro)$/g, ''),
    );
    const found = [...new Set([...named, ...pages])].filter((name) => name !== 'v1');
    expect(found.sort()).toEqual(Object.keys(OTHER_ADDRESSES).sort());
  });
});
