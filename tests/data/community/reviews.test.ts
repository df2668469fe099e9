import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printsOfProduct, printsOfStore, visiblePrint } from '../../../src/data/community/prints.ts';
import {
  addReviewPhoto,
  answerReview,
  changeReview,
  deleteReview,
  removeReviewPhoto,
  reviewState,
  writeReview,
} from '../../../src/data/community/review-writing.ts';
import {
  myReview,
  reviewOfStore,
  reviewOfUser,
  reviewsOfProduct,
  reviewsOfStore,
} from '../../../src/data/community/reviews.ts';
import { deleteUser } from '../../../src/data/identity/users.ts';
import type { RecordOf } from '../../../src/data/kernel/record.ts';
import {
  averageTenths,
  NO_STARS,
  ratingScore,
  type Stars,
  withStars,
} from '../../../src/domain/catalogue/rating.ts';
import { type ReviewText, reviewRefusal } from '../../../src/domain/community/review.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const words = (stars: Stars, text = 'Prints well.'): ReviewText => ({
  stars,
  text,
  printer: 'Saturn 3',
  material: 'resin',
  layerMm: 0.05,
  exposureS: 2.4,
  supports: 'presupported',
  variant: '32 mm',
  outcome: 'yes',
});

let commerce: TestCommerce;
let store = '';
let picture: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
  const square = sharp({ create: { width: 8, height: 8, channels: 3, background: '#555' } });
  picture = new Uint8Array(await square.webp().toBuffer());
});
afterAll(() => commerce.close());

let people = 0;
/** Opens a case about this and decides it as the operator. */
async function decide(what: 'review' | 'print', subject: string, state: 'upheld' | 'dismissed') {
  const { pb } = commerce;
  const cases = await pb
    .collection('cases')
    .getFullList({ filter: pb.filter('what = {:what} && subject = {:subject}', { what, subject }) });
  const row = { kind: 'other', what, subject, claim: 'Mine.', state: 'open' };
  const id = cases[0]?.id ?? (await pb.collection('cases').create(row)).id;
  await pb.collection('cases').update(id, { state });
}

async function owner(product: string, grant: object = {}): Promise<string> {
  people++;
  const { id } = await commerce.person(`owner${people}`);
  await commerce.pb.collection('entitlements').create({
    user: id,
    product,
    source: 'purchase',
    sourceId: `o${people}`,
    licences: ['personal'],
    licenceText: 'a',
    grantedAt: '2026-11-01 00:00:00.000Z',
    ...grant,
  });
  return id;
}
const write = async (userId: string, productId: string, text: ReviewText) =>
  (await writeReview(
    commerce.pb,
    { userId, product: { id: productId, storeId: store }, source: 'purchase' },
    text,
    NOW,
  )) ?? '';
const page = { page: 1, perPage: 10, sort: 'newest' } as const;

describe('who may review', () => {
  it('owners once; not strangers, sellers or refunded buyers', async () => {
    const { pb } = commerce;
    const product = await commerce.product(store, 900);
    const buyer = await owner(product);
    const refunded = await owner(product, { revokedAt: '2026-11-02 00:00:00.000Z', revocation: 'refund' });
    const lost = await owner(product, { revokedAt: '2026-11-02 00:00:00.000Z', revocation: 'takedown' });
    const stranger = await commerce.person('stranger');
    const seller = (await pb.collection('stores').getOne<RecordOf<'stores'>>(store)).owner;
    const refusal = async (user: string) => {
      const standing = await reviewState(pb, user, product);
      return standing && reviewRefusal(standing);
    };
    expect(await refusal(buyer)).toBeNull();
    expect(await refusal(refunded)).toBe('not-owned');
    expect(await refusal(lost)).toBeNull();
    expect(await refusal(stranger.id)).toBe('not-owned');
    expect(await refusal(seller)).toBe('own-product');
    const both = await Promise.all([
      write(buyer, product, words(4)),
      write(buyer, product, words(5)),
      write(buyer, product, words(3)),
    ]);
    expect(both.filter((id) => id !== '')).toHaveLength(1);
    expect(await refusal(buyer)).toBe('reviewed');
    expect(await myReview(pb, stranger.id, both.find((id) => id !== '') ?? '')).toBeNull();
  });
});

