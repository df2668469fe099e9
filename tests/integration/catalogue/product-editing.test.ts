import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addProductPictures } from '../../../src/data/catalogue/product-drafts.ts';
import { type SellerProduct, sellerProduct } from '../../../src/data/catalogue/seller-products.ts';
import { PRODUCT_LIMITS } from '../../../src/domain/catalogue/product-editing.ts';
import {
  addPicture,
  type EditOutcome,
  editFiles,
  editPictures,
  editText,
  removeFile,
  removeVideo,
  setVideo,
} from '../../../src/server/catalogue/product-editing.ts';
import { productOperations } from '../../../src/server/operations/catalogue/products.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
let store: string;
let id: string;
let picture: Uint8Array<ArrayBuffer>;
let clock = Date.UTC(2026, 10, 21, 12);
/** Every change gets its own time, because `updatedAt` is the version of a product. */
const now = () => {
  clock += 1000;
  return clock;
};

async function current(): Promise<SellerProduct> {
  const found = await sellerProduct(world.pb, store, id);
  if (!found) throw new Error('the product is gone');
  return found;
}
const edit = async () => ({ storeId: store, id, seen: (await current()).product.updatedAt });
const refusalOf = (outcome: EditOutcome) => ('refusal' in outcome ? outcome.refusal : null);

beforeAll(async () => {
  world = await openTestWorld();
  store = await world.store('editor');
  const plain = { create: { width: 60, height: 60, channels: 3 as const, background: '#888' } };
  picture = new Uint8Array(await sharp(plain).webp().toBuffer());
});
afterAll(() => world.close());
beforeEach(async () => {
  id = await world.row('products', {
    store,
    name: 'hag',
    slug: `hag-${now()}`,
    state: 'draft',
    priceCents: 1000,
  });
});

describe('a product edited by its seller', () => {
  it('is not found in another store', async () => {
    const other = { ...(await edit()), storeId: await world.store('stranger') };
    const unread = () => Promise.reject(new Error('the picture was read'));
    const outcomes = [
      await editText(world.pb, other, { name: 'mine' }, now()),
      await addPicture(world.pb, other, { read: unread, alt: '' }),
      await setVideo(world.pb, other, unread),
      await removeVideo(world.pb, other),
      await editPictures(world.pb, other, [], now()),
      await editFiles(world.pb, other, [], now()),
      await removeFile(world.pb, other, id, now()),
    ];
    expect(outcomes).toEqual(outcomes.map(() => ({ refusal: 'not-found' })));
  });

  it('is not changed where it was changed since it was loaded', async () => {
    const stale = await edit();
    expect(await editText(world.pb, stale, { name: 'witch' }, now())).toMatchObject({
      edited: { product: { name: 'witch' } },
    });
    expect(refusalOf(await editText(world.pb, stale, { name: 'crone' }, now()))).toBe('changed-meanwhile');
    expect((await current()).product.name).toBe('witch');
  });

  it('takes only categories of its store', async () => {
    const shelf = await world.row('shelves', { store, slug: 'witches', name: 'Witches', position: 0 });
    const other = await world.store('other-shelves');
    const foreign = await world.row('shelves', { store: other, slug: 'orcs', name: 'Orcs', position: 0 });
    expect(refusalOf(await editText(world.pb, await edit(), { shelves: [shelf, foreign] }, now()))).toEqual({
      sentence: 'One of these categories no longer exists. Reload the page.',
      field: 'shelves',
    });
    const saved = await editText(world.pb, await edit(), { shelves: [shelf] }, now());
    expect(saved).toMatchObject({ edited: { product: { shelves: [shelf] } } });
  });

  it('is refused at the field that a rule names', async () => {
    const refusal = refusalOf(await editText(world.pb, await edit(), { tags: [''] }, now()));
    expect(refusal).toMatchObject({ field: 'tags', sentence: expect.stringContaining('tags') });
  });

  it('takes no picture beyond the limit', async () => {
    const full = Array.from({ length: PRODUCT_LIMITS.images }, () => ({ bytes: picture, alt: '' }));
    await addProductPictures(world.pb, id, full.slice(1));
    const added = { read: async () => picture, alt: 'from the side' };
    const outcome = await addPicture(world.pb, await edit(), added);
    expect('edited' in outcome && outcome.edited.product.images.at(-1)?.alt).toBe('from the side');
    expect(refusalOf(await addPicture(world.pb, await edit(), added))).toEqual({
      sentence: 'A product shows at most 12 pictures. Remove one first.',
    });
  });

  it('takes no picture or file that it does not have, and none twice', async () => {
    await addProductPictures(world.pb, id, [{ bytes: picture, alt: '' }]);
    const [image] = (await current()).product.images;
    const shown = { file: image?.file ?? '', alt: 'front' };
    for (const pictures of [[{ file: 'other.webp', alt: '' }], [shown, shown]])
      expect(refusalOf(await editPictures(world.pb, await edit(), pictures, now()))).toBe(
        'changed-meanwhile',
      );
    expect(await editPictures(world.pb, await edit(), [shown], now())).toMatchObject({
      edited: { product: { images: [{ alt: 'front' }] } },
    });
    const file = {
      id: 'a'.repeat(15),
      name: 'hag.stl',
      role: 'unsupported' as const,
      scale: null,
      part: null,
    };
    expect(refusalOf(await editFiles(world.pb, await edit(), [file], now()))).toBe('changed-meanwhile');
    expect(refusalOf(await removeFile(world.pb, await edit(), file.id, now()))).toBe('changed-meanwhile');
  });
});

describe('a product changed by staff', () => {
  it('changes in the fields of their roles only, and takes all fields of its owner', async () => {
    const app = { pb: world.pb, commerce: { now }, catalogue: {} } as never;
    const change = async (roles: readonly ('money' | 'upload')[] | null, sent: object) => {
      const doer = { storeId: store, userId: 'x', since: 0, strikes: 0, roles };
      const input = { id, ...sent };
      return (await productOperations.change.run({ app, doer, input })).own.product;
    };
    const forbidden = expect.objectContaining({ code: 'forbidden' });
    await expect(change(['upload'], { priceCents: 900 })).rejects.toEqual(forbidden);
    await expect(change(['money'], { name: 'witch' })).rejects.toEqual(forbidden);
    expect((await current()).product).toMatchObject({ name: 'hag', priceCents: 1000 });
    expect(await change(['money'], { priceCents: 900 })).toMatchObject({ priceCents: 900 });
    expect(await change(null, { name: 'witch', priceCents: 800 })).toMatchObject({
      ...{ name: 'witch', priceCents: 800 },
    });
  });
});
