import type { actions } from 'astro:actions';
import { SALE_SOURCE_TEXTS, SALE_STATE_FILTERS } from '../../../../domain/commerce/sales-figures.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Select } from '../../../../ui/Form.tsx';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import { type SaleSearch, SPANS } from './sale-search.ts';

interface Props {
  search: SaleSearch;
  choices: ActionAnswer<typeof actions.sales.choices>;
  onSearch: (search: SaleSearch) => void;
}

/** Filters for the sales that are listed, summed up and exported. */
export function SaleFilters({ search, choices, onSearch }: Props) {
  const set = (part: Partial<SaleSearch>) => onSearch({ ...search, ...part });
  return (
    <search className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Select
        label="Time"
        name="span"
        value={search.span}
        options={Object.entries(SPANS)}
        onChange={(span) => set({ span: span as SaleSearch['span'] })}
      />
      <Select
        label="Sold"
        name="source"
        value={search.source}
        options={[['', 'All sales'], ...Object.entries(SALE_SOURCE_TEXTS)]}
        onChange={(source) => set({ source: source as SaleSearch['source'] })}
      />
      <Select
        label="State"
        name="state"
        value={search.state}
        options={[['', 'Any'], ...Object.entries(SALE_STATE_FILTERS)]}
        onChange={(state) => set({ state: state as SaleSearch['state'] })}
      />
      <Select
        label="Product"
        name="product"
        value={search.product}
        options={[['', 'All'], ...choices.products.map(({ id, name }) => [id, name] as const)]}
        onChange={(product) => set({ product })}
      />
      <Select
        label="Coupon"
        name="coupon"
        value={search.coupon}
        options={[['', 'Any or none'], ...choices.codes.map((code) => [code, code] as const)]}
        onChange={(coupon) => set({ coupon })}
      />
      <Buyer value={search.buyer} onChange={(buyer) => set({ buyer })} />
      {search.span === 'days' && (
        <>
          <Field
            label="From"
            name="from"
            type="date"
            required={false}
            value={search.from}
            {...(search.to === '' ? {} : { max: search.to })}
            onChange={(from) => set({ from })}
          />
          <Field
            label="To"
            name="to"
            type="date"
            required={false}
            value={search.to}
            {...(search.from === '' ? {} : { min: search.from })}
            onChange={(to) => set({ to })}
          />
        </>
      )}
    </search>
  );
}

/** Delay after typing before the sales are loaded, in milliseconds. */
const TYPED_MS = 400;

/** A part of a buyer's user name. Characters that no user name contains are removed while typing. */
function Buyer({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, type] = useDebounced(value, onChange, TYPED_MS);
  return (
    <Field
      label="Buyer"
      name="buyer"
      type="search"
      required={false}
      maxLength={32}
      placeholder="User name"
      value={typed}
      onChange={(text) => type(text.toLowerCase().replace(/[^a-z0-9_-]/g, ''))}
    />
  );
}
