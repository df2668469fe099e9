import { type Catalogue, productId } from './catalogue.ts';
import { notablesOf, personId, storeId } from './people.ts';
import { AGE_MS, DAY_MS, type Plan } from './plan.ts';
import { grownId } from './tables.ts';

const REVIEW_TEXTS = [
  'Printed cleanly at the first attempt, supports came away without marks.',
  'Crisp details even at small scale. The pose has a lot of character.',
  'Needed a little filling at the seams, but it paints very well.',
  'The base was a tight fit; after some sanding everything sits as it should.',
];
const STARS = [5, 5, 5, 4, 4, 3, 2, 1];
/** A review is written so long after the purchase. */
const REVIEWED_AFTER_MS = 2 * 3_600_000;
/** One question for so many reviews. */
const REVIEWS_A_QUESTION = 10;
const VIEWED_DAYS = 365;
const VIEWED_PRODUCTS = 50;
const VIEWED_STORES = 200;

/** Adds what people say and do in public: reviews of what they bought, questions, follows, wishes, and views by day. */
export function addCommunity(plan: Plan, catalogue: Catalogue): void {
  addReviews(plan);
  addQuestions(plan, catalogue);
  addPairs(plan, catalogue);
  addViews(plan, catalogue);
}

function addReviews({ tables, chance, size, date }: Plan): void {
  const review = tables.into('reviews', [
    ...([
      'id',
      'product',
      'store',
      'user',
      'source',
      'stars',
      'text',
      'printer',
      'material',
      'outcome',
    ] as const),
    ...(['writtenAt', 'answer', 'answeredAt', 'created', 'updated'] as const),
  ]);
  const bought = tables.rows<{ product: string; store: string; user: string; paidAt: string }>(
    `SELECT l.product, l.store, o.buyer AS user, o.paidAt FROM order_lines l JOIN orders o ON o.id = l."order"
      WHERE l.id GLOB 'l*' AND o.paymentId = 'pi_' || o.id AND l.refundedCents = 0 ORDER BY l.rowid`,
  );
  const step = Math.max(1, Math.floor(bought.length / size.reviews));
  for (let at = 0; at < size.reviews; at++) {
    const line = bought[at * step];
    if (!line) return;
    const written = date(Date.parse(line.paidAt.replace(' ', 'T')) + REVIEWED_AFTER_MS);
    const answered = chance.is(0.1) ? written : '';
    review({
      ...{
        id: grownId('r', at),
        product: line.product,
        store: line.store,
        user: line.user,
        source: 'purchase',
      },
      ...{
        stars: chance.pick(STARS),
        text: chance.pick(REVIEW_TEXTS),
        printer: 'Elegoo Mars 4',
        material: 'resin',
      },
      ...{
        outcome: 'yes',
        writtenAt: written,
        answer: answered === '' ? '' : 'Thank you!',
        answeredAt: answered,
      },
      ...{ created: written, updated: written },
    });
  }
}

function addQuestions({ tables, chance, size, now, date }: Plan, { sold, storeOf }: Catalogue): void {
  const question = tables.into('questions', [
    ...(['id', 'product', 'store', 'asker', 'question', 'answer', 'state', 'answeredAt'] as const),
    ...(['created', 'updated'] as const),
  ]);
  const count = Math.ceil(size.reviews / REVIEWS_A_QUESTION);
  for (let at = 0; at < count; at++) {
    const good = sold[chance.popular(sold.length)] ?? 0;
    const asked = date(now - DAY_MS - chance.below(AGE_MS - 2 * DAY_MS));
    const isAnswered = chance.is(0.8);
    question({
      ...{ id: grownId('w', at), product: productId(good), store: storeId(storeOf[good] ?? 0) },
      ...{ asker: personId(size.stores + chance.below(size.people - size.stores)) },
      ...{ question: 'Does it fit on a 32 mm base?', answer: isAnswered ? 'Yes, with room to spare.' : '' },
      ...{ state: isAnswered ? 'answered' : 'open', answeredAt: isAnswered ? asked : '' },
      ...{ created: asked, updated: asked },
    });
  }
}

/** Follows and wishes: each pair once. */
function addPairs({ tables, chance, size, now, date }: Plan, { sold, cents }: Catalogue): void {
  const follow = tables.into('follows', ['id', 'user', 'store', 'created', 'updated']);
  const wish = tables.into('wishes', [
    ...(['id', 'user', 'product', 'seenCents', 'alertedSale', 'created', 'updated'] as const),
  ]);
  const seen = new Set<number>();
  const fan = () => size.stores + chance.below(size.people - size.stores);
  for (let at = 0; at < size.follows; at++) {
    const [user, store] = [fan(), chance.popular(size.stores)];
    const key = user * size.stores + store;
    if (seen.has(key)) continue;
    seen.add(key);
    const created = date(now - chance.below(AGE_MS / 2));
    follow({ id: grownId('z', at), user: personId(user), store: storeId(store), created, updated: created });
  }
  seen.clear();
  for (let at = 0; at < size.wishes; at++) {
    const [user, good] = [fan(), sold[chance.popular(sold.length)] ?? 0];
    const key = user * size.products + good;
    if (seen.has(key)) continue;
    seen.add(key);
    const created = date(now - chance.below(AGE_MS / 2));
    wish({
      ...{
        id: grownId('z', at),
        user: personId(user),
        product: productId(good),
        seenCents: cents[good] ?? 0,
      },
      // They know the sales that are on: a world at rest has no letters to write.
      ...{ alertedSale: date(now), created, updated: created },
    });
  }
}

/** A year of views of the giant store and its first products; a quarter of a year of some other stores. */
function addViews({ tables, chance, size, now, date }: Plan, { onSale }: Catalogue): void {
  const count = tables.into('view_counts', ['id', 'store', 'product', 'day', 'views', 'visits', 'carts']);
  let rows = 0;
  const add = (store: string, product: string, day: string, most: number) => {
    const visits = 1 + chance.below(most);
    count({
      ...{ id: grownId('v', rows++), store, product, day, views: 2 * visits, visits },
      carts: product === '' ? 0 : chance.below(3),
    });
  };
  const giant = notablesOf(size.stores).giantStore;
  const viewed = (onSale[0] ?? []).slice(0, VIEWED_PRODUCTS);
  for (let ago = 0; ago < VIEWED_DAYS; ago++) {
    const day = date(now - ago * DAY_MS).slice(0, 10);
    add(giant, '', day, 2000);
    for (const good of viewed) add(giant, productId(good), day, 40);
    if (ago < VIEWED_DAYS / 4)
      for (let store = 1; store < Math.min(size.stores, VIEWED_STORES); store++)
        add(storeId(store), '', day, 50);
  }
}
