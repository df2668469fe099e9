import { createHash, randomFillSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import PocketBase from 'pocketbase';
import * as tus from 'tus-js-client';
import { uploadsOfStore } from '../../data/assets/uploads.ts';
import { keepUpload } from '../../features/assets/upload/account/upload.store.ts';
import { paths } from '../../paths.ts';
import type { DevStack } from '../stack.ts';

/** Files that a seller of a drill sends. */

const MB = 1024 * 1024;
const CHUNK_BYTES = 16 * MB;
const LOOK_EVERY_MS = 100;
const PASSWORD = 'a password of the drill';

/** A seller with a store, signed in. */
export async function drillSeller(
  stack: DevStack,
  pb: PocketBase,
): Promise<{ storeId: string; cookie: string }> {
  const email = 'seller@guildhall.test';
  const person = { username: 'seller', email, password: PASSWORD, passwordConfirm: PASSWORD, verified: true };
  const { id } = await pb.collection('users').create(person);
  const store = await pb
    .collection('stores')
    .create({ owner: id, slug: 'drill', name: 'Drill', state: 'open' });
  const { token, record } = await new PocketBase(stack.pocketbaseUrl)
    .collection('users')
    .authWithPassword(email, PASSWORD);
  return { storeId: store.id, cookie: `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}` };
}

/** Writes a file of random bytes and returns its hash. */
export async function randomFile(path: string, megabytes: number): Promise<string> {
  const hash = createHash('sha256');
  async function* bytes() {
    for (let at = 0; at < megabytes; at++) {
      const chunk = randomFillSync(Buffer.alloc(MB));
      hash.update(chunk);
      yield chunk;
    }
  }
  await pipeline(bytes, createWriteStream(path));
  return hash.digest('hex');
}

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Uploads a file like the page does: in pieces, and resumes when the site is back. */
export function send(
  origin: string,
  siteUrl: string,
  cookie: string,
  path: string,
  name: string,
  chunkSize = CHUNK_BYTES,
): Promise<void> {
  return new Promise((resolve, reject) => {
    new tus.Upload(createReadStream(path), {
      endpoint: origin + paths.uploads(),
      chunkSize,
      retryDelays: Array(200).fill(300),
      // The site accepts its own host name only.
      headers: { cookie, host: new URL(siteUrl).host },
      metadata: { filename: name },
      onAfterResponse: keepUpload,
      onSuccess: () => resolve(),
      // Without the request and its thousand fields.
      onError: ({ message }) => reject(new Error(message)),
    }).start();
  });
}

/** Resolves when no upload of the store waits for its check. */
export async function checkedAll(pb: PocketBase, storeId: string): Promise<void> {
  for (;;) {
    const states = (await uploadsOfStore(pb, storeId)).map(({ state }) => state);
    if (!states.includes('arrived')) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}
