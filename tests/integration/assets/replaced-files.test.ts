import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type SellerProduct, sellerProduct } from '../../../src/data/catalogue/seller-products.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { PRODUCT_LIMITS } from '../../../src/domain/catalogue/product-editing.ts';
import { takeFiles } from '../../../src/server/assets/product-files.ts';
import { editText } from '../../../src/server/catalogue/product-editing.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
let store: string;
let buyer: string;
let id: string;
let old: string;
let clock = Date.UTC(2026, 10, 21, 12);
/** Every change gets its own time, because `updatedAt` is the version of a product. */
const now = () => {
  clock += 1000;
  return clock;
};

const bytesOf = (sha256: string) => ({ sha256, storageKey: `files/${sha256}`, sizeBytes: 10 });
const upload = (name: string) =>
  world.row('uploads', {
    ...{ store, name, path: name, state: 'checked' },
    ...bytesOf(
      newRecordId()
        .padEnd(64, '0')
        .replaceAll(/[^0-9a-f]/g, 'a'),
    ),
  });
async function seen(): Promise<SellerProduct> {
  return (await sellerProduct(world.pb, store, id)) ?? expect.fail('the product is gone');
}
/** The names of the files that new buyers get, and the notes about them. */
async function offered(): Promise<{ files: string[]; notes: string[] }> {
  const { product, changes } = await seen();
  return {
    files: product.files.filter(({ retiredAt }) => retiredAt === null).map(({ name }) => name),
    notes: changes.map(({ note }) => note),
  };
}
const own = () => world.own(buyer, id, { source: 'free', grantedAt: new Date(now()).toISOString() });
async function replace(name: string, before?: SellerProduct) {
  const choice = { uploadId: await upload(name), role: 'slicer_project' as const, scale: '32', part: null };
  return takeFiles(world.pb, before ?? (await seen()), [choice], `${name} is new.`, now(), [old]);
}

beforeAll(async () => {
  world = await openTestWorld();
  buyer = (await world.person('buyer')).id;
  store = await world.store('maker');
});
afterAll(() => world.close());
beforeEach(async () => {
  id = await world.product(store, { name: 'Hag', state: 'draft' });
  old = await world.row('product_files', {
    ...{ product: id, position: 0, name: 'old.lys', role: 'slicer_project', version: 1 },
    ...bytesOf('b'.repeat(64)),
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the file of a product that another one replaces', () => {
  for (const isOwned of [false, true])
    it(`is replaced together with its note, or not at all, where the process ends in the middle${isOwned ? ', of an owned product' : ''}`, async () => {
      if (isOwned) await own();
      const send = world.pb.send.bind(world.pb);
      let left = 0;
      vi.spyOn(world.pb, 'send').mockImplementation((path, options) =>
        path === '/internal/tx' && left-- <= 0
          ? Promise.reject(new Error('the process ended'))
          : send(path, options),
      );
      await expect(replace('lost.lys')).rejects.toThrow('the process ended');
      expect(await offered()).toEqual({ files: ['old.lys'], notes: [] });
      left = 1;
      await replace('new.lys').catch(() => undefined);
      expect(await offered()).toEqual({ files: ['new.lys'], notes: ['new.lys is new.'] });
      const { product } = await seen();
      expect(product.facets).toMatchObject({ scale: '32', supports: ['slicer_project'] });
      expect(product.files.map(({ version }) => version)).toEqual(isOwned ? [1, 2] : [1]);
    });

  it('is replaced once, also by two at a time', async () => {
    const before = await seen();
    const refusals = await Promise.all([replace('one.lys', before), replace('other.lys', before)]);
    expect(refusals.toSorted()).toEqual(['no-such-file', null]);
    expect((await offered()).files).toHaveLength(1);
  });

  it('is replaced though the text was edited, or somebody came to own it, since it was read', async () => {
    const before = await seen();
    const edit = { storeId: store, id, seen: before.product.updatedAt };
    expect(await editText(world.pb, edit, { name: 'Witch' }, now())).toMatchObject({ edited: {} });
    await own();
    expect(await replace('new.lys', before)).toBeNull();
    const { product } = await seen();
    expect(product).toMatchObject({ name: 'Witch', files: [{ id: old }, { name: 'new.lys', version: 2 }] });
    expect((await offered()).files).toEqual(['new.lys']);
  });
});

it('as many files as may be taken at once fit into one transaction', async () => {
  const choices = await Promise.all(
    Array.from({ length: PRODUCT_LIMITS.filesAtOnce }, async (_, at) => ({
      ...{ uploadId: await upload(`part ${at}.stl`), role: 'unsupported' as const, scale: '32', part: null },
    })),
  );
  expect(await takeFiles(world.pb, await seen(), choices, 'All parts.', now(), [old])).toBeNull();
  expect((await offered()).files).toHaveLength(PRODUCT_LIMITS.filesAtOnce);
});
