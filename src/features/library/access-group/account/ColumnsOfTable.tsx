import { useState } from 'react';
import type { CsvRow } from '../../../../domain/kernel/csv.ts';
import { droppedColumns } from '../../../../domain/kernel/table-titles.ts';
import {
  type ColumnMapping,
  guessedColumns,
  hasHeader,
  IMPORT_COLUMNS,
  type ImportColumn,
  type ImportRow,
  mappedRows,
} from '../../../../domain/library/access-import.ts';
import { Check, Form, Select } from '../../../../ui/Form.tsx';
import { DroppedColumns } from '../../../kernel/table/account/DroppedColumns.tsx';

/** Number of sample rows, and of characters per cell. */
const SAMPLE = 3;
const CELL_SHOWN = 40;

/** Maps the columns of a file, with a preview of its first rows. */
export function ColumnsOfTable({
  fileName,
  rows,
  busy,
  error,
  onBack,
  onRows,
  start = null,
  columnLabels = IMPORT_COLUMNS,
  next = 'Check list',
}: {
  fileName: string;
  rows: readonly CsvRow[];
  busy: boolean;
  error: string | undefined;
  onBack: () => void;
  onRows: (rows: ImportRow[]) => void;
  /** The columns of a list that was recognised; null to guess them. */
  start?: ColumnMapping | null;
  columnLabels?: Record<ImportColumn, string>;
  /** The button that leads to the next step. */
  next?: string;
}) {
  const [headed, setHeaded] = useState(() => hasHeader(rows));
  const [columns, setColumns] = useState<Record<ImportColumn, number | null>>(
    () => start ?? guessedColumns(rows, headed) ?? { email: null, name: null, note: null },
  );
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  const choices = Array.from({ length: width }, (_, at) => {
    const name = headed ? rows[0]?.cells[at]?.trim() : '';
    return [String(at), name ? name.slice(0, CELL_SHOWN) : `Column ${at + 1}`] as const;
  });
  const { email } = columns;
  const mapping: ColumnMapping | null = email === null ? null : { ...columns, email };
  const people = mapping ? mappedRows(rows, mapping, headed) : [];
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        <strong className="wrap-anywhere">{fileName}</strong>
        <span className="text-ink-2">, {rows.length - (headed ? 1 : 0)} rows</span>
      </p>
      <Form busy={busy} label={next} disabled={mapping === null} onSend={() => mapping && onRows(people)}>
        <Check label="The first row contains the column names" checked={headed} onChange={setHeaded} />
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
          {(Object.keys(IMPORT_COLUMNS) as ImportColumn[]).map((column) => (
            <Select
              key={column}
              label={columnLabels[column]}
              name={column}
              value={columns[column] === null ? '' : String(columns[column])}
              options={[['', column === 'email' ? 'Choose …' : 'None'], ...choices]}
              error={column === 'email' ? error : undefined}
              onChange={(at) => setColumns({ ...columns, [column]: at === '' ? null : Number(at) })}
            />
          ))}
        </div>
        {mapping && headed && (
          <DroppedColumns
            titles={droppedColumns(
              rows,
              Object.values(columns).filter((at) => at !== null),
            )}
          />
        )}
        {mapping && people.length > 0 && (
          <div>
            <p className="label">Preview</p>
            <ul className="text-sm text-ink-2">
              {people.slice(0, SAMPLE).map(({ line, ...person }) => (
                <li key={line} className="wrap-anywhere">
                  {[person.email.trim() || '(no address)', person.name, person.note]
                    .filter((cell) => cell.trim() !== '')
                    .map((cell) => cell.slice(0, CELL_SHOWN))
                    .join(', ')}
                </li>
              ))}
            </ul>
          </div>
        )}
      </Form>
      <button type="button" className="link min-h-11 justify-self-start" onClick={onBack}>
        Choose another file
      </button>
    </div>
  );
}
