import type PocketBase from 'pocketbase';
import type { LibraryList } from '../../domain/library/library.ts';
import type { LibraryCursor } from '../../domain/library/library-copy.ts';
import type { LibraryRows } from '../../domain/library/library-rows.ts';
import { ask, select } from '../kernel/query.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

/** What a page keeps of somebody's library, and what of it changed. Every question is about one person's own rows. */

/** More changed products than this are not looked through: all of it is sent again. */
const CHANGES_MAX = 2000;

/** Products that changed for all their owners since a page's copy, oldest change first. */
const CHANGED_PRODUCTS = sql`SELECT product FROM library_products WHERE seq > {:shared} ORDER BY seq LIMIT {:most}`;

/** Products that changed in this library since a page's copy: owned, revoked, marked, downloaded, or themselves. */
const CHANGED = sql`SELECT product FROM library_changes WHERE person = {:user} AND seq > {:own}
  UNION SELECT c.product FROM (${CHANGED_PRODUCTS}) c
    WHERE EXISTS (SELECT 1 FROM entitlements o WHERE o.[[user]] = {:user} AND o.product = c.product)`;

/** Which of a person's rows `e`: all of them, or those of products that changed. */
const AMONG = { all: sql``, changed: sql`AND e.product IN (${CHANGED})` } as const;
type Among = keyof typeof AMONG;

const e = tables.entitlements.as('e');
const l = tables.libraryLists.as('l');
const r = tables.reviews.as('r');
const s = tables.stores.as('s');

const CURSOR = {
  own: value(sql`coalesce((SELECT max(seq) FROM library_changes WHERE person = {:user}), 0)`, number),
  shared: value(sql`coalesce((SELECT max(seq) FROM library_products), 0)`, number),
  /** How many products changed for all their owners, at most one more than CHANGES_MAX. */
  changed: value(sql`(SELECT count(*) FROM (${CHANGED_PRODUCTS}))`, number),
};
const CURSOR_ROW = shape(CURSOR);
const CHANGE = shape({ product: value(sql`c.product`, text) });
const LIST = shape({ id: l.id, name: l.name });
// A text with a line for each row, as LibraryRows has them: fields end with DELETE (127), lines with a line feed (10).
const GRANTS = shape({
  lines: value(
    sql`coalesce(group_concat(concat_ws(char(127), e.product, e.source, e.licences, e.grantedAt, p.name, p.store,
      p.picture, p.type, p.scale, p.supports,
      iif(EXISTS (SELECT 1 FROM pre_orders o WHERE o.product = e.product AND o.state = 'open'), 0, p.sizeBytes),
      p.newestFileAt), char(10)), '')`,
    text,
  ),
});
const MARKS = shape({
  lines: value(
    sql`coalesce(group_concat(concat_ws(char(127), e.product, e.print, e.lists, e.archived, e.seenAt <> ''), char(10)), '')`,
    text,
  ),
});
const DOWNLOADS = shape({
  lines: value(sql`coalesce(group_concat(concat_ws(char(127), d.product, d.lastAt), char(10)), '')`, text),
});
const WORDS = shape({
  lines: value(
    // A null would shift the fields: concat_ws leaves it out.
    sql`coalesce(group_concat(concat_ws(char(127), p.id, coalesce(p.tags, ''), coalesce(p.archetype, ''), coalesce(c.name, ''),
      coalesce(p.genre, ''), coalesce(p.printer, ''), coalesce(p.parts, '')), char(10)), '')`,
    text,
  ),
});
const LAST = shape({ seq: value(sql`coalesce(max(c.seq), 0)`, number) });
const OWNED = shape({ product: e.product });
const REVIEWED = shape({ product: r.product });
const STORE = shape({ slug: s.slug });

interface Bound {
  [name: string]: string | number;
  user: string;
  own: number;
  shared: number;
  most: number;
}

const bound = (user: string, since: LibraryCursor | null): Bound => ({
  user,
  own: since?.own ?? 0,
  shared: since?.shared ?? 0,
  most: CHANGES_MAX + 1,
});

const cursorQuery = (values: Bound) => select(CURSOR_ROW, sql`SELECT ${CURSOR_ROW}`, values);

/** Of the products that changed, those that are not owned any more. */
const goneQuery = (values: Bound) =>
  select(
    CHANGE,
    sql`SELECT ${CHANGE} FROM (${CHANGED}) c WHERE NOT EXISTS (SELECT 1 FROM entitlements e
      JOIN library_products p ON p.product = e.product
      WHERE e.[[user]] = {:user} AND e.product = c.product AND e.revokedAt = '')`,
    values,
  );

const grantsQuery = (values: Bound, among: Among) =>
  select(
    GRANTS,
    sql`SELECT ${GRANTS} FROM entitlements e JOIN library_products p ON p.product = e.product
      WHERE e.[[user]] = {:user} AND e.revokedAt = '' ${AMONG[among]}`,
    values,
  );

const marksQuery = (values: Bound, among: Among) =>
  select(MARKS, sql`SELECT ${MARKS} FROM library_marks e WHERE e.[[user]] = {:user} ${AMONG[among]}`, values);

