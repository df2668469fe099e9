import type PocketBase from 'pocketbase';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import type { ExportPart } from './export/part.ts';
import { PERSON_PARTS } from './export/person-parts.ts';
import { PURCHASE_PARTS } from './export/purchase-parts.ts';
import { EARNING_PARTS, STORE_PARTS } from './export/store-parts.ts';

/** A row of a part as its JSON text. */
const EXPORTED = shape({ id: value(sql`e.id`, text), json: value(sql`e.[[row]]`, text) });

/** `+` keeps SQLite from walking along all ids instead of the person’s rows. */
const PAGE = sql`AND +r.id > {:after} ORDER BY +r.id LIMIT {:limit}`;
/** Rows in one question: a page of them is all that an export holds in memory. */
const ROWS_A_QUESTION = 1000;

/** One file of the export. */
export interface ExportFile {
  /** Its name without an ending, such as "order-lines". */
  name: string;
  /** What it holds, in a few words. */
  holds: string;
  /** The rows as JSON texts, page by page. Reading them asks the database. */
  pages: AsyncGenerator<string[]>;
}

/** All collections that the export reads. */
export const EXPORTED_COLLECTIONS: ReadonlySet<string> = new Set(
  [...PERSON_PARTS, ...PURCHASE_PARTS, ...STORE_PARTS, ...EARNING_PARTS].map(({ collection }) => collection),
);

/**
 * Everything that is stored under a person's account, as files of JSON rows. Of other people it holds only what they wrote to
 * this person, and names that were shown. Rows that are written meanwhile may be missing.
 */
export function* exportFiles(pb: PocketBase, userId: string): Generator<ExportFile> {
  for (const part of PERSON_PARTS) yield fileOf(part, pagesOf(pb, part, userId));
  for (const part of PURCHASE_PARTS) yield fileOf(part, pagesOf(pb, part, userId));
  for (const part of STORE_PARTS) yield fileOf(part, pagesOf(pb, part, userId));
  for (const part of EARNING_PARTS) yield fileOf(part, pagesOf(pb, part, userId));
}

const fileOf = ({ file, holds }: ExportPart, pages: AsyncGenerator<string[]>): ExportFile => ({
  name: file,
  holds,
  pages,
});

async function* pagesOf(pb: PocketBase, part: ExportPart, userId: string): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const [rows] = await ask(
      pb,
      select(EXPORTED, sql`SELECT ${EXPORTED} FROM (${part.rows} ${PAGE}) e`, {
        user: userId,
        after,
        limit: ROWS_A_QUESTION,
      }),
    );
    if (rows.length > 0) yield rows.map(({ json }) => cleaned(json));
    if (rows.length < ROWS_A_QUESTION) return;
    after = rows.at(-1)?.id ?? '';
  }
}

/** A row without signs that deceive its reader: names of files, above all, are stored as they were sent. */
function cleaned(row: string): string {
  return JSON.stringify(
    JSON.parse(row, (_, value) => (typeof value === 'string' ? cleanText(value) : value)),
  );
}
