import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { downloadableFiles, type SelectedProduct } from '../../../src/data/library/downloads.ts';
import {
  type ContentRange,
  type FileStore,
  openFolderStore,
} from '../../../src/server/adapters/files/file-store.ts';
import { selectionArchive } from '../../../src/server/library/selection-archive.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { entriesOfZip } from '../assets/zip-entries.ts';

const ARM = Buffer.alloc(300_000, 'an arm made of triangles ');
const LEG = Buffer.alloc(200_000, 'a leg made of triangles ');

let world: TestWorld;
let files: FileStore;
let product: SelectedProduct;
/** What was read of stored files, in order. */
const read: (ContentRange | 'all')[] = [];

beforeAll(async () => {
  world = await openTestWorld();
  const { pb } = world;
  const folder = await openFolderStore(world.modelsDir);
  files = {
    ...folder,
    open(key, range) {
      read.push(range ?? 'all');
      return folder.open(key, range);
    },
  };
  const id = await world.product(await world.store('hall'), { name: 'Golem', state: 'archived' });
  for (const [position, bytes] of [ARM, LEG].entries())
    await addProductFile(pb, id, {
      ...(await files.put(once(bytes))),
      ...{
        position,
        name: `${position}.stl`,
        role: 'unsupported',
        scale: '32',
        part: null,
        version: 1,
        mesh: null,
      },
    });
  product = { id, name: 'Golem', store: 'Hall', files: await downloadableFiles(pb, id) };
});
afterAll(() => world.close());

async function* once(bytes: Buffer) {
  yield bytes;
}
async function sent(range?: ContentRange, of = product): Promise<Buffer> {
  const all: Buffer[] = [];
  // A copy: the store may reuse its buffer.
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      all.push(Buffer.from(chunk));
      done();
    },
  });
  await (await selectionArchive({ pb: world.pb, files }, [of]).open(range)).sendTo(to);
  return Buffer.concat(all);
}

it('the checksum of a file comes with it, so a selection reads what it sends and nothing else', async () => {
  const { sizeBytes } = selectionArchive({ pb: world.pb, files }, [product]);
  expect(product.files.map(({ crc32 }) => crc32)).not.toContain('');
  read.length = 0;
  const whole = await sent();
  expect(read).toEqual(['all', 'all']);
  expect(whole.length).toBe(sizeBytes);
  expect(entriesOfZip(whole).map(({ name, bytes }) => [name, bytes.length])).toEqual([
    ['Hall/Golem/0.stl', ARM.length],
    ['Hall/Golem/1.stl', LEG.length],
  ]);
  read.length = 0;
  // The last byte of all was the most expensive: everything before it was read and hashed.
  expect(await sent({ first: sizeBytes - 1, last: sizeBytes - 1 })).toEqual(whole.subarray(-1));
  expect(read).toEqual([]);
  expect(await sent({ first: 350_000, last: 350_009 })).toEqual(whole.subarray(350_000, 350_010));
  expect(read).toMatchObject([{ last: expect.any(Number) }]);
  const [range] = read;
  expect(range !== 'all' && range && range.last - range.first).toBe(9);
  const middle = ARM.length - 5;
  expect(await sent({ first: middle, last: middle + 400 })).toEqual(whole.subarray(middle, middle + 401));
});

it('a file without a kept checksum is read once for it, also by requests at once', async () => {
  for (const { id } of product.files) await world.pb.collection('product_files').update(id, { crc32: '' });
  const old = { ...product, files: await downloadableFiles(world.pb, product.id) };
  const whole = await sent();
  read.length = 0;
  const [first, second] = await Promise.all([sent({ first: 0, last: 0 }, old), sent(undefined, old)]);
  expect([first, second]).toEqual([whole.subarray(0, 1), whole]);
  // Once each for the checksum, once each to be sent.
  expect(read).toEqual(['all', 'all', 'all', 'all']);
  expect(await downloadableFiles(world.pb, product.id)).toEqual(product.files);
});
