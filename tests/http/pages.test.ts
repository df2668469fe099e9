import { describe, expect, it, vi } from 'vitest';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { RecordOf } from '../../src/data/kernel/record.ts';
import { ACCOUNT_ROUTES } from '../../src/features/account/app/routes.ts';
import { paths } from '../../src/paths.ts';
import { readSources } from '../structure/source.ts';
import { outcomeOf } from './answers.ts';
import { newUserCookie, PEOPLE, ROLES, signedInUser } from './people.ts';
import { FRONT, PAGES, type PagePolicy } from './policies/page-policies.ts';
import { callAction, request, world } from './request.ts';

const FOLDER = 'src/pages/';
const WITHIN = { timeout: 15_000, interval: 50 };
const pb = serviceClient({ url: world.pocketbaseUrl, ...world.service });
const files = readSources([FOLDER], ['.astro', '.ts']).map(({ path }) => path.slice(FOLDER.length));

async function expectPolicy({ at, method = 'GET', body, answers }: PagePolicy): Promise<void> {
  const expected = typeof answers === 'function' ? answers(world) : answers;
  const outcomes = await Promise.all(
    ROLES.map(async (role) => {
      const answer = await request(role, at(world), { method, ...(body === undefined ? {} : { body }) });
      await answer.arrayBuffer();
      return [role, outcomeOf(answer)] as const;
    }),
  );
  expect.soft(Object.fromEntries(outcomes), `${method} ${at(world)}`).toEqual(expected);
}

describe('the page policies', () => {
  it('cover every file under src/pages and no other', () => {
    expect(Object.keys(PAGES).sort()).toEqual([...files].sort());
  });

  it('cover every page of the account', () => {
    // A record's id, or the name of one of the operator desk's pages.
    const addresses = (PAGES['account/[...path].astro'] ?? []).map(({ at }) => at(world));
    for (const { path } of ACCOUNT_ROUTES) {
      const pattern = new RegExp(
        `^/account${path === '' ? '' : '/'}${path.replace(/:page/, '[a-z]+').replace(/:\w+/, '[a-z0-9]{15}')}$`,
      );
      expect(
        addresses.some((address) => pattern.test(address)),
        `a row for /account/${path}`,
      ).toBe(true);
    }
  });

  it.each(Object.keys(PAGES))('hold for %s', async (file) => {
    for (const policy of PAGES[file] ?? []) await expectPolicy(policy);
  });

  it('hold for what the front server answers itself', async () => {
    for (const policy of FRONT) await expectPolicy(policy);
  });
});

describe('the home page', () => {
  it('is the same page for everybody, and shows what is theirs from an answer of its own', async () => {
    const [visitor, buyer] = await Promise.all(
      (['anonymous', 'buyer'] as const).map(async (role) => (await request(role, '/')).text()),
    );
    expect(buyer).toBe(visitor);
    const theirs = await request('buyer', '/api/for-you');
    expect(theirs.headers.get('cache-control')).toBe('private, no-store');
    const html = await theirs.text();
    // Which ones are the newest depends on what other tests gave the buyer meanwhile.
    expect(html).toMatch(/\/account\/library\/[a-z0-9]{15}/);
    expect(html).toMatch(/\/product\/[a-z0-9]{15}/);
    expect((await (await request('anonymous', '/api/for-you')).text()).trim()).toBe('');
    expect(await (await request('other buyer', '/api/for-you')).text()).not.toContain(world.products.bought);
  });

  it('shows one sentence about what to do next, not three empty boxes, to somebody who has nothing', async () => {
    const cookie = await newUserCookie(pb);
    const nothing = await (await request('anonymous', '/api/for-you', { headers: { cookie } })).text();
    expect(nothing).toContain('Nothing is yours yet');
    expect(nothing).not.toContain('Your library');
    expect(await (await request('buyer', '/api/for-you')).text()).not.toContain('Nothing is yours yet');
  });
});

it('a store that an operator features is on the kept home page as soon as the change has arrived', async () => {
  const open = async (slug: string, name: string, tagline: string): Promise<string> => {
    const { id: owner } = await signedInUser(pb, slug);
    const shop = {
      owner,
      slug,
      name,
      tagline,
      state: 'open',
      openedAt: new Date('2020-01-01'),
      productCount: 1,
    };
    return (await pb.collection('stores').create(shop)).id;
  };
  const [FIRST, FEATURED] = ['Brass Badgers', 'Gilded Gnomes'];
  const shops = [
    await open('brass-badgers', FIRST, 'They have more to say'),
    await open('gilded-gnomes', FEATURED, ''),
  ];
  const feature = (seen: number, stores: object[]) =>
    callAction('operator', 'siteSettings.change', { group: 'home', seen, value: { products: [], stores } });
  const home = async (cookie: string) => (await request('anonymous', '/', { headers: { cookie } })).text();
  const isFeatured = (page: string) =>
    page.includes(FEATURED) && !(page.split(FEATURED)[0] ?? '').includes(FIRST);
  await vi.waitUntil(async () => (await request('anonymous', '/store/gilded-gnomes')).ok, WITHIN);
  expect(isFeatured(await home(''))).toBe(false);
  const saved = await feature(0, [{ id: shops[1], from: null, to: null }]);
  expect(saved.status).toBe(200);
  const written = saved.headers.getSetCookie().find((line) => line.startsWith('guildhall_written='));
  // The number of the change: an answer to who names it waits for it, but not longer than a second. So on a machine that
  // takes longer the next answer waits for the rest; once it has arrived, not one old page is sent.
  let page = '';
  for (let tries = 0; tries < 10 && !isFeatured(page); tries++)
    page = await home(written?.split(';')[0] ?? '');
  expect(isFeatured(page)).toBe(true);
  expect(isFeatured(await home(''))).toBe(true);
  expect((await feature(1, [])).status).toBe(200);
  for (const id of shops) await pb.collection('stores').delete(id);
});

