import sharp from 'sharp';
import { expect, it } from 'vitest';
import { callAction, world } from './request.ts';

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
