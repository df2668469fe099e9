import { useId, useState } from 'react';
import type { ChoiceFilter, ProductChoice } from '../../../../domain/catalogue/product-choice.ts';
import { paths } from '../../../../paths.ts';
import { Icon } from '../../../../ui/Icon.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import { useProductChoices } from './useProductChoices.ts';

const DEBOUNCE_MS = 200;
const ALL: ChoiceFilter = { text: '', among: null };

interface Props {
  legend: string;
  /** Ids of products. */
  chosen: readonly string[];
  /** `toggled` is the product that was chosen or taken out. */
  onChange: (chosen: string[], toggled: ProductChoice) => void;
  error?: string | undefined;
  /** Why a product cannot be chosen, in a few words; null if it can. */
  barred?: (product: ProductChoice) => string | null;
}

/** Chooses some of the seller's products: a list of checkboxes that is searched on the server. */
export function ProductPicker({ legend, chosen, onChange, error, barred = () => null }: Props) {
  const [filter, setFilter] = useState(ALL);
  const [typed, type] = useDebounced(
    filter.text,
    (text) => setFilter((before) => ({ ...before, text })),
    DEBOUNCE_MS,
  );
  const { query, products, total, busy, loadMore } = useProductChoices(filter);
  const id = useId();
  const known = new Set(chosen);
  const onlyChosen = filter.among !== null;
  const isEmpty = query.data !== null && total === 0;
  const toggle = (product: ProductChoice) =>
    onChange(
      known.has(product.id) ? chosen.filter((other) => other !== product.id) : [...chosen, product.id],
      product,
    );
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="label">{legend}</legend>
      {isEmpty && !onlyChosen && filter.text === '' ? (
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
              maxLength={200}
              onChange={(event) => type(event.target.value)}
              // Enter must not submit the surrounding form.
              onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
            />
            <button
              type="button"
              className="chip min-h-11"
              aria-pressed={onlyChosen}
              // What is taken out in this view stays in it, so that it can be chosen again.
              onClick={() => setFilter((before) => ({ ...before, among: onlyChosen ? null : [...chosen] }))}
            >
              Chosen <span>{chosen.length.toLocaleString('en')}</span>
            </button>
          </div>
          <QueryState query={query} tall />
          {isEmpty && (
            <p className="text-ink-2" role="status">
              {onlyChosen && filter.text === '' ? 'None chosen.' : 'None of your models match.'}
            </p>
          )}
          {products.length > 0 && (
            <ul className="max-h-96 overflow-y-auto rounded-xl border border-line">
              {products.map((product) => (
                <Row
                  key={product.id}
                  product={product}
                  checked={known.has(product.id)}
                  bar={known.has(product.id) ? null : barred(product)}
                  onToggle={() => toggle(product)}
                />
              ))}
              {total > products.length && (
                <li className="p-2">
                  <button type="button" className="link min-h-11 w-full" aria-busy={busy} onClick={loadMore}>
                    Show more: {products.length.toLocaleString('en')} of {total.toLocaleString('en')} are
                    shown
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
  const state = product.archived ? 'Archived' : product.published ? null : 'Not published yet';
  const note = bar ?? state;
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
