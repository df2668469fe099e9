import type { actions } from 'astro:actions';
import { SALE_STATE_FILTERS } from '../../../../domain/commerce/sales-figures.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Field, Select } from '../../../../ui/Form.tsx';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import { type SaleSearch, SPANS } from './sale-search.ts';

interface Props {
  asked: SaleSearch;
  choices: ActionAnswer<typeof actions.sales.choices>;
  onAsk: (asked: SaleSearch) => void;
}

/** Which sales are shown, added up and exported. */
export function SaleFilters({ asked, choices, onAsk }: Props) {
  const set = (part: Partial<SaleSearch>) => onAsk({ ...asked, ...part });
  return (
    <search className="mt-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Select
        label="Time"
        name="span"
        value={asked.span}
        options={Object.entries(SPANS)}
        onChange={(span) => set({ span: span as SaleSearch['span'] })}
      />
      <Select
        label="State"
        name="state"
        value={asked.state}
        options={[['', 'Any'], ...Object.entries(SALE_STATE_FILTERS)]}
        onChange={(state) => set({ state: state as SaleSearch['state'] })}
      />
      <Select
        label="Product"
        name="product"
        value={asked.product}
        options={[['', 'All'], ...choices.products.map(({ id, name }) => [id, name] as const)]}
        onChange={(product) => set({ product })}
      />
      <Select
        label="Coupon"
        name="coupon"
        value={asked.coupon}
        options={[['', 'Any or none'], ...choices.codes.map((code) => [code, code] as const)]}
        onChange={(coupon) => set({ coupon })}
      />
      <Buyer value={asked.buyer} onChange={(buyer) => set({ buyer })} />
      {asked.span === 'days' && (
        <>
          <Field
            label="From"
            name="from"
            type="date"
            required={false}
            value={asked.from}
            {...(asked.to === '' ? {} : { max: asked.to })}
            onChange={(from) => set({ from })}
          />
          <Field
            label="To"
            name="to"
            type="date"
            required={false}
            value={asked.to}
            {...(asked.from === '' ? {} : { min: asked.from })}
            onChange={(to) => set({ to })}
          />
        </>
      )}
    </search>
  );
}

/** How long nothing is typed before the sales are asked for. */
const TYPED_MS = 400;

/** A part of a buyer's name. What no name can contain is left out as it is typed. */
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
