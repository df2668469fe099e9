import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { generate } from '../../../src/dev/grown/generate.ts';
import { notablesOf } from '../../../src/dev/grown/people.ts';
import { dividedBy, GROWN } from '../../../src/dev/grown/size.ts';
import type { Simulator } from '../../../src/dev/payments/simulator.ts';
import { freePort } from '../../../src/ops/ports.ts';
import { DAY_SUMS, MONTH_SUMS } from '../../../src/pocketbase/migrations/income.ts';
import { SALES } from '../../../src/pocketbase/migrations/site-days.ts';
import { type Served, servePrepared } from '../../../src/pocketbase/tools/serve.ts';
import { violationsOf } from './violations.ts';

const SIZE = dividedBy(GROWN, 1000);
const NOW = Date.parse('2026-11-20T12:00:00Z');
const WRITTEN = [
  ...['users', 'stores', 'business_accounts', 'shelves', 'products', 'product_files', 'previews', 'orders'],
  ...['order_lines', 'refunds', 'entitlements', 'ledger', 'seller_shares', 'seller_transfers', 'downloads'],
  ...[
    'library_lists',
    'library_marks',
    'guilds',
    'guild_tiers',
    'releases',
    'release_tiers',
    'release_products',
  ],
  ...[
    'guild_members',
    'membership_periods',
    'guild_payments',
    'guild_handouts',
    'reviews',
    'questions',
    'follows',
  ],
  ...['wishes', 'view_counts', 'conversations', 'messages', 'notifications', 'seller_income'],
];

let folder: string;
let served: Served;
let db: DatabaseSync;

/** What the generator takes from a demo world, as one row each. */
function plant(file: string): void {
  const planted = new DatabaseSync(file);
  planted.exec(`
    INSERT INTO users (id, email, username, password, tokenKey) VALUES ('like0owner00000', 'o@guildhall.test', 'tobias', '-', '${'k'.repeat(40)}');
    INSERT INTO stores (id, owner, slug, name, state, socials) VALUES ('like0store00000', 'like0owner00000', 'like', 'Like', 'open', '{}');
    INSERT INTO categories (id, name, slug) VALUES ('like0top0000000', 'Figures', 'figures');
    INSERT INTO categories (id, name, slug, parent) VALUES ('like0category00', 'Beasts', 'beasts', 'like0top0000000');
    INSERT INTO licence_texts (id, key, body) VALUES ('like0licence000', '${'a'.repeat(64)}', 'Print it.');
    INSERT INTO products (id, store, name, slug, state, images, imageAlts, licences) VALUES
      ('like0product000', 'like0store00000', 'Like', 'like', 'published', '["a.webp"]', '["Like"]', '["personal"]');
    INSERT INTO product_files (id, product, name, role, sha256, storageKey, version) VALUES
      ('like0file000000', 'like0product000', 'like.stl', 'unsupported', '${'b'.repeat(64)}', 'b', 1);
    INSERT INTO previews (id, product, state, madeOf, sha256, recipe) VALUES
      ('like0product000', 'like0product000', 'ready', '${'b'.repeat(64)}', '${'c'.repeat(64)}', 1);`);
  planted.close();
}

async function grow(name: string, seed: number): Promise<string> {
  const dataDir = join(folder, name);
  await cp(inject('backend').dataDir, dataDir, { recursive: true });
  const file = join(dataDir, 'data.db');
  plant(file);
  generate({ file, size: SIZE, seed, now: NOW });
  return dataDir;
}

const count = (table: string, where = 'TRUE') =>
  (db.prepare(`SELECT count(*) AS rows FROM "${table}" WHERE ${where}`).get() as { rows: number }).rows;

/** All rows of the tables whose ids are generated, as one text. */
function everything(file: string): string {
  const own = new DatabaseSync(file, { readOnly: true });
  const rows = WRITTEN.map((table) => own.prepare(`SELECT * FROM "${table}" ORDER BY id`).all());
  own.close();
  return JSON.stringify(rows);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grown-'));
  const dataDir = await grow('data', 7);
  served = await servePrepared({ ...inject('backend'), dataDir, port: await freePort() });
  db = new DatabaseSync(join(dataDir, 'data.db'), { readOnly: true });
}, 120_000);

