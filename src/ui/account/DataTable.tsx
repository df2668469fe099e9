import type { ReactNode } from 'react';

/** A column: its head, what stands in the row of an item, and what in the row of sums. */
export interface TableColumn<Row, Sums = never> {
  head: string;
  cell: (row: Row) => ReactNode;
  sum?: (sums: Sums) => ReactNode;
  /** Digits of one width, on one line. */
  isNumber?: boolean;
  /** Names its row to those who hear the table. */
  isRowHead?: boolean;
  /** For those who hear the table only, such as "Actions". */
  isHeadHidden?: boolean;
}

interface DataTableProps<Row, Sums> {
  label: string;
  /** The columns; null is left out. */
  columns: readonly (TableColumn<Row, Sums> | null)[];
  rows: readonly Row[];
  /** `at` counts the rows from 0. */
  keyOf: (row: Row, at: number) => string | number;
  /** What the columns sum up in the row below; null for no such row. */
  sums?: Sums | null;
  /** Nothing around it, a region that scrolls sideways by itself, or that with a border. */
  frame?: 'none' | 'scroll' | 'card';
  /** On phones the cells of a row stand below each other, each with the head of its column. */
  stacks?: boolean;
  /** Numbers stand at the right, as below a chart. */
  right?: boolean;
  className?: string;
}

/** Rows as a table, one entry for each column. */
export function DataTable<Row, Sums = never>({
  label,
  columns,
  rows,
  keyOf,
  sums = null,
  frame = 'none',
  stacks = false,
  right = false,
  className = 'mt-4',
}: DataTableProps<Row, Sums>) {
  const shown = columns.filter((column) => column !== null);
  const pad = frame === 'none' && !stacks ? 'py-2 not-first:pl-2' : 'px-3 py-2';
  const isFramed = frame !== 'none';
  const cells = (of: (column: TableColumn<Row, Sums>) => ReactNode, weight: string) =>
    shown.map((column, at) => {
      const { head, isRowHead = false, isNumber = false, isHeadHidden = false } = column;
      const content = of(column);
      const isLabelled = stacks && at > 0 && !isHeadHidden && !isNothing(content);
      const numeric = isNumber
        ? `tabular-nums whitespace-nowrap ${right && !isRowHead ? 'text-right' : ''}`
        : '';
      const phone = stacks
        ? `max-md:px-0 max-md:py-0.5 ${isNothing(content) ? 'max-md:hidden' : isLabelled ? 'max-md:grid max-md:grid-cols-[6.5rem_minmax(0,1fr)]' : 'max-md:block'}`
        : '';
      const Cell = isRowHead ? 'th' : 'td';
      return (
        <Cell
          key={head}
          scope={isRowHead ? 'row' : undefined}
          className={`${pad} wrap-break-word ${numeric} ${phone} ${isRowHead ? weight : ''}`}
        >
          {isLabelled && (
            <span className="text-ink-2 md:hidden" aria-hidden="true">
              {head}
            </span>
          )}
          {isLabelled ? <div>{content}</div> : content}
        </Cell>
      );
    });
  const rowLook = stacks ? 'align-baseline focus-within:bg-paper-2 max-md:block max-md:py-3' : 'align-top';
  const wide = isFramed && shown.length > 6 ? (stacks ? 'md:min-w-3xl' : 'min-w-3xl') : '';
  const table = (
    <table
      className={`w-full text-left text-sm ${wide} ${stacks ? 'max-md:block' : ''} ${isFramed ? '' : className}`}
      aria-label={isFramed ? undefined : label}
    >
      <thead className={`text-ink-2 ${stacks ? 'max-md:sr-only' : ''}`}>
        <tr>
          {shown.map(({ head, isHeadHidden = false, isNumber = false, isRowHead = false }) => (
            <th
              key={head}
              scope="col"
              className={`${pad} font-semibold ${isNumber && right && !isRowHead ? 'text-right' : ''}`}
            >
              {isHeadHidden ? <span className="sr-only">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={stacks ? 'max-md:block' : undefined}>
        {rows.map((row, at) => (
          <tr key={keyOf(row, at)} className={`border-t border-line ${rowLook}`}>
            {cells(({ cell }) => cell(row), 'font-normal')}
          </tr>
        ))}
      </tbody>
      {sums !== null && (
        <tfoot className={stacks ? 'max-md:block' : undefined}>
          <tr className={`border-t-2 border-line ${rowLook}`}>
            {cells(({ sum }) => sum?.(sums), 'font-semibold')}
          </tr>
        </tfoot>
      )}
    </table>
  );
  if (!isFramed) return table;
  return (
    <section
      aria-label={label}
      className={`relative overflow-x-auto ${frame === 'card' ? `rounded-card border border-line bg-card ${stacks ? 'max-md:px-4' : ''}` : ''} ${className}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too
      tabIndex={0}
    >
      {table}
    </section>
  );
}

const isNothing = (shown: ReactNode): boolean =>
  shown === null || shown === undefined || shown === '' || shown === false;