const downloadsQuery = (values: Bound, among: Among) =>
  select(
    DOWNLOADS,
    sql`SELECT ${DOWNLOADS}
      FROM (SELECT e.product, max(e.lastAt) AS lastAt FROM downloads e WHERE e.[[user]] = {:user} AND e.lastAt <> ''
        ${AMONG[among]}
        GROUP BY e.product) d`,
    values,
  );

/** Whether a copy cannot be brought up to date from here: too much changed, or it is newer, as after a restored backup. */
function isUnknown(since: LibraryCursor, now: RowOf<typeof CURSOR>): boolean {
  return now.changed > CHANGES_MAX || since.own > now.own || since.shared > now.shared;
}

/** A library, or what of it changed. */
export interface LibraryChanges {
  /** Whether `rows` are all of the library. */
  whole: boolean;
  /** Of what is owned; `libraryItems` makes items of them. */
  rows: LibraryRows;
  /** Products that are not owned any more; [] where `rows` are all. */
  gone: string[];
  lists: LibraryList[];
  cursor: LibraryCursor;
}

/** What changed in the user's library since `since`; all of it for null, and where that cannot be told. */
export async function libraryChanges(
  pb: PocketBase,
  userId: string,
  since: LibraryCursor | null,
): Promise<LibraryChanges> {
  const among: Among = since ? 'changed' : 'all';
  const values = bound(userId, since);
  const [[[now], lists, [grants], [marks], [downloads]], [gone]] = await Promise.all([
    ask(
      pb,
      cursorQuery(values),
      select(
        LIST,
        sql`SELECT ${LIST} FROM library_lists l WHERE l.[[user]] = {:user} ORDER BY l.position, l.created, l.name`,
        values,
      ),
      grantsQuery(values, among),
      marksQuery(values, among),
      downloadsQuery(values, among),
    ),
    since ? ask(pb, goneQuery(values)) : [[]],
  ]);
  if (!now) throw new Error('the library has no cursor');
  if (since && isUnknown(since, now)) return libraryChanges(pb, userId, null);
  return {
    whole: since === null,
    rows: { grants: grants?.lines ?? '', marks: marks?.lines ?? '', downloads: downloads?.lines ?? '' },
    gone: gone.map(({ product }) => product),
    lists,
    cursor: { own: now.own, shared: now.shared },
  };
}

/** By what else the user's products are found than by name and store, a line for each; `libraryLabels` reads them. */
export async function libraryWords(pb: PocketBase, userId: string): Promise<string> {
  const [[words]] = await ask(
    pb,
    select(
      WORDS,
      sql`SELECT ${WORDS} FROM (SELECT DISTINCT e.product FROM entitlements e
          WHERE e.[[user]] = {:user} AND e.revokedAt = '' ORDER BY e.product) o
        CROSS JOIN products p ON p.id = o.product LEFT JOIN categories c ON c.id = p.category`,
      { user: userId },
    ),
  );
  return words?.lines ?? '';
}

/** What of a person's things pages mark in the browser, or what of it changed. */
export interface OwnedChanges {
  /** Whether `owned` is everything they own. */
  whole: boolean;
  owned: string[];
  /** Products that are not owned any more; [] where `owned` is everything. */
  gone: string[];
  /** Products they have reviewed: always all. */
  reviewed: string[];
  /** The slug of their own store. */
  store: string | null;
  cursor: LibraryCursor;
}

/** Rows `e` of what a person owns: all, or what changed. Changes of the products themselves change no id. */
const OWNED_AMONG = {
  all: sql``,
  changed: sql`AND e.product IN (SELECT c.product FROM library_changes c WHERE c.person = {:user} AND c.seq > {:since})`,
} as const;

/** What changed in what the user owns since `since`; all of it for null, and for a copy that is newer than the backend. */
export async function ownedChanges(
  pb: PocketBase,
  userId: string,
  since: LibraryCursor | null,
): Promise<OwnedChanges> {
  const values = { user: userId, since: since?.own ?? Number.MAX_SAFE_INTEGER };
  const [[now], owned, changed, reviewed, [store]] = await ask(
    pb,
    select(LAST, sql`SELECT ${LAST} FROM library_changes c WHERE c.person = {:user}`, values),
    select(
      OWNED,
      sql`SELECT DISTINCT ${OWNED} FROM entitlements e
        WHERE e.[[user]] = {:user} AND e.revokedAt = '' ${OWNED_AMONG[since ? 'changed' : 'all']}`,
      values,
    ),
    select(
      CHANGE,
      sql`SELECT ${CHANGE} FROM library_changes c WHERE c.person = {:user} AND c.seq > {:since}`,
      values,
    ),
    select(REVIEWED, sql`SELECT DISTINCT ${REVIEWED} FROM reviews r WHERE r.[[user]] = {:user}`, values),
    select(STORE, sql`SELECT ${STORE} FROM stores s WHERE s.owner = {:user}`, values),
  );
  const own = now?.seq ?? 0;
  if (since && since.own > own) return ownedChanges(pb, userId, null);
  const ids = owned.map(({ product }) => product);
  const isOwned = new Set(ids);
  return {
    whole: since === null,
    owned: ids,
    gone: changed.map(({ product }) => product).filter((id) => !isOwned.has(id)),
    reviewed: reviewed.map(({ product }) => product),
    store: store?.slug ?? null,
    cursor: { own, shared: 0 },
  };
}
