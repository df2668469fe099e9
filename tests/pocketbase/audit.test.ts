import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { auditBooks, readerOf } from '../../src/ops/audit/books.ts';

/** The real schema without its triggers and references, so that wrong rows can be written. */
let folder: string;
let database: DatabaseSync;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-audit-'));
  copyFileSync(join(inject('backend').dataDir, 'data.db'), join(folder, 'data.db'));
  database = new DatabaseSync(join(folder, 'data.db'));
  database.exec('PRAGMA synchronous = OFF');
  for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    database.exec(`DROP TRIGGER "${name}"`);
  for (const [table, row] of GOOD) insert(table, row);
});
afterAll(() => {
  database.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => database.exec('BEGIN'));
afterEach(() => database.exec('ROLLBACK'));

type Row = Record<string, string | number>;
function insert(table: string, row: Row): void {
  const names = Object.keys(row);
  const columns = names.map((name) => `"${name}"`).join();
  database
    .prepare(`INSERT INTO "${table}" (${columns}) VALUES (${names.map(() => '?').join()})`)
    .run(...Object.values(row));
}

/** One order of $10 with $1 commission, paid and passed on to two artists; a coupon; a member's payment of $5. */
const LINE = { listCents: 1200, discountCents: 200, paidCents: 1000, commissionCents: 100, netCents: 900 };
const GOOD: [table: string, row: Row][] = [
  ['orders', { id: 'o1', state: 'paid', totalCents: 1000, taxCents: 190, refundedCents: 0 }],
  ['order_lines', { id: 'l1', order: 'o1', store: 's1', ...LINE }],
  ['coupons', { id: 'c1', uses: 1 }],
  ['coupon_uses', { id: 'u1', coupon: 'c1', state: 'spent' }],
  ['entitlements', { id: 'e1', user: 'ann', product: 'p1', source: 'order', sourceId: 'l1' }],
  ['ledger', { id: 'a', entry: 'sale:o1:buyer', account: 'buyer', order: 'o1', amountCents: -1190 }],
  ['ledger', { id: 'b', entry: 'sale:o1:tax', account: 'tax', order: 'o1', amountCents: 190 }],
  [
    'ledger',
    { id: 'c', entry: 'sale:o1:seller', account: 'seller', order: 'o1', store: 's1', amountCents: 630 },
  ],
  [
    'ledger',
    { id: 'd', entry: 'sale:o1:partner', account: 'seller', order: 'o1', store: 's2', amountCents: 270 },
  ],
  ['ledger', { id: 'e', entry: 'sale:o1:hall', account: 'hall', order: 'o1', amountCents: 100 }],
  ['partner_parts', { id: 'q1', order: 'o1', line: 'l1', store: 's2', percent: 30, netCents: 270 }],
  ['seller_shares', { id: 'h1', order: 'o1', store: 's1', shareCents: 630, sentCents: 630, state: 'sent' }],
  ['seller_shares', { id: 'h2', order: 'o1', store: 's2', shareCents: 270, sentCents: 270, state: 'sent' }],
  [
    'seller_transfers',
    { id: 't1', order: 'o1', store: 's1', turn: 0, kind: 'transfer', amountCents: 630, state: 'done' },
  ],
  [
    'seller_transfers',
    { id: 't2', order: 'o1', store: 's2', turn: 0, kind: 'transfer', amountCents: 270, state: 'done' },
  ],
  ['guild_payments', { id: 'g1', paidCents: 500, commissionCents: 50, netCents: 450 }],
];

const found = async () =>
  Object.fromEntries((await auditBooks(readerOf(database))).map(({ promise, rows }) => [promise, rows]));

it('finds nothing in good books', async () => {
  expect(await found()).toEqual({});
});

it.each([
  ['an order is the sum of its lines', "UPDATE orders SET totalCents = 999 WHERE id = 'o1'", ['o1']],
  ['a line is divided to the cent', 'UPDATE order_lines SET netCents = 899', ['l1']],
  ['a line is divided to the cent', 'UPDATE order_lines SET discountCents = 201', ['l1']],
  [
    'a line is divided to the cent',
    'UPDATE order_lines SET netCents = 899.5, commissionCents = 100.5',
    ['l1'],
  ],
  ['a line is divided to the cent', 'UPDATE order_lines SET refundedCents = 1001', ['l1']],
  ['a coupon counts its uses', 'UPDATE coupons SET uses = 2', ['c1']],
  ['a paid line is granted once', "UPDATE entitlements SET sourceId = 'l2'", ['l1']],
  [
    'access ends with a whole refund or a dispute, and only then',
    "UPDATE entitlements SET revokedAt = '2026'",
    ['l1'],
  ],
  [
    'access ends with a whole refund or a dispute, and only then',
    "UPDATE orders SET state = 'disputed'",
    ['l1'],
  ],
  ['the ledger balances', "UPDATE ledger SET amountCents = 999 WHERE id = 'c'", ['sale:o1']],
  ['the ledger knows every payment', "DELETE FROM ledger WHERE id = 'a'", ['o1']],
  ['the tax held is what was not given back', "UPDATE ledger SET account = 'seller' WHERE id = 'b'", ['o1']],
  ['a partner has what was agreed of a line', 'UPDATE partner_parts SET netCents = 271', ['q1']],
  ['a partner has what was agreed of a line', "UPDATE partner_parts SET store = 's1'", ['q1']],
  ['a share is what the ledger says', "UPDATE ledger SET store = 's1' WHERE id = 'd'", ['h1', 'h2']],
  [
    'a share is the sum of its movements',
    "UPDATE seller_transfers SET state = 'failed' WHERE id = 't1'",
    ['h1'],
  ],
  ['a share is in the state that its amounts say', "UPDATE seller_shares SET state = 'owed'", ['h1', 'h2']],
  [
    'a share is in the state that its amounts say',
    "UPDATE seller_shares SET shareCents = 901 WHERE id = 'h1'",
    ['h1'],
  ],
  ["a member's payment is divided to the cent", 'UPDATE guild_payments SET netCents = 451', ['g1']],
  [
    "what is withheld for a member's payment is recovered",
    'UPDATE guild_payments SET recoveredCents = 1',
    ['g1'],
  ],
  [
    'what is withheld repays a debt of the same store',
    "UPDATE seller_transfers SET kind = 'withheld', of = 'o9' WHERE id = 't1'",
    ['s1 o1 o9'],
  ],
])('names %s after %s', async (promise, statement, rows) => {
  database.exec(statement);
  expect((await found())[promise]).toEqual(rows);
});

it('names what was granted twice', async () => {
  database.exec('DROP INDEX entitlements_source');
  insert('entitlements', { id: 'e0', user: 'ann', product: 'p1', source: 'order', sourceId: 'l1' });
  expect(await found()).toMatchObject({
    'nothing is granted twice': ['e0'],
    'a paid line is granted once': ['l1'],
  });
});

it('asks nothing of an order that was never paid, and lets a gift wait for its recipient', async () => {
  insert('orders', { id: 'o2', checkoutKey: 'k2', state: 'expired', totalCents: 0 });
  insert('order_lines', { id: 'l2', order: 'o2' });
  database.exec("UPDATE orders SET giftEmail = 'ben@example.com' WHERE id = 'o1'; DELETE FROM entitlements");
  insert('gifts', { id: 'g', order: 'o1' });
  expect(await found()).toEqual({});
});
