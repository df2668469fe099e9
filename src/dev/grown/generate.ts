import type { Instant } from '../../domain/kernel/instant.ts';
import { FILL_SUMS, LINES, MEMBERSHIPS, write } from '../../pocketbase/migrations/income.ts';
import { FILL_SALES, SALES } from '../../pocketbase/migrations/site-days.ts';
import { addCatalogue } from './catalogue.ts';
import { addCommunity } from './community.ts';
import { addGuilds } from './guilds.ts';
import { addMessages, addNotifications } from './messages.ts';
import { addPeople } from './people.ts';
import { type Plan, planOf } from './plan.ts';
import { addSales } from './sales.ts';
import type { GrownSize } from './size.ts';
import { openTables } from './tables.ts';

export interface GeneratorOptions {
  /** The `data.db` of a seeded demo world that no PocketBase has open. It is changed. */
  file: string;
  size: GrownSize;
  seed: number;
  /** "Now" in the world; everything in it is older. */
  now: Instant;
  progress?: (line: string) => void;
}

const STARS = ['stars1', 'stars2', 'stars3', 'stars4', 'stars5'];
const STORE_SUMS = [...STARS, 'printCount'];

/**
 * What no trigger fills: the site counts these while it publishes and delivers. A table of sums that triggers keep needs
 * no line here, because they are on while rows are generated; one that a migration fills for existing rows only does.
 */
const FILLED_AFTERWARDS = [
  // What sellers earn, anew: for a million lines that is several times faster than the triggers, which rest.
  'DELETE FROM seller_income',
  write(LINES),
  write(MEMBERSHIPS),
  'DELETE FROM seller_income_days',
  'DELETE FROM seller_income_months',
  ...FILL_SUMS,
  `UPDATE site_days SET ${SALES.map((name) => `${name} = 0`).join(', ')}`,
  ...FILL_SALES,
  // The triggers that make a rating of stars are on. A rating in the change feed for each review would be read for nothing.
  `UPDATE products SET (${STARS.join(', ')}) = (${STARS.map((name) => `c.${name}`).join(', ')})
    FROM (SELECT product, ${STARS.map((name, at) => `sum(stars = ${at + 1}) AS ${name}`).join(', ')}
      FROM reviews WHERE hiddenAt = '' GROUP BY product) c WHERE c.product = products.id`,
  `UPDATE stores SET (${STORE_SUMS.join(', ')}) = (${STORE_SUMS.map((name) => `c.${name}`).join(', ')})
    FROM (SELECT store, ${STORE_SUMS.map((name) => `sum(${name}) AS ${name}`).join(', ')}
      FROM products GROUP BY store) c WHERE c.store = stores.id`,
  `UPDATE stores SET productCount = c.products FROM (SELECT store, count(*) AS products
    FROM products WHERE state = 'published' GROUP BY store) c WHERE c.store = stores.id`,
  `UPDATE shelves SET productCount = c.products FROM (SELECT s.value AS shelf, count(*) AS products
    FROM products p, json_each(p.shelves) s WHERE p.state = 'published' GROUP BY s.value) c WHERE c.shelf = shelves.id`,
  // The triggers of these two rest. Files are added up at once: their index does not exist yet.
  `INSERT INTO library_products
      (product, seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt)
    SELECT p.id, (SELECT coalesce(max(seq), 0) + 1 FROM library_products), p.name, s.name,
      coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
      coalesce(f.sizeBytes, 0), coalesce(f.newestFileAt, '')
    FROM products p JOIN stores s ON s.id = p.store
      LEFT JOIN (SELECT product, sum(sizeBytes) AS sizeBytes, max(created) AS newestFileAt
        FROM product_files GROUP BY product) f ON f.product = p.id
    WHERE p.id NOT IN (SELECT product FROM library_products)`,
  // Files of the demo world's products, in thousands of products: compared long ago, so that no job reads them all.
  `INSERT INTO model_shapes (id, file, sha256, dueAt, tries, connectivity, triangles, bucket, middle, smallest, spread,
      histogram, common, created, updated)
    SELECT f.id, f.id, f.sha256, '', 0, '', 0, 0, 0, 0, 0, '[]', FALSE, f.created, f.created FROM product_files f
    WHERE f.name GLOB '*.[Ss][Tt][Ll]' AND f.id NOT IN (SELECT id FROM model_shapes)`,
  `INSERT INTO message_words (message, conversation, keys, text)
    SELECT m.id, m.conversation, 'm' || m.id || ' b' || c.buyer || ' s' || c.store, m.text
    FROM messages m JOIN conversations c ON c.id = m.conversation
    WHERE m.text <> '' AND m.id NOT IN (SELECT message FROM message_words) ORDER BY m.created, m.rowid`,
];

/** The parts in the order in which they need each other. */
const PARTS: [name: string, add: (plan: Plan, made: Made) => void][] = [
  ['people and stores', (plan) => addPeople(plan)],
  [
    'products',
    (plan, made) => {
      made.catalogue = addCatalogue(plan);
    },
  ],
  ['sales', (plan, { catalogue }) => catalogue && addSales(plan, catalogue)],
  ['guilds', (plan, { catalogue }) => catalogue && addGuilds(plan, catalogue)],
  ['reviews', (plan, { catalogue }) => catalogue && addCommunity(plan, catalogue)],
  ['messages', (plan) => addMessages(plan)],
  ['notifications', (plan) => addNotifications(plan)],
  [
    'counts',
    ({ tables }) => {
      for (const statement of FILLED_AFTERWARDS) tables.run(statement);
    },
  ],
];

interface Made {
  catalogue?: ReturnType<typeof addCatalogue>;
}

/**
 * Grows a demo world: adds people, stores, products, sales and everything else straight to the database file. The same
 * options give the same rows. Afterwards the file is what PocketBase would have written.
 */
export function generate({ file, size, seed, now, progress = () => undefined }: GeneratorOptions): void {
  const tables = openTables(file);
  const plan = planOf(tables, size, seed, now);
  const made: Made = {};
  for (const [name, add] of PARTS) {
    const began = performance.now();
    add(plan, made);
    progress(`The grown world: ${name}, ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  const began = performance.now();
  tables.close();
  progress(`The grown world: indexes, ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
