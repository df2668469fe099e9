import type { DatabaseSync } from 'node:sqlite';

/** Tables that stay small however much is sold: who fills them, and how many rows they get. */
const SMALL_TABLES: Readonly<Record<string, string>> = {
  categories: 'the operator: dozens',
  legal_texts: 'the operator: a few a year',
  job_runs: 'the processes of a day: dozens',
  site_processes: 'the processes of a day: dozens',
  spam_words: 'the operator: 500 at most',
  search_rules: 'the operator: 500 at most',
  found_searches: '5 000 at most',
  saved_reasons: 'the operator: 50 at most',
  site_settings: 'groups of settings: a dozen',
  roles: 'the operator: dozens',
};

/**
 * Reads of a whole table that are meant, by file and table, with the reason: such as a walk along an index that ends after
 * a page of rows, or a job that looks at each row.
 */
export const WHOLE_READS: ReadonlyMap<string, string> = new Map([
  ['src/data/library/library-copies.ts library_products', 'reads the newest entry of an index'],
  ...['library_products', 'products', 'messages', 'users', 'guild_members', 'guild_member_counts'].map(
    (table) => [`src/dev/drill/kept-twice.ts ${table}`, 'the audit compares everything'] as const,
  ),
  ...[
    'orders',
    'order_lines',
    'coupons',
    'entitlements',
    'ledger',
    'seller_shares',
    'seller_transfers',
    'guild_payments',
    'membership_gifts',
  ].map(
    (table) =>
      [`src/ops/audit/promises.ts ${table}`, 'the audit of a restored copy reads everything'] as const,
  ),
  ...['refund_requests', 'guild_letters', 'follow_news', 'tombstones'].map(
    (table) => [`src/data/desk/health.ts ${table}`, 'by an index of what waits, up to a limit'] as const,
  ),
  ...['guild_payments', 'seller_transfers', 'previews', 'product_zips'].map(
    (table) => [`src/data/desk/queue.ts ${table}`, 'by an index of what waits, up to a limit'] as const,
  ),
  ['src/data/moderation/cases.ts cases', 'those not told yet, by their index, some at a time'],
  ['src/data/desk/health.ts payment_events', 'reads the newest entry of an index'],
  ...['entry_bundle_products', 'loyalty_reward_products'].map(
    (table) =>
      [`src/data/guild/release-jobs.ts ${table}`, 'what waits there has no index: few for a guild'] as const,
  ),
  [
    'src/data/catalogue/product-interest.ts product_interest',
    'those that are due, by their index, some at a time',
  ],
  [
    'src/data/library/product-updates.ts product_changes',
    'those not told yet, by their index, some at a time',
  ],
  [
    'src/data/catalogue/sale-weeks.ts sale_week_products',
    'entries whose turn has come, by their index, some at a time',
  ],
  [
    'src/data/assets/product-companions.ts product_companions',
    'those that are due, by their index, some at a time',
  ],
  ['src/data/assets/tombstones.ts tombstones', 'those that are due, by their index, a page at a time'],
  ...['products', 'previews'].map(
    (table) => [`src/data/assets/previews.ts ${table}`, 'compares all of both, up to a limit'] as const,
  ),
  [
    'src/data/payments/business-accounts.ts business_accounts',
    'a job that looks at the account of each store',
  ],
  ['src/data/commerce/takedowns.ts takedowns', 'the first by an index of those that run'],
  ['src/data/payments/payment-events.ts payment_events', 'reads the newest entry of an index'],
  [
    'src/data/payments/seller-plans.ts seller_plans',
    'those not asked about lately, by their index, up to a limit',
  ],
  ['src/data/payments/tax-invoices.ts invoices', 'by an index of what waits, up to a limit'],
  [
    'src/data/account/overview.ts refund_requests',
    'by the index of requests that wait for an answer, which are few',
  ],
]);

/** All tables but the engine's own and the small ones. */
export function growingTables(database: DatabaseSync): ReadonlySet<string> {
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .all()
    .map(({ name }) => String(name));
  for (const name of Object.keys(SMALL_TABLES))
    if (!tables.includes(name)) throw new Error(`there is no table ${name}`);
  return new Set(tables.filter((name) => !name.startsWith('_') && !(name in SMALL_TABLES)));
}

/**
 * The tables of `among` that a statement reads from one end, also by way of an index of theirs: seen in its bytecode, where a
 * cursor on them is set to the first or last row. The query plan names only aliases.
 */
export function wholeReads(database: DatabaseSync, text: string, among: ReadonlySet<string>): string[] {
  const tableAt = new Map(
    database
      .prepare('SELECT rootpage, tbl_name FROM sqlite_master WHERE rootpage > 0')
      .all()
      .map(({ rootpage, tbl_name }) => [Number(rootpage), String(tbl_name)] as const),
  );
  const cursors = new Map<number, string>();
  const found = new Set<string>();
  for (const { opcode, p1, p2 } of database.prepare(`EXPLAIN ${text}`).all()) {
    const table = tableAt.get(Number(p2));
    if ((opcode === 'OpenRead' || opcode === 'ReopenIdx') && table) cursors.set(Number(p1), table);
    if (/^(Open(Ephemeral|Autoindex|Pseudo|Dup)|SorterOpen|VOpen)$/.test(String(opcode)))
      cursors.delete(Number(p1));
    const read = cursors.get(Number(p1));
    if (/^(Rewind|Last)$/.test(String(opcode)) && read && among.has(read)) found.add(read);
  }
  return [...found];
}
