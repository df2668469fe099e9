import { useId, useState } from 'react';
import type { ProductChoice } from '../../../../domain/catalogue/product.ts';
import { paths } from '../../../../paths.ts';
import { Icon } from '../../../../ui/Icon.tsx';

/** Rows shown at first, and added with each press. */
const ROWS = 60;

interface Props {
  legend: string;
  products: readonly ProductChoice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error?: string | undefined;
  /** Why a product cannot be chosen, in a few words; null if it can. */
  barred?: (product: ProductChoice) => string | null;
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Chooses some of the seller's products: a searchable list of checkboxes. */
export function ProductPicker({ legend, products, chosen, onChange, error, barred = () => null }: Props) {
  const [typed, setTyped] = useState('');
  const [onlyChosen, setOnlyChosen] = useState(false);
  const [rows, setRows] = useState(ROWS);
  const id = useId();
  const known = new Set(chosen);
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = products.filter(
    (product) =>
      (!onlyChosen || known.has(product.id)) && words.every((word) => plain(product.name).includes(word)),
  );
  const narrow = (change: () => void) => {
    change();
    setRows(ROWS);
  };
  const toggle = (product: string) =>
    onChange(known.has(product) ? chosen.filter((other) => other !== product) : [...chosen, product]);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label">{legend}</legend>
      {products.length === 0 ? (
        <p className="text-ink-2">You have no models yet; add some to choose them here.</p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <input
              type="search"
              className="field min-w-0 flex-[1_1_12rem]"
              aria-label="Search your models"
              placeholder="Search models"
              value={typed}
              onChange={(event) => narrow(() => setTyped(event.target.value))}
              // Enter must not submit the surrounding form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <button
              type="button"
              className="chip min-h-11"
              aria-pressed={onlyChosen}
              onClick={() => narrow(() => setOnlyChosen(!onlyChosen))}
            >
              Chosen <span>{chosen.length}</span>
            </button>
          </div>
          {found.length === 0 ? (
            <p className="text-ink-2">{onlyChosen ? 'None chosen.' : 'None of your models match.'}</p>
          ) : (
            <ul className="max-h-96 overflow-y-auto rounded-xl border border-line">
              {found.slice(0, rows).map((product) => (
                <Row
                  key={product.id}
                  product={product}
                  checked={known.has(product.id)}
                  bar={known.has(product.id) ? null : barred(product)}
                  onToggle={() => toggle(product.id)}
                />
              ))}
              {found.length > rows && (
                <li className="p-2">
                  <button type="button" className="link min-h-11 w-full" onClick={() => setRows(rows + ROWS)}>
                    Show {Math.min(ROWS, found.length - rows)} more of {found.length}
                  </button>
                </li>
              )}
            </ul>
          )}
        </>
      )}
      {error && (
        <p className="error" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

interface RowProps {
  product: ProductChoice;
  checked: boolean;
  bar: string | null;
  onToggle: () => void;
}

function Row({ product, checked, bar, onToggle }: RowProps) {
  const note = bar ?? (product.published ? null : 'Not published yet');
  const id = useId();
  return (
    <li className="border-line not-first:border-t">
      <label
        className={`flex min-h-14 items-center gap-3 px-3 py-1.5 ${bar ? 'opacity-60' : 'cursor-pointer'}`}
      >
        <input
          type="checkbox"
          className="size-5 flex-none accent-verdigris"
          checked={checked}
          disabled={bar !== null}
          aria-label={product.name}
          aria-describedby={note ? id : undefined}
          onChange={onToggle}
        />
        {product.mainImage === '' ? (
          <span className="grid size-11 flex-none place-items-center rounded-lg bg-paper-2 text-ink-3">
            <Icon name="box" />
          </span>
        ) : (
          <img
            src={paths.picture('products', product.id, product.mainImage, 160)}
            alt=""
            loading="lazy"
            className="size-11 flex-none rounded-lg object-cover"
          />
        )}
        <span className="min-w-0">
          <span className="line-clamp-2 leading-snug">{product.name}</span>
          {note && (
            <span id={id} className="block text-sm text-ink-3">
              {note}
            </span>
          )}
        </span>
      </label>
    </li>
  );
}
