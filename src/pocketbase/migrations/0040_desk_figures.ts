import { collection, extend, sql, triggers } from './collections.ts';
import { choice, count, created, number, text } from './fields.ts';
import { FILL_SALES, fillDays, SALES } from './site-days.ts';
import { follow, grow, type Sign } from './sums.ts';

/** Keys are texts, not links: PocketBase empties links to a deleted row, and two rows would have one key. */
const key = (name: string, max = 15) => text(name, max);
const date = (name: string) => ({ type: 'date', name });
const whole = (name: string) => number(name, { onlyInt: true });

const COUNTS = ['people', 'stores', 'products', 'downloads', 'downloadBytes', 'storedBytes'];
const SUMS = [...SALES, ...COUNTS, 'mailsSent', 'mailsFailed'];

/** The days in which a row counts: its own, and "" for all time. */
const daysOf = (day: string) => `(SELECT '' AS day UNION ALL SELECT ${day} WHERE ${day} <> '')`;
const add = (sums: readonly string[], day: string, values: readonly string[], where: string) =>
  grow('site_days', ['day'], sums, `SELECT d.day, ${values.join(', ')} FROM ${daysOf(day)} d WHERE ${where}`);

const addSale = (row: string, sign: Sign) =>
  add(
    SALES,
    `${row}.day`,
    [
      `${sign}1`,
      ...['paidCents', 'commissionCents', 'refundedCents'].map((name) => `${sign}${row}.${name}`),
      `${sign}(${row}.refundedCents > 0)`,
      `${sign}(${row}.state = 'disputed')`,
    ],
    `${row}.day <> ''`,
  );

/** Counts each row of a table in the day of its moment. */
const addOne = (sum: string, moment: string) => (row: string, sign: Sign) =>
  add([sum], `substr(${row}.${moment}, 1, 10)`, [`${sign}1`], `${row}.${moment} <> ''`);

const addStored = (row: string, sign: Sign) =>
  add(['storedBytes'], `substr(${row}.created, 1, 10)`, [`${sign}${row}.sizeBytes`], 'true');

const addMail = (row: string, sign: Sign) =>
  add(
    ['mailsSent', 'mailsFailed'],
    `substr(${row}.updated, 1, 10)`,
    [`${sign}(${row}.state = 'sent')`, `${sign}(${row}.state = 'failed')`],
    `${row}.state IN ('sent', 'failed')`,
  );

/** What was downloaded stays counted when its row goes: the row says the last day only. */
const addDownload = (times: string, bytes: string) =>
  add(['downloads', 'downloadBytes'], 'substr(new.lastAt, 1, 10)', [times, bytes], 'true');

/** Fills the sums from rows that are there. */
function fill(app: App, sums: readonly string[], day: string, values: readonly string[], from: string): void {
  for (const statement of fillDays(sums, day, values, from)) sql(app, statement);
}

/** The terms of a price: what is asked, and for how long a sale lowers it. */
const TERMS = ['priceCents', 'free', 'salePercent', 'saleFrom', 'saleTo'];
const IS_OFFERED = (row: string) => `${row}.state IN ('published', 'unlisted')`;
const remember = (since: string) => `INSERT INTO price_terms (product, since, ${TERMS.join(', ')}, offered)
  SELECT new.id, ${since}, ${TERMS.map((name) => `new.${name}`).join(', ')}, ${IS_OFFERED('new')};`;
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";

/**
 * What the people who run the marketplace look at: its figures by day, searches that found nothing, the runs of jobs, the
 * processes that live, and what was closed by hand. The terms of each product's price, for the lowest price before a sale.
 * When a member or a seller was told that their year renews.
 */
