import { expect, it } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { callAction, world } from './request.ts';

const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });

/** Changes the published product as its seller. */
async function change(text: Record<string, unknown>) {
  const id = world.products.other;
  const { updated } = await pb.collection('products').getOne(id);
  const seen = Date.parse(String(updated).replace(' ', 'T'));
  return callAction('other seller', 'products.change', { id, seen, text });
}

it.each([
  ['licences', []],
  ['name', ''],
])('a published product cannot lose what publishing requires: its %s', async (field, value) => {
  const before = await pb.collection('products').getOne(world.products.other);
  const answer = await change({ [field]: value });
  expect([400, 409]).toContain(answer.status);
  expect(await answer.text()).toContain(`"${field}"`);
  expect((await pb.collection('products').getOne(world.products.other))[field]).toEqual(before[field]);
  expect((await change({ tags: ['proof'] })).status).toBe(200);
});
