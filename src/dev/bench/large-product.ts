import { createCipheriv, randomBytes } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import PocketBase from 'pocketbase';
import { addProductFile } from '../../data/catalogue/product-drafts.ts';
import { serviceClient } from '../../data/kernel/client.ts';
import { openFolderStore } from '../../server/adapters/files/file-store.ts';
import type { DevStack } from '../stack.ts';

/** Files of the product to be packed, and the most each may weigh. Together 2 GB. */
const FILES = 8;
const FILE_BYTES = 256 * 1024 * 1024;
/** The disk holds the files, a copy of them, the archive and half of another one. Together they may use half of it. */
const TAKES = 2 * 3.5;
const PIECE_BYTES = 1024 * 1024;

/** A user of the bench: what signs them in. */
export interface Person {
  id: string;
  cookie: string;
}

/** A product larger than any memory, and its owner. */
export interface LargeProduct {
  owner: Person;
  product: string;
  /** Its files, and their paths on the disk. */
  files: { id: string; path: string }[];
  sizeBytes: number;
}

/** The variant whose archive holds half of the files. */
export const HALF_ARCHIVE = 'presupported-32';

/** A verified user without anything in their library, signed in. */
export async function newOwner({ pocketbaseUrl, service }: DevStack, username: string): Promise<Person> {
  const email = `${username}@guildhall.test`;
  const password = crypto.randomUUID();
  const { id } = await serviceClient({ url: pocketbaseUrl, ...service })
    .collection('users')
    .create({ email, username, password, passwordConfirm: password, verified: true });
  const { token, record } = await new PocketBase(pocketbaseUrl)
    .collection('users')
    .authWithPassword(email, password);
  return { id, cookie: `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}` };
}

/** A product of 2 GB in the first store (less if the disk has no room for it), and a user who owns it. */
export async function createLargeProduct(stack: DevStack): Promise<LargeProduct> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const owner = await newOwner(stack, 'general');
  const store = await pb.collection('stores').getFirstListItem('');
  const { id: product } = await pb.collection('products').create({
    store: store.id,
    name: 'A whole army',
    slug: 'a-whole-army',
    state: 'unlisted',
    priceCents: 9900,
    licences: ['personal'],
  });
  const folder = stack.env['MODELS_DIR'] ?? '';
  const fileStore = await openFolderStore(folder);
  const { bavail, bsize } = await statfs(folder);
  const fileBytes = Math.min(FILE_BYTES, Math.floor((bavail * bsize) / TAKES / FILES));
  const files: LargeProduct['files'] = [];
  for (let at = 0; at < FILES; at++) {
    const stored = await fileStore.put(noise(fileBytes));
    const id = await addProductFile(pb, product, {
      ...stored,
      name: `regiment ${at}.stl`,
      role: at < FILES / 2 ? 'unsupported' : 'presupported',
      position: at,
      scale: '32',
      part: null,
      version: 1,
      mesh: null,
    });
    files.push({ id, path: join(folder, stored.storageKey) });
  }
  await pb.collection('entitlements').create({
    user: owner.id,
    product,
    source: 'operator',
    sourceId: 'bench',
    licenceText: '0'.repeat(64),
    grantedAt: new Date().toISOString(),
  });
  return { owner, product, files, sizeBytes: fileBytes * FILES };
}

/** Bytes that cannot be compressed or deduplicated. A cipher makes them faster than a random generator. */
async function* noise(bytes: number) {
  const cipher = createCipheriv('aes-128-ctr', randomBytes(16), randomBytes(16));
  const nothing = Buffer.alloc(PIECE_BYTES);
  for (let left = bytes; left > 0; left -= PIECE_BYTES)
    yield cipher.update(nothing.subarray(0, Math.min(left, PIECE_BYTES)));
}
