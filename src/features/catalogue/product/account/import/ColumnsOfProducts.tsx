import { actions } from 'astro:actions';
import { useEffect, useMemo, useRef, useState } from 'react';
import { oncePerName } from '../../../../../domain/catalogue/import/foreign-products.ts';
import {
  guessedProductColumns,
  mappedProductRows,
  mappingRefusal,
  PRODUCT_COLUMN_LABELS,
  PRODUCT_IMPORT_LIMITS,
  type ProductImportCheck,
  type ProductMapping,
} from '../../../../../domain/catalogue/import/product-import.ts';
import { PRODUCT_COLUMNS, type ProductColumn } from '../../../../../domain/catalogue/product-csv.ts';
import type { CsvRow } from '../../../../../domain/kernel/csv.ts';
import { droppedColumns } from '../../../../../domain/kernel/table-titles.ts';
import { Check, Form, Select } from '../../../../../ui/Form.tsx';
import { useMutation } from '../../../../../ui/useMutation.ts';
import { DroppedColumns } from '../../../../kernel/table/account/DroppedColumns.tsx';

/** Maximum length of a column title, in characters. */
const TITLE_SHOWN = 40;

interface Props {
  fileName: string;
  rows: readonly CsvRow[];
  /** How many sales the rows were read from, where the list was recognised. */
  sales: number | null;
  /** Columns that were left out when the products were read from a list of sales. */
  dropped: readonly string[];
  onBack: () => void;
  /** @param dropped every column that is not imported */
  onChecked: (check: ProductImportCheck, dropped: string[]) => void;
}

/** Maps the table's columns; those of our own export are recognised. A list of sales is read as its products. */
export function ColumnsOfProducts({ fileName, rows, sales, dropped, onBack, onChecked }: Props) {
  const titles = rows[0]?.cells ?? [];
  const [mapping, setMapping] = useState<ProductMapping>(() => guessedProductColumns(titles, rows));
  const { busy, fieldError, mutate } = useMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The previous step is gone with its button; focus continues here.
  useEffect(() => heading.current?.focus(), []);
  const choices = titles.map(
    (title, at) => [String(at), title.trim().slice(0, TITLE_SHOWN) || `Column ${at + 1}`] as const,
  );
  const mapped = useMemo(() => mappedProductRows(rows, mapping), [rows, mapping]);
  const unread = useMemo(
    () => [...dropped, ...droppedColumns(rows, Object.values(mapping))],
    [dropped, rows, mapping],
  );
  const products = useMemo(() => oncePerName(mapped), [mapped]);
  const [isSales, setSales] = useState(true);
  const repeats = mapping.id === undefined && products.length < mapped.length;
  const wanted = repeats && isSales ? products : mapped;
  const refusal = mappingRefusal(mapping) ?? tooMany(wanted.length);
  const choose = (column: ProductColumn, at: string) => {
    const { [column]: _, ...rest } = mapping;
    setMapping(at === '' ? rest : { ...rest, [column]: Number(at) });
  };
  const check = () => {
    const columns = PRODUCT_COLUMNS.filter((column) => mapping[column] !== undefined);
    void mutate(
      () =>
        actions.productImports.check({
          fileName: fileName.slice(0, 200),
          columns,
          rows: wanted.map(({ line, cells }): [number, ...string[]] => [
            line,
            ...columns.map((column) => cells[column] ?? ''),
          ]),
        }),
      null,
      (checked) => onChecked(checked, unread),
    );
  };
  const error = fieldError('rows') ?? fieldError('columns') ?? refusal;
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-lg outline-none wrap-anywhere" tabIndex={-1} ref={heading}>
        {fileName === '' ? 'Pasted rows' : fileName}
        <span className="text-ink-2">
          , {rows.length - 1} {rows.length === 2 ? 'row' : 'rows'}
        </span>
      </h3>
      {sales !== null && (
        <p className="notice">
          This is a list of {sales} sales: each product is taken once, at its last price.
        </p>
      )}
      <Form busy={busy} label="Preview changes" disabled={refusal !== null} onSend={check}>
        <p className="hint">Fields without a column stay unchanged.</p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {PRODUCT_COLUMNS.map((column) => (
            <Select
              key={column}
              label={PRODUCT_COLUMN_LABELS[column]}
              name={`column-${column}`}
              value={mapping[column] === undefined ? '' : String(mapping[column])}
              options={[['', 'None'], ...choices]}
              onChange={(at) => choose(column, at)}
            />
          ))}
        </div>
        <DroppedColumns titles={unread} />
        {repeats && (
          <Check
            label={`This is a list of sales: take each of its ${products.length} products once, as in its last row`}
            checked={isSales}
            onChange={setSales}
          />
        )}
        {error && (
          <p className="error" role="alert">
            {error}
          </p>
        )}
      </Form>
      <button type="button" className="link min-h-11 justify-self-start" onClick={onBack}>
        Choose another table
      </button>
    </div>
  );
}

function tooMany(products: number): string | null {
  const { rows } = PRODUCT_IMPORT_LIMITS;
  return products > rows
    ? `The table has more than ${rows} products. Split it and import the parts one by one.`
    : null;
}
