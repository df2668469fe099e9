import sharp from 'sharp';
import { expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { paths } from '../../src/paths.ts';
import { callAction, request, world } from './request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

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
  const metas = await said(paths.product(id));
  expect(metas.get('og:image')).toContain(paths.jpegPicture('products', id, images[0] ?? '', 'share'));
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