migrate(
  (app) => {
    collection(
      app,
      'site_days',
      // "" is all time.
      [key('day', 10), ...SUMS.map(whole)],
      ['CREATE UNIQUE INDEX site_days_day ON site_days (day)'],
    );
    collection(
      app,
      'search_misses',
      [key('day', 10), text('words', 60), count('times')],
      ['CREATE UNIQUE INDEX search_misses_day ON search_misses (day, words)'],
    );
    collection(
      app,
      'job_runs',
      [
        text('job', 60),
        // The process that ran it, as in `site_processes`.
        text('process', 80),
        count('everyMs'),
        date('startedAt'),
        date('endedAt'),
        count('ms'),
        date('nextAt'),
        // Of the last run that failed; it stays when a later one succeeds.
        text('error', 500),
        date('failedAt'),
      ],
      ['CREATE UNIQUE INDEX job_runs_once ON job_runs (job, process)'],
    );
    collection(
      app,
      'site_processes',
      [
        // Machine and a random word.
        text('process', 80),
        choice('kind', ['site', 'jobs']),
        text('version', 40),
        date('since'),
        date('seenAt'),
        // What only the process itself can see: free disk, memory, search, where limits are counted.
        { type: 'json', name: 'facts', maxSize: 2_000, hidden: true },
      ],
      ['CREATE UNIQUE INDEX site_processes_once ON site_processes (process)'],
    );
    collection(
      app,
      'dead_letter_closings',
      [
        choice('kind', ['mail', 'event', 'transfer', 'preview', 'archive']),
        text('record', 40),
        // The moment of the failure that was closed: a later failure of the same thing is open again.
        text('seen', 40),
        text('reason', 500),
        text('by', 15),
        text('byName', 100),
        created,
      ],
      ['CREATE UNIQUE INDEX dead_letter_closings_once ON dead_letter_closings (kind, record, seen)'],
    );
    collection(
      app,
      'price_terms',
      [
        key('product'),
        date('since'),
        count('priceCents'),
        { type: 'bool', name: 'free' },
        count('salePercent', { max: 100 }),
        date('saleFrom'),
        date('saleTo'),
        // Whether people could buy it.
        { type: 'bool', name: 'offered' },
      ],
      ['CREATE INDEX price_terms_product ON price_terms (product, since)'],
    );
    // For which renewal the person was reminded: the moment of the charge.
    extend(app, 'guild_members', [date('remindedFor')]);
    extend(app, 'seller_plans', [date('remindedFor')]);
    extend(app, 'downloads', [count('sentBytes')]);

    for (const statement of FILL_SALES) sql(app, statement);
    for (const [sum, moment, table] of [
      ['people', 'created', 'users'],
      ['stores', 'openedAt', 'stores'],
      ['products', 'publishedAt', 'products'],
    ] as const)
      fill(app, [sum], `substr(r.${moment}, 1, 10)`, ['count(*)'], `${table} r WHERE r.${moment} <> ''`);
    fill(
      app,
      ['storedBytes'],
      'substr(r.created, 1, 10)',
      ['sum(r.sizeBytes)'],
      'product_files r WHERE true',
    );
    fill(
      app,
      ['mailsSent', 'mailsFailed'],
      'substr(r.updated, 1, 10)',
      ["sum(r.state = 'sent')", "sum(r.state = 'failed')"],
      "mails r WHERE r.state IN ('sent', 'failed')",
    );
    fill(app, ['downloads'], 'substr(r.lastAt, 1, 10)', ['sum(r.times)'], 'downloads r WHERE true');
    // What was asked before is not known: the terms hold since the product was published.
    sql(
      app,
      `INSERT INTO price_terms (product, since, ${TERMS.join(', ')}, offered)
        SELECT r.id, iif(r.publishedAt = '', r.updated, r.publishedAt), ${TERMS.map((name) => `r.${name}`).join(', ')},
          1 FROM products r WHERE ${IS_OFFERED('r')}`,
    );
    triggers(app, {
      ...follow(
        'seller_income',
        ['day', 'state', 'paidCents', 'commissionCents', 'refundedCents'],
        addSale,
        'site_sales',
      ),
      ...follow('users', ['created'], addOne('people', 'created'), 'site_people'),
      ...follow('stores', ['openedAt'], addOne('stores', 'openedAt'), 'site_stores'),
      ...follow('products', ['publishedAt'], addOne('products', 'publishedAt'), 'site_products'),
      ...follow('product_files', ['created', 'sizeBytes'], addStored, 'site_stored'),
      ...follow('mails', ['state', 'updated'], addMail, 'site_mails'),
      site_downloads_new: `AFTER INSERT ON downloads BEGIN ${addDownload('new.times', 'new.sentBytes')} END`,
      site_downloads_more: `AFTER UPDATE OF times, sentBytes ON downloads
        BEGIN ${addDownload('new.times - old.times', 'new.sentBytes - old.sentBytes')} END`,
      // A product that was published before it was stored here was offered since then.
      price_terms_new: `AFTER INSERT ON products WHEN ${IS_OFFERED('new')}
        BEGIN ${remember(`iif(new.publishedAt = '' OR new.publishedAt > ${NOW}, ${NOW}, new.publishedAt)`)} END`,
      price_terms_change: `AFTER UPDATE OF ${TERMS.join(', ')}, state ON products
        WHEN ${IS_OFFERED('old')} <> ${IS_OFFERED('new')} OR (${IS_OFFERED('new')}
          AND (${TERMS.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ')}))
        BEGIN ${remember(NOW)} END`,
      price_terms_gone: `AFTER DELETE ON products BEGIN DELETE FROM price_terms WHERE product = old.id; END`,
    });
    // Partial indexes: PocketBase cannot read all of their conditions.
    for (const index of [
      "guild_members_annual ON guild_members (nextChargeAt) WHERE billing = 'annual'",
      "seller_plans_annual ON seller_plans (paidUntil) WHERE rhythm = 'annual'",
      "previews_failed ON previews (updated, id) WHERE state = 'failed'",
      "product_zips_failed ON product_zips (updated, id) WHERE state = 'failed'",
      "seller_transfers_failed ON seller_transfers (updated, id) WHERE state = 'failed'",
    ])
      sql(app, `CREATE INDEX ${index}`);
  },
  () => {
    throw new Error('This migration cannot be reverted: what the desk has counted would be forgotten.');
  },
);
