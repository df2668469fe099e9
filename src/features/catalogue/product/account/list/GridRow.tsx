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
import type { SellerProductRow } from '../../../../../data/catalogue/seller-products.ts';
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
  /** Takes the ids of the rows with something typed that is not kept. */
  onTyped: Dispatch<SetStateAction<ReadonlySet<string>>>;
  onSaved: (row: SellerProductRow) => void;
}

/** One product of the grid: kept with Enter, given up with Escape. */
export function GridRow({ row, onTyped, onSaved }: Props) {
  const [typed, setTyped] = useState(() => rowForm(row));
  const [seen, setSeen] = useState(row.updatedAt);
  // Kept here or changed by a bulk deed: the fields begin anew with what is there now.
  if (seen !== row.updatedAt) {
    setSeen(row.updatedAt);
    setTyped(rowForm(row));
  }
  const [refusals, setRefusals] = useState<Partial<Record<GridColumn, string>>>({});
  const line = useRef<HTMLTableRowElement>(null);
  const id = useId();
  const { busy, mutate } = useMutation();
  const keep = () => {
    const change = changeOfRow(row, typed);
    if ('refusals' in change) return setRefusals(change.refusals);
    setRefusals({});
    if (Object.keys(change.text).length === 0 || busy) return;
    void mutate(
      () => actions.products.change({ id: row.id, seen: row.updatedAt, text: change.text }),
      `${change.text.name ?? row.name} is kept.`,
      ({ product }) => {
        const { name, priceCents, free, tags, updatedAt } = product;
        onSaved({ ...row, name, priceCents, free, tags, updatedAt });
      },
    );
  };
  const now = changeOfRow(row, typed);
  const isTyped = 'refusals' in now || Object.keys(now.text).length > 0;
  useEffect(() => {
    const without = (ids: ReadonlySet<string>) => new Set([...ids].filter((each) => each !== row.id));
    if (isTyped) onTyped((ids) => new Set([...ids, row.id]));
    return () => onTyped(without);
  }, [isTyped, row.id, onTyped]);
  const giveUp = () => {
    setTyped(rowForm(row));
    setRefusals({});
  };
  const press = (event: KeyboardEvent<HTMLInputElement>, column: GridColumn) => {
    if (event.key === 'Escape') giveUp();
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    keep();
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
            value={typed[column]}
            aria-invalid={refusals[column] ? true : undefined}
            aria-describedby={refusals[column] ? `${id}-${column}` : undefined}
            onChange={(event) => setTyped({ ...typed, [column]: event.target.value })}
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
        {isTyped ? <strong className="text-ink">Not kept yet</strong> : PRODUCT_STATE_TEXTS[row.state]}
      </td>
    </tr>
  );
}
