import { expect, it } from 'vitest';
import { openSiteSettings } from '../../../src/server/kernel/site-settings.ts';

const failed = (status: number) =>
  Object.assign(new Error('Something went wrong.'), { name: 'ClientResponseError 0', status });

/** A backend that ends its first questions like this. */
const backend = (...failures: Error[]) => ({
  async send() {
    const failure = failures.shift();
    if (failure) throw failure;
    return [[['banner', '{}', 4]]];
  },
});
const open = (pb: object, onAway: () => void) =>
  openSiteSettings(pb as never, [], (reason) => expect.fail(String(reason)), onAway);

it('a site starts while the backend is away, and waits for its settings', async () => {
  let waits = 0;
  const site = await open(backend(failed(0), failed(503)), () => {
    waits += 1;
  });
  expect([site.version({ name: 'banner' }), waits]).toEqual([4, 1]);
  site.close();
});

it('ends where the backend refuses', async () => {
  await expect(open(backend(failed(403)), () => expect.fail('it waits'))).rejects.toMatchObject({
    status: 403,
  });
});
