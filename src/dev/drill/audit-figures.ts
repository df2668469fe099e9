import assert from 'node:assert/strict';
import type PocketBase from 'pocketbase';
import { dateOf } from '../../data/kernel/fields.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

type Row = Record<string, string | number | boolean>;
type Sums = Map<string, Record<string, number>>;

const AMOUNTS = [
  ...['listCents', 'discountCents', 'paidCents', 'commissionCents', 'netCents'],
  ...['refundedCents', 'heldCents', 'yoursCents'],
];
const VIEWS = ['views', 'visits', 'carts'];

/** Something may be written while tables are read one after the other; a real difference stays. */
const READINGS = 3;

/**
 * What sellers sum up equals its rows: income by day, month, product and coupon; page views; members of a guild by month.
 * @param since only of stores and guilds created from then on.
 * @throws AssertionError that names the table.
 */
export async function auditFigures(pb: PocketBase, since: Instant = 0): Promise<void> {
  const stores = since === 0 ? null : await idsSince(pb, 'stores', since);
  const guilds = since === 0 ? null : await idsSince(pb, 'guilds', since);
  const all: Reader = (name) => rowsOf(pb, name, fieldOf(name) === 'guild' ? guilds : stores);
  const everything: Reader = (name) => rowsOf(pb, name, null);
  for (let reading = 1; ; reading += 1) {
    const compared = since === 0 ? compareAll(all).then(() => compareWhole(everything)) : compareAll(all);
    const differs = await compared.then(
      () => null,
      (error: unknown) => error,
    );
    if (differs === null) return;
    if (reading === READINGS || !(differs instanceof assert.AssertionError)) throw differs;
  }
}

type Reader = (collection: string) => Promise<Row[]>;

/** What the rows of a collection belong to. */
const fieldOf = (name: string) => (/^(guild_months|membership_periods)$/.test(name) ? 'guild' : 'store');

/** The rows of a collection; only those of these stores or guilds unless null. */
async function rowsOf(pb: PocketBase, name: string, owners: readonly string[] | null): Promise<Row[]> {
  const field = fieldOf(name);
  const rows = pb.collection(name);
  if (owners === null) return rows.getFullList<Row>({ batch: 1000 });
  const found: Row[] = [];
  for (const owner of owners)
    found.push(
      ...(await rows.getFullList<Row>({ batch: 1000, filter: pb.filter(`${field} = {:owner}`, { owner }) })),
    );
  return found;
}

async function idsSince(pb: PocketBase, collection: string, since: Instant): Promise<string[]> {
  const filter = pb.filter('created >= {:since}', { since: dateOf(since) });
  return (await pb.collection(collection).getFullList({ filter, fields: 'id' })).map(({ id }) => id);
}

async function compareAll(all: Reader): Promise<void> {
  const [income, views, periods] = await Promise.all([
    all('seller_income'),
    all('view_counts'),
    all('membership_periods'),
  ]);
  const compare = async (
    name: string,
    keys: readonly string[],
    sums: readonly string[],
    rows: readonly Row[],
  ) => assert.deepEqual(sumsBy(await all(name), keys, sums), sumsBy(rows, keys, sums), name);

  const sold = income
    .filter(({ store }) => store !== '')
    .map((row): Row => ({ ...row, count: 1, kind: kindOf(row) }));
  const kinds = ['source', 'kind'];
  await compare('seller_income_days', ['store', 'day', ...kinds], ['count', ...AMOUNTS], sold);
  await compare(
    'seller_income_months',
    ['store', 'month', 'part', 'what', ...kinds],
    ['count', 'discountCents', 'yoursCents'],
    sold.flatMap((row) => partsOf(row).flatMap((part) => inMonths({ ...row, ...part }))),
  );
  await compare('view_days', ['store', 'day'], VIEWS, views);
  await compare('view_months', ['store', 'month', 'product'], VIEWS, views.flatMap(inMonths));
  await compare('guild_months', ['guild', 'month'], ['members', 'joined', 'stayed'], membersOf(periods));
}

const compareWhole = (all: Reader) => compareSite(all).then(() => compareWeeks(all));

/** What was sold in sale weeks, by store and, as store "", in all. */
async function compareWeeks(all: Reader): Promise<void> {
  const read = ['sale_week_sums', 'sale_week_lines', 'seller_income', 'partner_parts'];
  const [kept = [], lines = [], income = [], parts = []] = await Promise.all(read.map(all));
  const lineOf = new Map(parts.map(({ id, line }) => [id, line]));
  const weekOf = new Map(lines.map((line) => [line['line'], line]));
  const rows = income.flatMap((row): Row[] => {
    const week = weekOf.get(lineOf.get(row['id']) ?? row['id']);
    if (!week) return [];
    const sold = { ...row, week: week['week'] ?? '', startsAt: week['startsAt'] ?? '' };
    const inAll = { ...sold, store: '', sales: row['source'] !== 'partner' };
    return row['store'] === '' ? [inAll] : [inAll, { ...sold, sales: true }];
  });
  const [keys, sums] = [
    ['week', 'startsAt', 'store'],
    ['sales', 'paidCents', 'refundedCents', 'heldCents', 'yoursCents'],
  ];
  assert.deepEqual(sumsBy(kept, keys, sums), sumsBy(rows, keys, sums), 'sale_week_sums');
}