describe('a review', () => {
  it('keeps its text and loses the name when the account is deleted', async () => {
    const { pb } = commerce;
    const product = await commerce.product(store, 900);
    const buyer = await owner(product);
    const gone = await owner(product);
    const id = await write(gone, product, words(2, 'The sword breaks.'));
    await write(buyer, product, words(5));
    await deleteUser(pb, gone);
    const { reviews, total } = await reviewsOfProduct(pb, product, { ...page, sort: 'lowest' });
    expect(total).toBe(2);
    expect(reviews[0]).toMatchObject({ id, author: null, text: 'The sword breaks.', stars: 2 });
    expect(reviews[1]?.author).not.toBeNull();
    expect((await reviewState(pb, buyer, product))?.reviewed).toBe(true);
  });

  it('is marked as edited after a late change, and answered once by its seller', async () => {
    const { pb } = commerce;
    const product = await commerce.product(store, 900);
    const buyer = await owner(product);
    await write(buyer, product, words(3));
    const mine = async () => (await reviewOfUser(pb, buyer, product)) ?? expect.fail('no review');
    await changeReview(pb, await mine(), words(4), NOW + 60_000);
    expect((await mine()).editedAt).toBeNull();
    await changeReview(pb, await mine(), words(4), NOW + 86_400_000);
    expect((await mine()).editedAt).toBeNull();
    await changeReview(pb, await mine(), words(5), NOW + 86_400_000);
    expect(await mine()).toMatchObject({ stars: 5, editedAt: NOW + 86_400_000 });
    const { id } = await mine();
    const other = await commerce.store('deep');
    expect(await reviewOfStore(pb, other, id)).toBeNull();
    const asked = async () => (await reviewOfStore(pb, store, id)) ?? expect.fail('no review');
    expect(
      (await reviewsOfStore(pb, store, { page: 1, perPage: 50, unanswered: true })).reviews.map(
        ({ id }) => id,
      ),
    ).toContain(id);
    await answerReview(pb, await asked(), 'Thank you.', NOW);
    await answerReview(pb, await asked(), 'Thank you all.', NOW + 86_400_000);
    expect((await mine()).answer).toEqual({ text: 'Thank you all.', at: NOW, edited: true });
    expect(
      (await reviewsOfStore(pb, store, { page: 1, perPage: 50, unanswered: true })).reviews.map(
        ({ id }) => id,
      ),
    ).not.toContain(id);
    await answerReview(pb, await asked(), '', NOW);
    expect((await mine()).answer).toBeNull();
  });

  it('has up to four photos, and the gallery shows their authors', async () => {
    const { pb } = commerce;
    const product = await commerce.product(store, 900);
    const buyer = await owner(product);
    await write(buyer, product, words(5));
    const mine = async () => ({
      ...((await reviewOfUser(pb, buyer, product)) ?? expect.fail('none')),
      storeId: store,
    });
    const review = await mine();
    const added = await Promise.all(Array.from({ length: 6 }, () => addReviewPhoto(pb, review, picture)));
    const kept = added.filter((id) => id !== null);
    expect(kept).toHaveLength(4);
    const gallery = await printsOfProduct(pb, product, { page: 1, perPage: 3 });
    expect(gallery.total).toBe(4);
    expect(gallery.prints[0]).toMatchObject({
      ...{ material: 'resin', printer: 'Saturn 3', stars: 5 },
      ...{ layerMm: 0.05, exposureS: 2.4, supports: 'presupported' },
    });
    const [first = '', second = ''] = kept;
    await decide('print', first, 'upheld');
    await removeReviewPhoto(pb, review.id, second);
    expect((await mine()).photos).toHaveLength(2);
    expect(await visiblePrint(pb, first)).toBeNull();
    expect(await visiblePrint(pb, kept[2] ?? '')).not.toBeNull();
    await pb.collection('products').update(product, { state: 'draft' });
    expect(await visiblePrint(pb, kept[2] ?? '')).toBeNull();
    expect((await printsOfStore(pb, store, { page: 1, perPage: 9, mature: true })).total).toBe(0);
    await pb.collection('products').update(product, { state: 'published' });
    await decide('review', review.id, 'upheld');
    expect((await printsOfProduct(pb, product, { page: 1, perPage: 3 })).total).toBe(0);
    expect((await reviewsOfProduct(pb, product, page)).total).toBe(0);
    await decide('review', review.id, 'dismissed');
    expect((await reviewsOfProduct(pb, product, page)).total).toBe(1);
    expect((await printsOfProduct(pb, product, { page: 1, perPage: 3 })).total).toBe(2);
  });
});

