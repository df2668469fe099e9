import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  NO_PREVIEW,
  orphanedPreviews,
  productsWithPreviewDue,
  type StoredPreview,
  savePreview,
} from '../../../src/data/assets/previews.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { settingStates } from '../../dashboard-states.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

const RECIPE = 4;
let world: TestWorld;
let product = '';
/** Later than any change of a product by these tests. */
const later = Date.now() + 3_600_000;

beforeAll(async () => {
  world = await openTestWorld();
  product = await world.product(await world.store('mira'), { name: 'Orc' });
});
afterAll(() => world.close());

const isDue = async (recipe = RECIPE, now = later) =>
  (await productsWithPreviewDue(world.pb, recipe, now, 1000)).includes(product);
const save = (preview: Partial<StoredPreview>, judgedAt = later) =>
  savePreview(world.pb, product, { ...NO_PREVIEW, recipe: RECIPE, madeOf: '', ...preview }, judgedAt, later);

it('a preview is due where there is none, or it is of an older recipe or state, or its next try has come', async () => {
  expect(await isDue()).toBe(true);
  await save({}, Date.now() - 86_400_000);
  expect(await isDue()).toBe(true);
  await save({});
  expect(await isDue()).toBe(false);
  expect(await isDue(RECIPE + 1)).toBe(true);
  await save({ state: 'failed', tries: 1, tryAfter: later + 60_000 });
  expect([await isDue(), await isDue(RECIPE, later + 60_000)]).toEqual([false, true]);
  await settingStates(world.pb).collection('products').update(product, { state: 'archived' });
  expect(await isDue(RECIPE + 1)).toBe(false);
});

it('a preview whose product is gone is found', async () => {
  const gone = newRecordId();
  await savePreview(world.pb, gone, { ...NO_PREVIEW, recipe: RECIPE, madeOf: '' }, later, later);
  expect(await orphanedPreviews(world.pb, 100)).toEqual([gone]);
});
