import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { growingTables, WHOLE_READS, wholeReads } from '../../structure/query-plans.ts';
import { readSources } from '../../structure/source.ts';
import type { Leaf } from '../../structure/sql-reader.ts';
import { type AskedStatement, readStatements, type Statement } from '../../structure/sql-statements.ts';

const { statements, queries, unused } = readStatements(['src']);

describe('SQL', () => {
  let database: DatabaseSync;
  beforeAll(() => {
    database = new DatabaseSync(join(inject('backend').dataDir, 'data.db'), { readOnly: true });
  });
  afterAll(() => database.close());

  it('is found in the source, statement by statement', () => {
    expect(new Set(statements.map(({ at }) => at)).size).toBeGreaterThan(200);
    expect(queries.length).toBeGreaterThanOrEqual(9);
  });

  it('matches the schema: every table and column of every statement exists', () => {
    expect([...statements, ...queries.map(wrapped)].flatMap(problemOf)).toEqual([]);
  });

  it('reads no whole table that grows', () => {
    const growing = growingTables(database);
    expect(
      queries.flatMap((asked) =>
        wholeReads(database, asReadBySqlite(asked.text), growing)
          .filter((table) => !WHOLE_READS.has(`${asked.at.split(':')[0]} ${table}`))
          .map((table) => `${asked.at} reads all of ${table}:\n${asked.text}`),
      ),
    ).toEqual([]);
  });

  it('is given a value for each of its names', () => {
    const missing = queries.flatMap(({ at, text, names }) =>
      names === null
        ? []
        : valuesOf(text)
            .filter((name) => !names.includes(name))
            .map((name) => `${at} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('may be absent where a LEFT JOIN finds nothing, and its shape says so', () => {
    expect(
      queries.flatMap(({ at, text, leaves = [] }) => lostNulls(text, leaves).map((name) => `${at} ${name}`)),
    ).toEqual([]);
    const name = { name: 'store', text: 's.`name`' };
    const left = 'SELECT s.`name` FROM products p LEFT JOIN stores s ON s.id = p.store';
    expect(lostNulls(left, [{ ...name, optional: false }])).toEqual(['store']);
    expect(lostNulls(left, [{ ...name, optional: true }])).toEqual([]);
  });

  it.each([
    ['orders', 'sessionId'],
    ['orders', 'paymentId'],
    ['order_lines', 'claim'],
    ['business_accounts', 'stripeAccountId'],
    ['guild_members', 'subscriptionId'],
    ['guild_members', 'licenceKey'],
    ['guild_joinings', 'sessionId'],
    ['guild_payments', 'paymentId'],
    ['membership_periods', 'raisePayment'],
    ['messages', 'answering'],
    ['stores', 'nameFold'],
    ['uploads', 'archive'],
  ])('a row of %s is found by its %s without reading the whole table', (table, column) => {
    const text = `SELECT * FROM ${table} WHERE ${column} = :value`;
    expect(wholeReads(database, text, growingTables(database))).toEqual([]);
  });

  it.each([
    [
      'figures of one product read only its own days',
      ...['src/data/commerce/sale-sums.ts', /seller_income i[\s\S]*product = \{:product\} AND product <> ''/],
      ...[/seller_income/, /SEARCH i USING INDEX seller_income_product \(product/],
    ],
    [
      'sales of one buyer are found by the buyer',
      ...['src/data/commerce/sales.ts', /seller_income_buyer/],
      ...[/\bi\b.*seller_income_(?!1)/, /SEARCH i USING .*seller_income_buyer \(buyer=\? AND store/],
    ],
    [
      'somebody’s orders are counted in the index',
      ...['src/data/commerce/buyer-orders.ts', /count\(\*\)/],
      ...[/\bo\b/, /SEARCH o USING COVERING INDEX orders_done \(buyer=/],
    ],
    [
      'who is left out of a broadcast is found among the shut conversations',
      ...['src/data/messaging/broadcasts.ts', /conversations c/],
      ...[/\bc\b/, /SEARCH c USING INDEX conversations_shut \(store=/],
    ],
    [
      'the reach of a broadcast is read from the index of members',
      ...[
        'src/data/messaging/broadcasts.ts',
        /^(?![\s\S]*users u)[\s\S]*FROM guild_members m[\s\S]*GROUP BY m\.state/,
      ],
      ...[/\bm\b/, /SEARCH m USING COVERING INDEX guild_members_reach \(guild=/],
    ],
    [
      'the reach of a broadcast is read from kept numbers',
      ...['src/data/messaging/broadcasts.ts', /FROM guild_member_counts m/],
      ...[/\bm\b/, /SEARCH m USING PRIMARY KEY \(guild=/],
    ],
    [
      'the most popular artists come sorted from the index',
      ...['src/data/catalogue/stores.ts', /mature = 0\s+ORDER BY s\.followers/],
      ...[/\bs\b/, /SEARCH s USING INDEX stores_followed \(state=\? AND mature=/],
    ],
    [
      'a library reads its grants from the index',
      ...['src/data/library/library-copies.ts', /e\.licences/],
      ...[/\be\b/, /SEARCH e USING COVERING INDEX entitlements_library \(user=/],
    ],
    [
      'a library reads its downloads from the index',
      ...['src/data/library/library-copies.ts', /max\(e\.lastAt\)/],
      ...[/\be\b/, /SEARCH e USING COVERING INDEX downloads_newest \(user=/],
    ],
    [
      'the newest products of a library come from the index',
      ...['src/data/account/overview.ts', /entitlements_newest/],
      ...[/\bn\b/, /SEARCH n USING INDEX entitlements_newest \(user=/],
    ],
    [
      'how many people a mail to everybody reaches is counted in the index',
      ...['src/data/notifications/mailings.ts', /site_days/],
      ...[/users/, /SEARCH users USING COVERING INDEX users_unconfirmed/],
    ],
    [
      'the stores of somebody’s notifications are found in the index',
      ...['src/data/notifications/notifications.ts', /:searched/],
      ...[/\bn\b/, /SEARCH n USING COVERING INDEX notifications_stores \(user=/],
    ],
    [
      'a file of the sitemap is read from the index of products',
      ...['src/data/site/sitemap-entries.ts', /products p INDEXED/],
      ...[/\bp\b/, /SEARCH p USING COVERING INDEX products_sitemap \(id>/],
    ],
  ] as [string, string, RegExp, RegExp, RegExp][])('%s', (_law, file, asks, reads, plan) => {
    const asked = queries.filter(({ at, text }) => at.startsWith(`${file}:`) && asks.test(text));
    expect(asked.length).toBeGreaterThan(0);
    for (const { text } of asked) {
      const steps = database
        .prepare(`EXPLAIN QUERY PLAN ${asReadBySqlite(text)}`)
        .all()
        .map(({ detail }) => String(detail))
        .filter((step) => /^(SEARCH|SCAN)/.test(step) && reads.test(step));
      expect(steps[0], steps.join('\n')).toMatch(plan);
    }
  });

  it.each([
    ["SELECT id FROM shelves WHERE id = 'x'", []],
    ["SELECT id FROM shelves WHERE store = 'x' AND slug = 'y'", []],
    ['SELECT s.id FROM json_each(:ids) j JOIN shelves s ON s.id = j.value', []],
    ['SELECT id FROM categories', []],
    ['SELECT id FROM shelves', ['shelves']],
    ["SELECT id FROM shelves WHERE name = 'x'", ['shelves']],
    ['SELECT id FROM products ORDER BY id LIMIT 5', ['products']],
    ["SELECT id FROM users WHERE id = (SELECT max(owner) FROM stores WHERE name = 'x')", ['stores']],
    ["SELECT n FROM (SELECT store, count(*) AS n FROM shelves GROUP BY store) WHERE store = 'x'", []],
    ['SELECT a.id FROM shelves a, shelves b WHERE a.id = :id AND b.name = a.name', ['shelves']],
  ])('that reads whole tables is recognised: %s', (text, tables) => {
    expect(wholeReads(database, text, growingTables(database))).toEqual(tables);
  });

  it('has no unused fragment', () => {
    expect(unused).toEqual([]);
  });

  it('is made by the tag alone, but for columns, shapes and the row of an export', () => {
    const makers = readSources(['src'], ['.ts', '.tsx', '.astro'])
      .filter(({ text }) => /new SqlText\(|extends SqlText\b/.test(text))
      .map(({ path }) => path);
    expect(makers).toEqual([
      'src/data/account/export/whole-row.ts',
      'src/data/kernel/shape.ts',
      'src/data/kernel/sql.ts',
      'src/data/kernel/table.ts',
    ]);
  });

  it.each([
    ['the batch', '/internal/tx', 'src/data/kernel/transaction.ts'],
    ['the questions', '/internal/ask', 'src/data/kernel/trips.ts'],
  ])('reaches PocketBase only through %s, which take only tagged SQL', (_, address, sender) => {
    const senders = readSources(['src'], ['.ts', '.tsx', '.astro'])
      .filter(({ text }) => text.includes(`'${address}',`))
      .map(({ path }) => path);
    expect(senders).toEqual([sender, 'src/pocketbase/hooks/main.ts']);
  });

  function problemOf({ at, text }: { at: string; text: string }): string[] {
    try {
      database.prepare(asReadBySqlite(text));
      return [];
    } catch (reason) {
      return [`${at}: ${reason instanceof Error ? reason.message : reason}\n${text}`];
    }
  }
});

/** As PocketBase sends it: {:name} is a parameter, [[name]] a column whose name may be a keyword. */
function asReadBySqlite(text: string): string {
  return text.replaceAll(/\{:(\w+)\}/g, ':$1').replaceAll(/\[\[(?:(\w+)\.)?(\w+)\]\]/g, quoted);
}

/** The names of the values that a statement asks for. */
const valuesOf = (text: string) => [
  ...new Set([...text.matchAll(/\{:(\w+)\}/g)].map(([, name = '']) => name)),
];

/** Columns of a shape that come from a LEFT JOIN, of which the shape does not say that they may be absent. */
function lostNulls(text: string, leaves: readonly Leaf[]): string[] {
  const left = new Set([...text.matchAll(/LEFT JOIN (\w+) (\w+)/g)].map(([, , alias]) => alias));
  return leaves
    .filter((leaf) => !leaf.optional && left.has(/^(\w+)\.`\w+`$/.exec(leaf.text)?.[1]))
    .map(({ name }) => name);
}

/** The query as the hook runs it, which names the columns. */
function wrapped({ at, text, columns }: AskedStatement): Statement {
  return { at, text: `SELECT json_group_array(json_array(\`${columns.join('`, `')}\`)) FROM (${text})` };
}

function quoted(_: string, table: string | undefined, column: string): string {
  return table === undefined ? `\`${column}\`` : `\`${table}\`.\`${column}\``;
}
