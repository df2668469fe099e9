import type PocketBase from 'pocketbase';
import type { ChoiceCursor, ChoiceFilter, ProductChoice } from '../../domain/catalogue/product-choice.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { isPublic } from './product-parts.ts';
import { wordPatterns } from './seller-product-list.ts';

const p = tables.products.as('p');
const q = tables.products.as('q');

const CHOICE = shape({
  id: q.id,
  name: q.name,
  mainImage: value(
    sql`iif(${isPublic(q)}, coalesce(json_extract(iif(q.images = '', '[]', q.images), '$[0]'), ''), '')`,
    text,
  ),
  published: q.state.as((state) => state === 'published'),
  archived: q.state.as((state) => state === 'archived'),
  shelfCount: value(sql`json_array_length(iif(q.shelves = '', '[]', q.shelves))`, number),
});
const TOTAL = shape({ total: value(sql`count(DISTINCT p.id)`, number) });
const ID = shape({ id: p.id });

/** Which products `p` are found. Words are looked for, and products counted, in an index alone. */
const FOUND = {
  all: sql`products p INDEXED BY products_store_names WHERE p.store = {:storeId} AND p.state <> 'archived'`,
  among: sql`json_each({:among}) i CROSS JOIN products p ON p.id = i.value WHERE p.store = {:storeId}`,
} as const;
const WITH_WORDS = sql`NOT EXISTS (SELECT 1 FROM json_each({:words}) w WHERE p.name NOT LIKE w.value ESCAPE '!')`;

const pageQuery = (found: Sql, values: Record<string, string | number | readonly string[]>) =>
  select(
    CHOICE,
    sql`SELECT ${CHOICE}
      FROM (SELECT DISTINCT p.name AS name, p.id AS id FROM ${found} AND ${WITH_WORDS} AND (p.name, p.id) > ({:afterName}, {:afterId})
        ORDER BY p.name, p.id LIMIT {:most}) c
      CROSS JOIN products q ON q.id = c.id ORDER BY c.name, c.id`,
    values,
  );

/** A page of a seller's choices, and how many there are on all pages. */
export interface ChoicePage {
  products: ProductChoice[];
  total: number;
}

/** Some of a store's products by name: at most `most` of those that follow `after`, or the first. */
export async function productChoices(
  pb: PocketBase,
  storeId: string,
  { text, among }: ChoiceFilter,
  after: ChoiceCursor | null,
  most: number,
): Promise<ChoicePage> {
  if (among?.length === 0) return { products: [], total: 0 };
  const found = FOUND[among === null ? 'all' : 'among'];
  const common = { storeId, words: wordPatterns(text), among: among ?? [] };
  const [rows, counts] = await ask(
    pb,
    pageQuery(found, { ...common, most, afterName: after?.name ?? '', afterId: after?.id ?? '' }),
    select(TOTAL, sql`SELECT ${TOTAL} FROM ${found} AND ${WITH_WORDS}`, common),
  );
  return { products: rows, total: counts[0]?.total ?? 0 };
}

/** Which of these products are the store's own. */
export async function ownProductIds(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM json_each({:ids}) i CROSS JOIN products p ON p.id = i.value WHERE p.store = {:storeId}`,
      { storeId, ids: JSON.stringify(ids) },
    ),
  );
  return new Set(rows.map(({ id }) => id));
}
