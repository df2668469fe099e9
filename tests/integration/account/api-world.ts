import { createHash } from 'node:crypto';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { API_SCOPE_NAMES, type ApiScope } from '../../../src/domain/account/api-token.ts';
import { makeToken } from '../../../src/server/account/api-tokens.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import type { TestBackend } from '../../dev/world/backend.ts';
import type { TestFront } from '../../dev/world/front.ts';

/** People, a store, models and purchases for tests of the API. */
export interface ApiWorld {
  people: Record<'buyer' | 'seller' | 'stranger', { id: string; email: string }>;
  store: string;
  /** Owned by the buyer, by id. */
  owned: { id: string; files: { id: string; name: string; bytes: Buffer }[] }[];
  /** Published, and owned by nobody. */
  other: string;
  orders: string[];
  files: FileStore;
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

/** Different bytes for each name, so that no two files are the same. */
const bytesOf = (name: string, length: number) => Buffer.alloc(length, `${name} is made of triangles. `);

/** Names that some system refuses, or reads as another folder. */
export const FILE_NAMES = ['Golem "left": arm?.stl', 'CON.stl', '../../outside.stl'];
export const FILE_BYTES = 300_000;

export async function apiWorld({ pb, modelsDir }: TestBackend): Promise<ApiWorld> {
  const files = await openFolderStore(modelsDir);
  const people = {} as ApiWorld['people'];
  for (const name of ['buyer', 'seller', 'stranger'] as const) {
    const email = `${name}@guildhall.test`;
    const password = 'a password of the tests';
    const { id } = await pb
      .collection('users')
      .create({ email, username: name, password, passwordConfirm: password, verified: true });
    people[name] = { id, email };
  }
  const now = new Date().toISOString();
  const { id: store } = await pb
    .collection('stores')
    .create({ owner: people.seller.id, slug: 'anvil', name: 'Anvil', state: 'open', openedAt: now });
  const product = async (name: string, state: string) =>
    (
      await pb.collection('products').create({
        ...{ store, name, slug: name.toLowerCase(), state, priceCents: 500 },
        ...{ licences: ['personal'], ai: 'none', publishedAt: now },
      })
    ).id;
  const owned: ApiWorld['owned'] = [];
  for (const [place, name] of ['Golem', 'Dragon', 'Tower'].entries()) {
    // One is not sold any more: whoever owns it keeps it.
    const id = await product(name, place === 0 ? 'archived' : 'published');
    const wanted = place === 0 ? FILE_NAMES : [`${name}.stl`];
    const added: ApiWorld['owned'][number]['files'] = [];
    for (const [position, file] of wanted.entries()) {
      const bytes = bytesOf(`${name} ${file}`, FILE_BYTES + position);
      const stored = await files.put(pieces(bytes));
      const facts = { role: 'unsupported', scale: '32', part: null, version: 1, mesh: null } as const;
      added.push({
        id: await addProductFile(pb, id, { ...stored, ...facts, name: file, position }),
        name: file,
        bytes,
      });
    }
    owned.push({ id, files: added });
  }
  const other = await product('Other', 'published');
  const orders: string[] = [];
  for (const [place, { id }] of owned.entries()) {
    const order = await pb.collection('orders').create({
      ...{
        buyer: people.buyer.id,
        state: 'paid',
        country: 'US',
        currency: 'usd',
        fingerprint: 'a',
        checkoutKey: `k${place}`,
      },
      ...{ totalCents: 500, placedAt: now, paidAt: now, expiresAt: now, email: people.buyer.email },
    });
    orders.push(order.id);
    const line = await pb.collection('order_lines').create({
      ...{ order: order.id, product: id, store, storeName: 'Anvil', productName: 'Golem' },
      ...{ listCents: 500, paidCents: 500, position: 0 },
    });
    await pb.collection('entitlements').create({
      ...{ user: people.buyer.id, product: id, source: 'purchase', sourceId: line.id },
      ...{ licences: ['personal'], licenceText: 'a'.repeat(64), grantedAt: now },
    });
  }
  await pb.collection('entitlements').create({
    ...{ user: people.stranger.id, product: owned[0]?.id, source: 'purchase', sourceId: 'refunded' },
    ...{ licenceText: 'a'.repeat(64), grantedAt: now, revokedAt: now, revocation: 'refund' },
  });
  owned.sort((one, two) => (one.id < two.id ? -1 : 1));
  return { people, store, owned, other, orders, files };
}

/** A token of a person, with every scope or with these. */
export async function tokenOf(
  { app }: TestFront,
  person: { id: string; email: string },
  scopes: readonly ApiScope[] = API_SCOPE_NAMES,
): Promise<{ id: string; secret: string }> {
  const made = await makeToken(app.commerce, person, { name: 'Test', scopes, days: 30 }, app.commerce.now());
  if (!made) throw new Error('no token was made');
  return { id: made.token.id, secret: made.secret };
}