afterAll(async () => {
  db?.close();
  await served?.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

// The last tests use the world as people would, and change it.
describe('a grown world, one to a thousand', { shuffle: false }, () => {
  it('has as many rows as its size says', () => {
    expect(count('products', "slug <> 'like'")).toBe(SIZE.products);
    expect(count('users', "username <> 'tobias'")).toBe(SIZE.people);
    expect(count('order_lines')).toBe(SIZE.orderLines);
    expect(count('messages')).toBe(SIZE.messages);
    expect(count('notifications')).toBe(SIZE.notifications);
    expect(count('reviews')).toBe(SIZE.reviews);
    expect(count('guild_members', "guild = (SELECT id FROM guilds WHERE name = 'Guild 0')")).toBe(
      SIZE.giantMembers,
    );
  });

  it('has its files compared, so that no job compares them while pages are measured', () => {
    expect(count('model_shapes', "dueAt <> '' AND id <> 'like0file000000'")).toBe(0);
    expect(count('model_shapes')).toBe(count('product_files', "lower(name) LIKE '%.stl'"));
  });

  it('has its long tails', () => {
    const { giantStore, collector, notified } = notablesOf(SIZE.stores);
    expect(count('order_lines', `store = '${giantStore}'`)).toBeGreaterThan(0);
    expect(count('entitlements', `user = '${collector}'`)).toBeGreaterThan(0);
    expect(count('notifications', `user = '${notified}'`)).toBeGreaterThanOrEqual(SIZE.notified);
    expect(count('conversations', `store = '${giantStore}'`)).toBeGreaterThanOrEqual(SIZE.conversations);
    expect(count('products', 'mature')).toBeGreaterThan(0);
    expect(count('products', 'free')).toBeGreaterThan(0);
    expect(count('orders', "state = 'partly_refunded'")).toBeGreaterThan(0);
  });

  it('obeys the rules of its collections', () => {
    expect(violationsOf(db, WRITTEN)).toEqual([]);
  });

  it('has sums that equal their rows', () => {
    const unequal = (sum: string, table: string) => count(table, sum);
    expect(
      unequal(
        "productCount <> (SELECT count(*) FROM products p WHERE p.store = stores.id AND p.state = 'published')",
        'stores',
      ),
    ).toBe(0);
    expect(unequal('followers <> (SELECT count(*) FROM follows f WHERE f.store = stores.id)', 'stores')).toBe(
      0,
    );
    expect(count('seller_income')).toBe(count('order_lines') + count('guild_payments'));
    expect(count('change_feed', "collection = 'products'")).toBeLessThanOrEqual(1);
  });

  it('has the income that its triggers would have written, which rest while it is made', async () => {
    const file = join(folder, 'again.db');
    await cp(join(folder, 'data/data.db'), file);
    const again = new DatabaseSync(file);
    const income = () => again.prepare('SELECT * FROM seller_income ORDER BY id').all();
    const left = (table: string, sums: readonly string[]) =>
      again.prepare(`SELECT count(*) AS rows FROM ${table} WHERE ${sums.join(' <> 0 OR ')} <> 0`).get();
    const made = income();
    expect(made.length).toBe(SIZE.orderLines + count('guild_payments'));
    // The triggers take every row off the sums: nothing is left of sums that were right.
    again.exec('DELETE FROM seller_income');
    expect(left('seller_income_days', DAY_SUMS)).toEqual({ rows: 0 });
    expect(left('seller_income_months', MONTH_SUMS)).toEqual({ rows: 0 });
    expect(left('site_days', SALES)).toEqual({ rows: 0 });
    again.exec(
      'UPDATE order_lines SET paidCents = paidCents; UPDATE guild_payments SET paidCents = paidCents',
    );
    expect(income()).toEqual(made);
    again.close();
  });

  it('has stars of products and stores as their triggers count them, and no change of them in the feed', () => {
    for (const stars of [1, 2, 3, 4, 5]) {
      expect(
        count(
          'products',
          `stars${stars} <> (SELECT count(*) FROM reviews r WHERE r.product = products.id AND r.stars = ${stars})`,
        ),
      ).toBe(0);
      expect(
        count(
          'stores',
          `stars${stars} <> (SELECT count(*) FROM reviews r WHERE r.store = stores.id AND r.stars = ${stars})`,
        ),
      ).toBe(0);
    }
    expect(count('products', '(rating > 0) <> (stars1 + stars2 + stars3 + stars4 + stars5 > 0)')).toBe(0);
    expect(count('stores', '(rating > 0) <> (stars1 + stars2 + stars3 + stars4 + stars5 > 0)')).toBe(0);
    expect(count('change_feed', "collection = 'store_ratings'")).toBe(0);
  });

  it('passes the audit of the drill, with a book of the provider that holds its payments', async () => {
    const pb = serviceClient({ url: served.url, ...inject('backend').service });
    await audit({ pb, simulator: { book: bookOf() } as unknown as Simulator });
  });

  it('opens in PocketBase, which saves its rows again', async () => {
    const pb = serviceClient({ url: served.url, ...inject('backend').service });
    // The ledger only grows, and a password is not saved again without being given.
    for (const name of WRITTEN.filter(
      (one) => one !== 'ledger' && one !== 'users' && one !== 'seller_income',
    )) {
      const { items } = await pb.collection(name).getList(1, 1, { sort: '-@rowid' });
      const [row] = items;
      if (!row) throw new Error(`${name} is empty`);
      await expect(pb.collection(name).update(row.id, {}), name).resolves.toMatchObject({ id: row.id });
    }
  });
});

describe('generating again', () => {
  it('gives the same rows for the same seed, and others for another', async () => {
    const [same, again, other] = await Promise.all([grow('same', 3), grow('again', 3), grow('other', 4)]);
    const first = everything(join(same, 'data.db'));
    expect(everything(join(again, 'data.db'))).toBe(first);
    expect(everything(join(other, 'data.db'))).not.toBe(first);
  });
});

/** The provider's book as it would be had every payment gone through it. */
function bookOf() {
  type Row = Record<string, string | number>;
  const rows = (statement: string) => db.prepare(statement).all() as Row[];
  const members = rows('SELECT * FROM guild_payments');
  const book: Record<string, Row[]> = {
    charges: [
      ...rows(`SELECT chargeId AS id, paymentId AS payment_intent, totalCents AS amount,
        refundedCents AS amount_refunded, 'succeeded' AS status, 'none' AS balance_transaction FROM orders`),
      ...members.map(({ id, paymentId, paidCents }) => ({
        ...{ id: `ch_${id}`, payment_intent: paymentId ?? '', amount: paidCents ?? 0, amount_refunded: 0 },
        ...{ status: 'succeeded', transfer: `tr_${id}`, application_fee: `fee_${id}` },
      })),
    ],
    bookings: [{ id: 'none', fee: 0 }],
    application_fees: members.map(({ id, commissionCents }) => ({
      ...{ id: `fee_${id}`, amount: commissionCents ?? 0, amount_refunded: 0 },
    })),
    invoice_payments: members.map(({ id, paymentId }) => ({ id: `ip_${id}`, of_payment: paymentId ?? '' })),
    invoices: [],
    sessions: [],
    transfers: [
      ...members.map(({ id, paidCents }) => ({
        ...{ id: `tr_${id}`, source_transaction: `ch_${id}`, amount: paidCents ?? 0, amount_reversed: 0 },
      })),
      ...rows(`SELECT t.stripeId AS id, o.chargeId AS source_transaction, t.amountCents AS amount,
          coalesce((SELECT r.amountCents FROM seller_transfers r WHERE r."order" = t."order" AND r.store = t.store
            AND r.kind = 'reversal'), 0) AS amount_reversed, b.stripeAccountId AS destination
        FROM seller_transfers t JOIN orders o ON o.id = t."order" JOIN business_accounts b ON b.store = t.store
        WHERE t.kind = 'transfer'`),
    ],
  };
  return {
    all: (table: string) => book[table] ?? [],
    find: (table: string, id: unknown) => book[table]?.find((row) => row['id'] === id),
  };
}
