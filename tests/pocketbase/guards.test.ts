import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ClientResponseError } from 'pocketbase';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packagedBinary } from '../../src/pocketbase/tools/binary.ts';
import { buildPocketBase, HOOKS_LIMIT_BYTES } from '../../src/pocketbase/tools/build.ts';
import { openTestBackend, type TestBackend } from '../dev/world/backend.ts';

let backend: TestBackend;
let user: string;
let store: string;

beforeAll(async () => {
  backend = await openTestBackend();
  const password = 'a password of the tests';
  const record = { email: 'mira@guildhall.test', username: 'mira', password, passwordConfirm: password };
  user = (await backend.pb.collection('users').create(record)).id;
  store = (
    await backend.pb.collection('stores').create({ owner: user, slug: 'mira', name: 'Mira', state: 'open' })
  ).id;
});
afterAll(() => backend.close());

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (reason: ClientResponseError) => reason,
  );

/** A PNG header with these dimensions and no content. */
function boastfulPng(width: number, height: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(64);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  bytes.set([8, 6], 24);
  return bytes;
}

describe('prices', () => {
  const product = (more: object) => ({
    store,
    name: 'X',
    slug: `x-${crypto.randomUUID().slice(0, 8)}`,
    state: 'draft',
    ...more,
  });

  it.each([
    { priceCents: '12,50' },
    { priceCents: '1250' },
    { priceCents: null },
    { priceCents: 12.5 },
    { priceCents: -1 },
    { priceCents: true },
    { 'priceCents+': 500 },
    { 'priceCents-': 500 },
  ])('even the service cannot store %j', async (price) => {
    const refused = await refusal(backend.pb.collection('products').create(product(price)));
    expect(refused?.status).toBe(400);
    expect(refused?.response['data']).toHaveProperty('priceCents');
  });

  it('a form field, which is text, is not a price', async () => {
    const form = new FormData();
    for (const [name, value] of Object.entries(product({ priceCents: 500 }))) form.set(name, String(value));
    expect((await refusal(backend.pb.collection('products').create(form)))?.status).toBe(400);
  });

  it('a whole number is accepted', async () => {
    expect((await backend.pb.collection('products').create(product({ priceCents: 599 })))['priceCents']).toBe(
      599,
    );
  });
});

describe('pictures', () => {
  const upload = (bytes: Uint8Array<ArrayBuffer>, name = 'x.png') =>
    refusal(backend.pb.collection('users').update(user, { avatar: new File([bytes], name) }));

  it.each([
    ['an SVG that claims to be a PNG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', new TextEncoder().encode('GIF89a............................')],
    ['a page', new TextEncoder().encode('<html><script>alert(1)</script>')],
    ['nothing', new Uint8Array(0)],
    ['a PNG of 30 000 px', boastfulPng(30_000, 100)],
    ['a PNG of 41 megapixels', boastfulPng(6410, 6410)],
    ['half a PNG', boastfulPng(10, 10).slice(0, 12)],
  ])('refuse %s', async (_what, bytes) => {
    const before = (await backend.pb.collection('users').getOne(user))['avatar'];
    const refused = await upload(bytes as Uint8Array<ArrayBuffer>);
    if (bytes.length > 0) expect(refused?.status).toBe(400);
    expect((await backend.pb.collection('users').getOne(user))['avatar']).toBe(before);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('take a %s', async (format) => {
    const bytes = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1d6f63' } })
      .toFormat(format)
      .toBuffer();
    expect(await upload(new Uint8Array(bytes), `x.${format}`)).toBeNull();
  });
});

describe('the hooks bundle', () => {
  it('is small, and its callbacks use no outer names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hooks-'));
    try {
      const { hooksDir } = await buildPocketBase(folder);
      const text = readFileSync(join(hooksDir, 'main.pb.js'), 'utf8');
      expect(text.length).toBeLessThan(HOOKS_LIMIT_BYTES);
      // The engine stores a callback as text: it may only load the bundle and call a handler.
      const callbacks = [...text.matchAll(/\bonRecord\w+\(\(?e\)?\s*=>\s*(.*?),\s*"/g)].map(
        (match) => match[1] ?? '',
      );
      expect(callbacks.length).toBeGreaterThanOrEqual(4);
      for (const callback of callbacks)
        expect(callback).toMatch(/^require\(`\$\{__hooks\}\/main\.pb\.js`\)\.handlers\.\w+\(e\)$/);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it.runIf(packagedBinary())(
    'is upstream’s own build: the package was made from the commit of tag v0.39.1',
    () => {
      const bytes = readFileSync(packagedBinary() ?? '');
      const at = bytes.indexOf('vcs.revision=');
      expect(bytes.subarray(at, at + 53).toString()).toMatch(/^vcs\.revision=5631d9b/);
    },
  );
});