describe('totals', () => {
  it('equal their rows after any history', async () => {
    const { pb } = commerce;
    const shop = await commerce.store('sums');
    const products = [await commerce.product(shop, 900), await commerce.product(shop, 0)];
    const writers = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => (await commerce.person(`sum${n}`)).id),
    );
    const deed = fc.record({
      what: fc.constantFrom(
        'write',
        'write',
        'change',
        'back',
        'hide',
        'show',
        'photo',
        'photo',
        'photo',
        'print',
        'leave',
      ),
      who: fc.nat(5),
      which: fc.nat(1),
      stars: fc.constantFrom(1, 2, 3, 4, 5) as fc.Arbitrary<Stars>,
    });
    const history = fc.sample(deed, { numRuns: 160, seed: 6 });
    let photos = 0;
    for (const { what, who, which, stars } of history) {
      const userId = writers[who] ?? '';
      const productId = products[which] ?? '';
      const mine = await reviewOfUser(pb, userId, productId);
      if (what === 'write' && userId !== '')
        await writeReview(
          pb,
          { userId, product: { id: productId, storeId: shop }, source: 'free' },
          words(stars),
          NOW,
        );
      if (!mine) continue;
      if (what === 'change') await changeReview(pb, mine, words(stars), NOW);
      if (what === 'back') await deleteReview(pb, mine.id);
      if (what === 'hide' || what === 'show')
        await decide('review', mine.id, what === 'hide' ? 'upheld' : 'dismissed');
      if (what === 'photo' && photos++ < 20) await addReviewPhoto(pb, { ...mine, storeId: shop }, picture);
      const [photo] = mine.photos;
      if (what === 'print' && photo)
        await (stars > 2 ? decide('print', photo.id, 'upheld') : removeReviewPhoto(pb, mine.id, photo.id));
      if (what === 'leave' && stars === 1) {
        await deleteUser(pb, userId);
        writers[who] = (await commerce.person(`again${people++}`)).id;
      }
    }
    const rows = await pb
      .collection('reviews')
      .getFullList<{ product: string; stars: Stars; hiddenAt: string }>({
        filter: pb.filter('store = {:shop}', { shop }),
      });
    expect(rows.length).toBeGreaterThan(4);
    const shown = rows.filter(({ hiddenAt }) => hiddenAt === '');
    expect(shown.length).toBeLessThan(rows.length);
    const sumOf = (of: typeof rows) => of.reduce((sum, { stars }) => withStars(sum, stars, 1), NO_STARS);
    let prints = 0;
    for (const id of products) {
      const record = await pb.collection('products').getOne<RecordOf<'products'>>(id);
      const counts = sumOf(shown.filter(({ product }) => product === id));
      expect(starsIn(record)).toEqual(counts);
      expect([record.rating, record.ratingScore]).toEqual([averageTenths(counts) ?? 0, ratingScore(counts)]);
      const { total } = await printsOfProduct(pb, id, { page: 1, perPage: 1 });
      expect(record.printCount).toBe(total);
      prints += total;
    }
    const record = await pb.collection('stores').getOne<RecordOf<'stores'>>(shop);
    expect(starsIn(record)).toEqual(sumOf(shown));
    expect(record.rating).toBe(averageTenths(sumOf(shown)) ?? 0);
    expect(record.printCount).toBe(prints);
    expect(prints).toBeGreaterThan(0);
  });
});

const starsIn = ({ stars1, stars2, stars3, stars4, stars5 }: RecordOf<'products'> | RecordOf<'stores'>) => [
  stars1,
  stars2,
  stars3,
  stars4,
  stars5,
];
