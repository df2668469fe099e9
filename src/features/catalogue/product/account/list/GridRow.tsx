import { actions } from 'astro:actions';
import {
  type Dispatch,
  type KeyboardEvent,
  type SetStateAction,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import type { SellerProductRow } from '../../../../../data/catalogue/seller-product-list.ts';
import { PRODUCT_STATE_TEXTS } from '../../../../../domain/catalogue/product-editing.ts';
import { useMutation } from '../../../../../ui/useMutation.ts';
import { changeOfRow, type GridColumn, rowForm } from './row-form.ts';

const COLUMNS: readonly (readonly [GridColumn, string])[] = [
  ['name', 'Name'],
  ['price', 'Price'],
  ['tags', 'Tags'],
];

interface Props {
  row: SellerProductRow;
  /** Receives the ids of rows with unsaved changes. */
  onDirty: Dispatch<SetStateAction<ReadonlySet<string>>>;
  onSaved: (row: SellerProductRow) => void;
}

/** One product of the grid: Enter saves, Escape discards. */
export function GridRow({ row, onDirty, onSaved }: Props) {
  const [form, setForm] = useState(() => rowForm(row));
  const [seen, setSeen] = useState(row.updatedAt);
  // Saved here or changed by a bulk action: reset the fields.
  if (seen !== row.updatedAt) {
    setSeen(row.updatedAt);
    setForm(rowForm(row));
  }
  const [refusals, setRefusals] = useState<Partial<Record<GridColumn, string>>>({});
  const line = useRef<HTMLTableRowElement>(null);
  const id = useId();
  const { busy, mutate } = useMutation();
  const save = () => {
    const change = changeOfRow(row, form);
    if ('refusals' in change) return setRefusals(change.refusals);
    setRefusals({});
    if (Object.keys(change.text).length === 0 || busy) return;
    void mutate(
      () => actions.products.change({ id: row.id, seen: row.updatedAt, text: change.text }),
      `${change.text.name ?? row.name} saved.`,
      ({ product }) => {
        const { name, priceCents, free, tags, updatedAt } = product;
        onSaved({ ...row, name, priceCents, free, tags, updatedAt });
      },
    );
  };
  const now = changeOfRow(row, form);
  const isDirty = 'refusals' in now || Object.keys(now.text).length > 0;
  useEffect(() => {
    const without = (ids: ReadonlySet<string>) => new Set([...ids].filter((each) => each !== row.id));
    if (isDirty) onDirty((ids) => new Set([...ids, row.id]));
    return () => onDirty(without);
  }, [isDirty, row.id, onDirty]);
  const discard = () => {
    setForm(rowForm(row));
    setRefusals({});
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, column: GridColumn) => {
    if (event.key === 'Escape') discard();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
    const next = line.current?.nextElementSibling?.querySelector<HTMLInputElement>(`[name="${column}"]`);
    if (!('refusals' in now)) next?.focus();
  };
  return (
    <tr ref={line} aria-busy={busy} className="border-line border-t align-top">
      {COLUMNS.map(([column, label]) => (
        <td key={column} className="p-1">
          <input
            className="field"
            name={column}
            aria-label={`${label} of ${row.name}`}
            autoComplete="off"
            readOnly={busy}
            value={form[column]}
            aria-invalid={refusals[column] ? true : undefined}
            aria-describedby={refusals[column] ? `${id}-${column}` : undefined}
            onChange={(event) => setForm({ ...form, [column]: event.target.value })}
            onKeyDown={(event) => press(event, column)}
          />
          {refusals[column] && (
            <p className="error" id={`${id}-${column}`} role="alert">
              {refusals[column]}
            </p>
          )}
        </td>
      ))}
      <td className="p-1 py-3 text-sm text-ink-2">
        {isDirty ? <strong className="text-ink">Unsaved</strong> : PRODUCT_STATE_TEXTS[row.state]}
      </td>
    </tr>
  );
}
