import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { importsOfStore } from '../../data/catalogue/product-imports.ts';
import {
  PRODUCT_IMPORT_LIMITS,
  PRODUCT_IMPORT_REFUSAL_TEXTS,
  type ProductImport,
  type ProductImportRefusal,
} from '../../domain/catalogue/import/product-import.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from '../../domain/catalogue/product-csv.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import {
  checkProductTable,
  undoImportPart,
  writeImportPart,
} from '../../server/catalogue/product-imports.ts';
import { refusedFor } from '../../server/kernel/refusal-error.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { seller } from './seller.ts';

const IMPORTS_SHOWN = 10;
const { rows: ROWS_MAX, bytes: BYTES_MAX } = PRODUCT_IMPORT_LIMITS;

const importId = recordIdInput(PRODUCT_IMPORT_REFUSAL_TEXTS.unknown);
const table = z
  .object({
    fileName: z.string().max(200).transform(cleanLine),
    columns: z.array(z.enum(PRODUCT_COLUMNS as [ProductColumn, ...ProductColumn[]])).min(1),
    /** Line number and the cells of the columns, as tuples to keep the request small. */
    rows: z
      .array(z.tuple([z.number().int().min(1).max(10_000_000)], z.string().max(BYTES_MAX)))
      .min(1, 'This table has no products.')
      .max(ROWS_MAX, `A table may have at most ${ROWS_MAX} rows; split it into two files.`),
  })
  .superRefine(checkedBy(tableRefusals));

function tableRefusals({ columns, rows }: { columns: string[]; rows: [number, ...string[]][] }) {
  const length = rows.reduce((sum, [, ...cells]) => cells.reduce((all, cell) => all + cell.length, sum), 0);
  if (length > BYTES_MAX) return { rows: 'The table is too large: at most 2 MB.' };
  if (new Set(columns).size < columns.length) return { columns: 'A column is used twice.' };
  return rows.some((row) => row.length !== columns.length + 1)
    ? { rows: 'Every row needs a cell for each column.' }
    : {};
}

function importOrThrow(answer: ProductImport | ProductImportRefusal): ProductImport {
  if (typeof answer !== 'string') return answer;
  throw refusedFor(answer, PRODUCT_IMPORT_REFUSAL_TEXTS, { unknown: 'not_found' });
}

export const productImports = {
  /** The latest imports of the seller's store, with their progress. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      return importsOfStore(context.locals.pb, store.id, IMPORTS_SHOWN);
    },
  }),

  /** Checks a table and returns what each row would do. No product is changed. */
  check: defineAction({
    accept: 'json',
    input: table,
    async handler({ fileName, columns, rows }, context) {
      const { store } = await seller(context);
      const read = rows.map(([line, ...cells]) => ({
        line,
        cells: Object.fromEntries(columns.map((column, at) => [column, cells[at] ?? ''])),
      }));
      return checkProductTable(context.locals.pb, store, fileName, read, Date.now());
    },
  }),

  /** Writes the next rows of a checked table; called until it is done. */
  write: defineAction({
    accept: 'json',
    input: z.object({ importId }),
    async handler(input, context) {
      const { store } = await seller(context);
      return importOrThrow(await writeImportPart(context.locals.pb, store, input.importId, Date.now));
    },
  }),

  /** Undoes the next rows of an import; called until it is undone. */
  undo: defineAction({
    accept: 'json',
    input: z.object({ importId }),
    async handler(input, context) {
      const { store } = await seller(context);
      return importOrThrow(await undoImportPart(context.locals.pb, store, input.importId, Date.now));
    },
  }),
};