/** What the marketplace sums up by day, and for all time as day "". */
async function compareSite(all: Reader): Promise<void> {
  const read = ['site_days', 'seller_income', 'users', 'stores', 'products', 'product_files', 'mails'];
  const [days = [], income = [], users = [], stores = [], products = [], files = [], mails = []] =
    await Promise.all(read.map(all));
  const counted = (rows: readonly Row[], sum: string, moment: string): Row[] =>
    rows
      .filter((row) => row[moment] !== '')
      .map((row) => ({ day: String(row[moment]).slice(0, 10), [sum]: 1 }));
  const rows: Row[] = [
    ...income
      .filter(({ day }) => day !== '')
      .map((row) => ({
        ...row,
        // A partner's part is of the same sale.
        sales: row['source'] !== 'partner',
        refundedSales: row['source'] !== 'partner' && Number(row['refundedCents']) > 0,
        disputedSales: row['source'] !== 'partner' && row['state'] === 'disputed',
      })),
    ...counted(users, 'people', 'created'),
    ...counted(stores, 'stores', 'openedAt'),
    ...counted(products, 'products', 'publishedAt'),
    ...files.map(({ created = '', sizeBytes = 0 }) => ({
      day: String(created).slice(0, 10),
      storedBytes: sizeBytes,
    })),
    ...counted(
      mails.filter(({ state }) => state === 'sent'),
      'mailsSent',
      'updated',
    ),
    ...counted(
      mails.filter(({ state }) => state === 'failed'),
      'mailsFailed',
      'updated',
    ),
    ...counted(
      mails.filter(({ bounced }) => bounced),
      'mailsBounced',
      'updated',
    ),
  ];
  assert.deepEqual(
    sumsBy(days, ['day'], SITE),
    sumsBy(
      rows.flatMap((row) => [row, { ...row, day: '' }]),
      ['day'],
      SITE,
    ),
    'site_days',
  );
}

/** Without downloads, which stay counted when their rows go. */
const SITE = [
  ...['sales', 'paidCents', 'commissionCents', 'refundedCents', 'refundedSales', 'disputedSales'],
  ...['people', 'stores', 'products', 'storedBytes', 'mailsSent', 'mailsFailed', 'mailsBounced'],
];

/** Sums of the rows by their keys; those that are all 0 are left out. */
function sumsBy(rows: readonly Row[], keys: readonly string[], sums: readonly string[]): Sums {
  const found: Sums = new Map();
  for (const row of rows) {
    const key = keys.map((name) => row[name]).join('|');
    const sum = found.get(key) ?? Object.fromEntries(sums.map((name) => [name, 0]));
    for (const name of sums) sum[name] = (sum[name] ?? 0) + Number(row[name] ?? 0);
    found.set(key, sum);
  }
  for (const [key, sum] of found) if (Object.values(sum).every((amount) => amount === 0)) found.delete(key);
  return found;
}

function kindOf({ state, refundedCents }: Row): string {
  const isRefunded = Number(refundedCents) > 0;
  if (state === 'disputed') return isRefunded ? 'disputed-given-back' : 'disputed';
  return isRefunded ? 'given-back' : 'kept';
}

function partsOf({ product = '', name = '', couponCode = '', memberPercent }: Row): Row[] {
  return [
    product === '' ? { part: 'name', what: name } : { part: 'product', what: product },
    ...(couponCode === '' ? [] : [{ part: 'coupon', what: couponCode }]),
    ...(Number(memberPercent) > 0 ? [{ part: 'members', what: '' }] : []),
  ];
}

/** The row in its month, and in "", which is all time. */
function inMonths(row: Row): Row[] {
  return ['', String(row['day']).slice(0, 7)].map((month) => ({ ...row, month }));
}

function membersOf(periods: readonly Row[]): Row[] {
  const has = new Map<string, Set<string>>();
  for (const { member, month, kind } of periods) {
    const key = `${member}|${month}`;
    has.set(key, (has.get(key) ?? new Set()).add(String(kind)));
  }
  return periods
    .filter(({ kind }) => kind === 'paid' || kind === 'gift')
    .map(({ guild = '', member, month, joinedAt }) => {
      const [year, of] = String(month).split('-').map(Number) as [number, number];
      const next = has.get(`${member}|${new Date(Date.UTC(year, of, 1)).toISOString().slice(0, 7)}`);
      const stays = ['paid', 'gift', 'skipped'].some((kind) => next?.has(kind));
      const joined = String(joinedAt).slice(0, 7) === month;
      return { guild, month: String(month), members: 1, joined: Number(joined), stayed: Number(stays) };
    });
}
