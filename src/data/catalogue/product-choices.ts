import type PocketBase from 'pocketbase';
import type { ChoiceCursor, ChoiceFilter, ProductChoice } from '../../domain/catalogue/product-choice.ts';
import { ask, query } from '../kernel/query.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { wordPatterns } from './seller-product-list.ts';

interface Row {
  id: string;
  name: string;
  mainImage: string;
  state: string;
  shelfCount: number;
}

/** Which products `p` are found. Words are looked for, and products counted, in an index alone. */
const FOUND = {
  all: sql`products p INDEXED BY products_store_names WHERE p.store = {:storeId} AND p.state <> 'archived'`,
  among: sql`json_each({:among}) i CROSS JOIN products p ON p.id = i.value WHERE p.store = {:storeId}`,
} as const;
const WITH_WORDS = sql`NOT EXISTS (SELECT 1 FROM json_each({:words}) w WHERE p.name NOT LIKE w.value ESCAPE '!')`;

const pageQuery = (found: Sql, values: Record<string, string | number | readonly string[]>) =>
  query<Row>(
    sql`SELECT q.id, q.name, q.state,
        iif(q.state IN ('published', 'unlisted'), coalesce(json_extract(iif(q.images = '', '[]', q.images), '$[0]'), ''), '') AS mainImage,
        json_array_length(iif(q.shelves = '', '[]', q.shelves)) AS shelfCount
      FROM (SELECT DISTINCT p.name AS name, p.id AS id FROM ${found} AND ${WITH_WORDS} AND (p.name, p.id) > ({:afterName}, {:afterId})
        ORDER BY p.name, p.id LIMIT {:most}) c
      CROSS JOIN products q ON q.id = c.id ORDER BY c.name, c.id`,
    values,
    ['id', 'name', 'mainImage', 'state', 'shelfCount'],
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
    query<{ total: number }>(
      sql`SELECT count(DISTINCT p.id) AS total FROM ${found} AND ${WITH_WORDS}`,
      common,
      ['total'],
    ),
  );
  return { products: rows.map(choiceOf), total: counts[0]?.total ?? 0 };
}

const choiceOf = ({ id, name, mainImage, state, shelfCount }: Row): ProductChoice => ({
  id,
  name,
  mainImage,
  published: state === 'published',
  archived: state === 'archived',
  shelfCount,
});

/** Which of these products are the store's own. */
export async function ownProductIds(
  pb: PocketBase,
  storeId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const [rows] = await ask(
    pb,
    query<{ id: string }>(
      sql`SELECT p.id FROM json_each({:ids}) i CROSS JOIN products p ON p.id = i.value WHERE p.store = {:storeId}`,
      { storeId, ids: JSON.stringify(ids) },
      ['id'],
    ),
  );
  return new Set(rows.map(({ id }) => id));
}
