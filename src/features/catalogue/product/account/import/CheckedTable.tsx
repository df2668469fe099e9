import { useEffect, useRef, useState } from 'react';
import type {
  CheckedRow,
  ProductImportCheck,
} from '../../../../../domain/catalogue/import/product-import.ts';
import { PRODUCT_COLUMN_LABELS } from '../../../../../domain/catalogue/import/product-import.ts';
import { counted } from '../../../../../domain/kernel/plural.ts';
import { DroppedColumns } from '../../../../kernel/table/account/DroppedColumns.tsx';

const KINDS = {
  change: 'Will change',
  create: 'New draft',
  refused: 'Refused',
  same: 'Unchanged',
} as const satisfies Record<CheckedRow['kind'], string>;
type Kind = keyof typeof KINDS;

/** Rows shown at first. */
const ROWS_SHOWN = 50;

const products = (count: number) => counted(count, 'product');

interface Props {
  fileName: string;
  check: ProductImportCheck;
  /** Columns of the file that are not imported. */
  dropped: readonly string[];
  busy: boolean;
  onBack: () => void;
  onApply: (importId: string) => void;
}

/** The outcome of each row of an import, before anything is written. */
export function CheckedTable({ fileName, check, dropped, busy, onBack, onApply }: Props) {
  const { importId, rows } = check;
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind);
  const kinds = (Object.keys(KINDS) as Kind[]).filter((kind) => of(kind).length > 0);
  const [shown, setShown] = useState<Kind>(kinds[0] ?? 'same');
  const [limit, setLimit] = useState(ROWS_SHOWN);
  const heading = useRef<HTMLHeadingElement>(null);
  // The previous step is gone with its button; focus continues here.
  useEffect(() => heading.current?.focus(), []);
  const writing = of('change').length + of('create').length;
  const list = of(shown);
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-lg outline-none wrap-anywhere" tabIndex={-1} ref={heading}>
        Changes from {fileName === '' ? 'the pasted table' : fileName}
      </h3>
      <DroppedColumns titles={dropped} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">Rows to show</legend>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={`btn btn-small ${kind === shown ? '' : 'btn-quiet'}`}
            aria-pressed={kind === shown}
            onClick={() => {
              setShown(kind);
              setLimit(ROWS_SHOWN);
            }}
          >
            {KINDS[kind]}: {of(kind).length}
          </button>
        ))}
      </fieldset>
      <ul className="grid grid-cols-1" aria-label={KINDS[shown]}>
        {list.slice(0, limit).map((row) => (
          <li key={row.line} className="border-line py-2 wrap-anywhere not-first:border-t">
            <ShownRow row={row} />
          </li>
        ))}
      </ul>
      {list.length > limit && (
        <button
          type="button"
          className="link min-h-11 justify-self-start"
          onClick={() => setLimit(limit + 4 * ROWS_SHOWN)}
        >
          Show more of {list.length}
        </button>
      )}
      <p className="text-ink-2">
        {writing === 0
          ? 'There is nothing to change.'
          : 'Nothing is changed yet. You can undo the import for 24 hours; your own later edits stay.'}
      </p>
      <p className="flex flex-wrap gap-3">
        {importId !== null && (
          <button type="button" className="btn" aria-busy={busy} onClick={() => onApply(importId)}>
            Apply to {products(writing)}
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={onBack}>
          {importId === null ? 'Back' : 'Cancel'}
        </button>
      </p>
    </div>
  );
}

function ShownRow({ row: { line, name, kind, changes, sentences } }: { row: CheckedRow }) {
  return (
    <>
      <p>
        <span className="font-semibold">{name || 'No name'}</span>{' '}
        <span className="text-sm text-ink-3">row {line}</span>
      </p>
      {changes.length > 0 && (
        <dl className="mt-1 grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
          {changes.map(({ column, from, to }) => (
            <div key={column} className="contents">
              <dt className="text-ink-2">{PRODUCT_COLUMN_LABELS[column]}</dt>
              <dd>
                {kind === 'change' && (
                  <>
                    <del className="text-ink-3">
                      <span className="sr-only">from </span>
                      {from || 'nothing'}
                    </del>
                    <span aria-hidden="true"> → </span>
                    <span className="sr-only"> to </span>
                  </>
                )}
                {to || 'nothing'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {sentences.map((sentence) => (
        <p key={sentence} className={kind === 'refused' ? 'error' : 'text-sm text-ink-2'}>
          {sentence}
        </p>
      ))}
    </>
  );
}
