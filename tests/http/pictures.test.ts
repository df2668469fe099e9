import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { VIDEO_MAX_BYTES } from '../../src/domain/kernel/video-header.ts';
import { paths } from '../../src/paths.ts';
import { anMp4, aWebm } from '../domain/kernel/a-video.ts';
import { callAction, request, world } from './request.ts';

const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#1d6f63' } })
  .png()
  .toBuffer();
const picture = () => new File([new Uint8Array(bytes)], 'golem.png', { type: 'image/png' });

it.each([
  ['a logo', 'stores.picture', { place: 'logo' }],
  ['a product’s picture', 'products.addPicture', { id: world.products.draft }],
])('%s is accepted with an empty description, but not with one that is too long', async (_, action, rest) => {
  const answer = await callAction('seller', action, { ...rest, picture: picture(), alt: '' }, { form: true });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const tooLongInput = { ...rest, picture: picture(), alt: 'x'.repeat(301) };
  const tooLong = await callAction('seller', action, tooLongInput, { form: true });
  expect(tooLong.status).toBe(400);
  expect(await tooLong.text()).toContain('"alt"');
});

const { draft, other } = world.products;
const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
const storedVideo = async (id: string) => String((await pb.collection('products').getOne(id))['video']);
const set = (role: 'seller' | 'other seller', id: string, bytes: BlobPart, name = 'turn.webm') =>
  callAction(role, 'products.setVideo', { id, video: new File([bytes], name) }, { form: true });

describe('the video of a product', () => {
  it.each([
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['a page that names a brand', '<!--ftypisom--><script>alert(1)</script>'],
    ['half a video', anMp4().subarray(0, 40)],
    ['nothing', ''],
    ['a video that is too large', new Uint8Array(VIDEO_MAX_BYTES + 1)],
  ])('is refused at its field where it is %s', async (_what, bytes) => {
    const answer = await set('seller', draft, bytes);
    const text = await answer.text();
    expect(answer.status, text.slice(0, 300)).toBe(400);
    expect(text).toContain('"video"');
    expect(await storedVideo(draft)).toBe('');
  });

  it('is sent as what it is, whole or in parts, and to its seller only while the product is a draft', async () => {
    // The name says what it is not.
    expect((await set('seller', draft, anMp4(), 'turn.html')).status).toBe(200);
    const file = await storedVideo(draft);
    expect(file).toMatch(/^turn_\w+\.mp4$/);
    const address = paths.video(draft, file);
    for (const role of ['anonymous', 'buyer', 'other seller'] as const)
      expect((await request(role, address)).status, role).toBe(404);
    const whole = await request('seller', address);
    expect(whole.status).toBe(200);
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(anMp4());
    expect(whole.headers.get('cache-control')).toContain('private');

    expect((await set('seller', draft, aWebm())).status).toBe(200);
    expect((await request('seller', address)).status).toBe(404);
    const seen = Date.parse(String((await pb.collection('products').getOne(draft))['updated']));
    expect((await callAction('seller', 'products.removeVideo', { id: draft, seen: seen - 1 })).status).toBe(
      409,
    );
    expect((await callAction('seller', 'products.removeVideo', { id: draft, seen })).status).toBe(200);
    expect(await storedVideo(draft)).toBe('');
  });

  it('is public with its product: on its page without scripts, and in ranges as players ask for them', async () => {
    expect((await set('other seller', other, aWebm())).status).toBe(200);
    const address = paths.video(other, await storedVideo(other));
    try {
      const { length } = aWebm();
      const answer = await request('anonymous', address, { headers: { range: 'bytes=4-9' } });
      expect(answer.status).toBe(206);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'video/webm',
        'content-range': `bytes 4-9/${length}`,
        'content-length': '6',
        'accept-ranges': 'bytes',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=2592000, immutable',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(new Uint8Array(await answer.arrayBuffer())).toEqual(aWebm().subarray(4, 10));
      const outside = await request('anonymous', address, { headers: { range: 'bytes=9999-' } });
      expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
      const head = await request('anonymous', address, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(length)]);
      const page = await (await request('anonymous', `${paths.product(other)}?video`)).text();
      expect(page).toMatch(new RegExp(`<video[^>]* src="${address}"`));
      expect(page).toMatch(/<video[^>]* preload="none"/);
      expect(page).not.toMatch(/<video[^>]* autoplay/);
    } finally {
      await pb.collection('products').update(other, { video: null });
    }
    expect((await request('anonymous', address)).status).toBe(404);
    for (const path of [`/video/${other}/x.svg`, `/video/${other}/..%2fx.webm`, '/video/short/x.webm'])
      expect((await request('anonymous', path)).status, path).toBe(404);
  });
});

/** What a page says to other sites that show its link, by name. */
async function said(path: string): Promise<Map<string, string>> {
  const html = await (await request('anonymous', path)).text();
  const metas = html.matchAll(/<meta property="(og:[a-z:_]+)" content="([^"]*)"/g);
  return new Map([...metas].map(([, name = '', content = '']) => [name, content]));
}

it('a shared model is a JPEG of the size that its page says', async () => {
  const id = world.products.other;
  const source = await sharp({ create: { width: 500, height: 900, channels: 4, background: '#1d6f63' } })
    .png()
    .toBuffer();
  const picture = new File([new Uint8Array(source)], 'golem.png', { type: 'image/png' });
  const added = await callAction(
    'other seller',
    'products.addPicture',
    { id, picture, alt: '' },
    { form: true },
  );
  expect(added.status).toBe(200);
  // Behind the others: only the first one is shared.
  const { images } = await pb.collection('products').getOne<{ images: string[] }>(id);
  // The page may be one from before the picture until the site hears of it.
  const shared = async () => (await said(paths.product(id))).get('og:image');
  await expect.poll(shared).toContain(paths.jpegPicture('products', id, images[0] ?? '', 'share'));
  const metas = await said(paths.product(id));
  expect(metas.get('og:image:type')).toBe('image/jpeg');
  expect([metas.get('og:image:width'), metas.get('og:image:height')]).toEqual(['1200', '630']);
  const address = paths.jpegPicture('products', id, images.at(-1) ?? '', 'share');
  const answer = await request('anonymous', address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
  expect([format, width, height]).toEqual(['jpeg', 1200, 630]);
});

it('a page without a picture of its own says what the picture of the site is', async () => {
  const metas = await said(paths.search());
  expect(metas.get('og:image')).toMatch(/\.png$/);
  expect(metas.get('og:image:type')).toBe('image/png');
});
