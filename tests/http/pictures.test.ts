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
])('%s whose description is left empty was refused', async (_, action, rest) => {
  const answer = await callAction('seller', action, { ...rest, picture: picture(), alt: '' }, { form: true });
  expect(answer.status, await answer.clone().text()).toBe(200);
  const wordy = { ...rest, picture: picture(), alt: 'x'.repeat(301) };
  const tooLong = await callAction('seller', action, wordy, { form: true });
  expect(tooLong.status).toBe(400);
  expect(await tooLong.text()).toContain('"alt"');
});