it('a tab of the account is named after its page, not "Account" each time', async () => {
  for (const [path, title] of [
    ['/account', 'Account'],
    ['/account/library', 'Library'],
    ['/account/guild/tiers', 'Guild tiers'],
  ])
    expect(await (await request('seller', path ?? '')).text()).toContain(`<title>${title} | `);
});

async function productsOf(user: string): Promise<string[]> {
  const rows = await pb
    .collection('entitlements')
    .getFullList({ filter: pb.filter('user = {:user}', { user }), fields: 'product' });
  return [...new Set(rows.map(({ product }) => String(product)))].toSorted();
}

it('one’s own store offers its owner neither to buy from it nor to write to it', async () => {
  const storeOf = async (role: (typeof ROLES)[number]) =>
    ((await (await request(role, '/api/owned')).json()) as { store: string | null }).store;
  expect(await storeOf('seller')).toBe('seller');
  expect(await storeOf('other seller')).toBe('other-seller');
  expect(await storeOf('buyer')).toBeNull();
  expect(await storeOf('anonymous')).toBeNull();
  // What owned-marks.ts finds on the page, and the stylesheet hides.
  const page = await (await request('anonymous', '/store/seller')).text();
  expect(page).toMatch(/<header[^>]* data-store="seller"/);
  expect(page).toMatch(/<a[^>]* class="[^"]*in-data-own:hidden[^"]*"[^>]* href="[^"]*store=/);
});

it('a store without a guild has no tab for it', async () => {
  const page = await (await request('anonymous', '/store/other-seller')).text();
  expect(page).toContain('/store/other-seller/categories');
  expect(page).not.toContain('href="/store/other-seller/guild"');
});

it('the address of a merged category leads to the other one', async () => {
  const made = (name: string, more: object) =>
    pb
      .collection('categories')
      .create({ name, slug: name.toLowerCase(), hidden: true, position: 99, ...more });
  const { id } = await made('Kraken', {});
  await made('Krakens', { mergedInto: id });
  // The site reads the categories again when it hears of the change.
  await vi.waitFor(
    async () => {
      const answer = await request('anonymous', '/search?category=krakens');
      await answer.arrayBuffer();
      expect([answer.status, answer.headers.get('location')]).toEqual([301, '/search?category=kraken']);
    },
    { timeout: 30_000, interval: 200 },
  );
});

it('the models of a match are for the desk alone', async () => {
  const { id, ...file } = await pb.collection('product_files').getOne<RecordOf<'product_files'>>(world.file);
  const product = await pb.collection('products').create({
    ...{ store: world.stores.other, name: 'Copy', slug: 'copy', state: 'draft', priceCents: 500 },
  });
  const copy = await pb
    .collection('product_files')
    .create({ ...file, product: product.id, name: 'copy.txt', storageKey: 'none' });
  const match = await pb.collection('model_matches').create({
    ...{ pair: `${file.product} ${product.id}`, stores: 'both', olderFile: id, newerFile: copy.id },
    ...{ kind: 'file', foundAt: new Date().toISOString(), outcome: 'different' },
  });
  for (const [role, status] of [
    ['operator', 200],
    ['moderator', 200],
    ['seller', 404],
    ['buyer', 404],
    ['anonymous', 404],
  ] as const) {
    const answer = await request(role, paths.matchPreview(match.id, 'older'));
    expect([role, answer.status]).toEqual([role, status]);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    await answer.arrayBuffer();
  }
});

describe('a purchase', () => {
  it('is listed for its owner only', async () => {
    for (const role of ROLES) {
      const { owned } = (await (await request(role, '/api/owned')).json()) as { owned: string[] };
      const ids = owned.toSorted();
      if (!role.startsWith('buyer')) expect([role, ids]).toEqual([role, []]);
      else {
        // Other tests grant the buyer more products meanwhile; each listed one must be theirs.
        expect(ids).toContain(world.products.bought);
        expect(await productsOf(world.users.buyer)).toEqual(expect.arrayContaining(ids));
      }
    }
  });

  it('appears on no account page of another user', async () => {
    for (const role of PEOPLE.filter((person) => person !== 'buyer')) {
      const page = await request(role, `/account/payments/${world.order.id}`);
      const text = await page.text();
      expect(page.headers.get('cache-control')).toBe('private, no-store');
      expect(text.includes(world.users.buyer), `${role} sees the buyer`).toBe(false);
      expect(text.includes(world.order.line), `${role} sees the order`).toBe(false);
    }
  });
});

/** A page for who sees mature models is rendered for each request. */
const RENDERED = { headers: { cookie: 'mature=yes' } };
/** Tests that run at the same time change products, and with them what is kept in memory. */
const TRIES = 20;

/** The fewest trips to PocketBase that a rendering of this page took, of several. */
async function fewestTrips(path: string): Promise<number> {
  const seen: number[] = [];
  for (let round = 0; round < TRIES; round++) {
    const answer = await request('anonymous', path, RENDERED);
    await answer.arrayBuffer();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    seen.push(Number(answer.headers.get('x-trips') ?? Number.NaN));
  }
  return Math.min(...seen);
}

describe('a page that no cache knows', () => {
  it('asks the backend once for a product', async () => {
    expect(await fewestTrips(paths.product(world.products.other))).toBe(1);
  });

  it('asks the backend nothing for a store, which the change feed keeps in memory', async () => {
    // Other tests may be changing products of the store at this moment, which sends the page to the backend.
    await expect.poll(() => fewestTrips(paths.store('seller')), { timeout: 20_000 }).toBe(0);
  });
});
