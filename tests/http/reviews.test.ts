import sharp from 'sharp';
import { expect, it, onTestFinished } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import { actionData } from '../../src/dev/action-data.ts';
import { paths } from '../../src/paths.ts';
import { settingStates } from '../dashboard-states.ts';
import { EXPORT, exportedData } from './exported.ts';
import { cookieOf, signedInUser } from './people.ts';
import { callAction, request, world } from './request.ts';

/** Pages show a change within 2 s on an idle machine; this limit allows for a busy one. */
const WITHIN = { timeout: 15_000, interval: 50 };
const HOSTILE = '<script>alert(1)</script></script>\u202e"] Ẑ̸̡̛͈a';

const pb = settingStates(serviceClient({ url: world.pocketbaseUrl, ...world.service }));

interface SavedReview {
  id: string;
  photos: { id: string; file: string }[];
}

it('an owner reviews with a photo, the seller answers, and the text outlives the account', async () => {
  const name = `r-${crypto.randomUUID().slice(0, 8)}`;
  const owner = await signedInUser(pb, name);
  const { id: productId } = await pb.collection('products').create({
    store: world.stores.seller,
    name: 'A reviewed one',
    slug: name,
    state: 'published',
    priceCents: 900,
    licences: ['personal'],
  });
  onTestFinished(async () => void (await pb.collection('products').update(productId, { state: 'archived' })));
  await pb.collection('entitlements').create({
    user: owner.id,
    product: productId,
    source: 'purchase',
    sourceId: name,
    licences: ['personal'],
    licenceText: 'a'.repeat(64),
    grantedAt: new Date().toISOString(),
  });
  const cookie = cookieOf(owner.token, owner.record);
  const asOwner = (verb: string, input: unknown, form = false) =>
    callAction('anonymous', `reviews.${verb}`, input, { form, headers: { cookie } });
  const page = async (path = paths.product(productId)) => (await request('anonymous', path)).text();
  expect(await page()).toContain('There are no reviews yet');

  const review = {
    stars: 4,
    text: HOSTILE,
    printer: 'Mars 4',
    material: 'resin',
    variant: '',
    outcome: 'yes',
  };
  expect((await callAction('other buyer', 'reviews.write', { ...review, productId })).status).toBe(404);
  expect((await callAction('seller', 'reviews.write', { ...review, productId })).status).toBe(403);
  const refused = await asOwner('write', { ...review, stars: 6, productId });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('one to five stars')]);
  const written = await asOwner('write', { ...review, productId });
  expect(written.status).toBe(200);
  expect((await asOwner('write', { ...review, productId })).status).toBe(409);
  const { id: reviewId } = actionData(await written.text()) as SavedReview;

  const square = sharp({ create: { width: 40, height: 40, channels: 3, background: '#784' } });
  const picture = new File([new Uint8Array(await square.jpeg().toBuffer())], 'a.jpg', { type: 'image/jpeg' });
  const added = await asOwner('addPhoto', { reviewId, picture }, true);
  const [photo] = (actionData(await added.text()) as SavedReview).photos;
  if (!photo) return expect.fail('the photo was not saved');
  const svg = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' });
  expect((await asOwner('addPhoto', { reviewId, picture: svg }, true)).status).toBe(400);
  expect(
    (await callAction('seller', 'reviews.answer', { reviewId, answer: `Thanks ${HOSTILE}` })).status,
  ).toBe(200);
  expect((await callAction('other seller', 'reviews.answer', { reviewId, answer: 'Mine.' })).status).toBe(
    404,
  );

  await expect.poll(() => page(), WITHIN).toContain('Thanks &lt;script&gt;');
  const shown = await page();
  expect(shown).toContain(name);
  expect(shown).toContain('Bought it');
  expect(shown).not.toContain('<script>alert');
  expect(shown).not.toContain('\u202e');
  const data = productData(shown);
  expect(data.aggregateRating).toMatchObject({ ratingValue: '4.0', reviewCount: 1 });
  expect(data.review[0]).toMatchObject({ author: { name }, reviewRating: { ratingValue: 4 } });
  expect(await page(paths.productPrints(productId))).toContain(photo.file);
  // Another test may have asked for this page a moment ago; it is renewed as the product's page is.
  await expect.poll(() => page(paths.storePrints('seller')), WITHIN).toContain('A reviewed one');
  const large = paths.picture('review_photos', photo.id, photo.file, 320);
  expect((await request('anonymous', large)).headers.get('content-type')).toBe('image/webp');

  const mine = await exportedData(await request('anonymous', EXPORT, { headers: { cookie } }));
  expect(JSON.stringify(mine)).toContain('A reviewed one');
  await pb.collection('users').delete(owner.id);
  await expect.poll(() => page(), WITHIN).toContain('A former member');
  const left = await page();
  expect(left).not.toContain(name);
  expect(left).toContain('&lt;script&gt;alert(1)');
  expect(productData(left).aggregateRating).toMatchObject({ reviewCount: 1 });

  // The review has no author any more, and can still be reported.
  expect((await request('buyer', paths.report('review', reviewId))).status).toBe(200);

  await pb.collection('reviews').update(reviewId, { hiddenAt: new Date().toISOString() });
  await expect.poll(() => page(), WITHIN).toContain('There are no reviews yet');
  await expect.poll(async () => (await request('anonymous', large)).status, WITHIN).toBe(404);
});

function productData(page: string): { aggregateRating: object; review: object[] } {
  const scripts = Array.from(page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs));
  const found = scripts.map(([, json = '']) => JSON.parse(json) as Record<string, unknown>);
  const data = found.find((entry) => entry['@type'] === 'Product');
  if (!data) throw new Error('the page has no product data');
  return data as unknown as { aggregateRating: object; review: object[] };
}
