import { signedIn } from '../answers.ts';
import type { World } from '../world.ts';
import {
  type ActionPolicy,
  anySeller,
  backend,
  buyersRow,
  form,
  newName,
  newRow,
  policy,
  sellersRow,
} from './policy-terms.ts';

/** A new product of the seller that the buyer owns. */
async function ownedProduct(world: World): Promise<string> {
  const name = newName();
  const data = { store: world.stores.seller, name, slug: name, state: 'published', priceCents: 900 };
  const product = await newRow(world, 'products', data);
  await newRow(world, 'entitlements', {
    user: world.users.buyer,
    product,
    source: 'purchase',
    sourceId: name,
    licences: ['personal'],
    licenceText: 'a'.repeat(64),
    grantedAt: new Date().toISOString(),
  });
  return product;
}
async function newReview(world: World): Promise<string> {
  return newRow(world, 'reviews', {
    product: await ownedProduct(world),
    store: world.stores.seller,
    user: world.users.buyer,
    source: 'purchase',
    stars: 4,
    text: 'Prints well.',
    writtenAt: new Date().toISOString(),
  });
}
const REVIEW = {
  stars: 5,
  text: 'Crisp at 50 microns.',
  printer: 'Mars 4',
  material: 'resin',
  variant: '',
  outcome: 'yes',
};
let pixel: File | null = null;
/** A picture of one pixel. */
const photo = () =>
  (pixel ??= new File(
    [
      Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    ],
    'a.png',
    { type: 'image/png' },
  ));

/** Policies of the actions about reviews. */
export const REVIEW_ACTIONS: Record<string, ActionPolicy> = {
  'reviews.mine': policy(signedIn(401, 404, { buyer: 200, seller: 200 }), async (world) => ({
    productId: await ownedProduct(world),
  })),
  'reviews.write': policy(signedIn(401, 404, { buyer: 200, seller: 403 }), async (world) => ({
    ...REVIEW,
    productId: await ownedProduct(world),
  })),
  'reviews.change': buyersRow(async (world) => ({ ...REVIEW, reviewId: await newReview(world) })),
  'reviews.addPhoto': policy(
    signedIn(401, 404, { buyer: 200 }),
    async (world) => ({ reviewId: await newReview(world), picture: photo() }),
    form,
  ),
  'reviews.removePhoto': buyersRow(async (world) => {
    const reviewId = await newReview(world);
    const { product } = await backend(world).collection('reviews').getOne<{ product: string }>(reviewId);
    const photoId = await newRow(world, 'review_photos', {
      review: reviewId,
      product,
      store: world.stores.seller,
    });
    return { reviewId, photoId };
  }),
  'reviews.remove': buyersRow(async (world) => ({ reviewId: await newReview(world) })),
  'reviews.ofMyStore': anySeller(() => ({ page: 1, unanswered: true })),
  'reviews.answer': sellersRow(async (world) => ({ reviewId: await newReview(world), answer: 'Thank you.' })),
  'reviews.removeAnswer': sellersRow(async (world) => ({ reviewId: await newReview(world) })),
};
