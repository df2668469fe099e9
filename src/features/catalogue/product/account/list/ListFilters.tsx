import { PRODUCT_STATES } from '../../../../../domain/catalogue/product.ts';
import { PRODUCT_STATE_TEXTS } from '../../../../../domain/catalogue/product-editing.ts';
import { Field, Select } from '../../../../../ui/Form.tsx';
import { useDebounced } from '../../../../../ui/useDebounced.ts';
import { LIST_SORTS, type ListSort, type ProductListQuery } from './list-query.ts';

interface Props {
  asked: ProductListQuery;
  shelves: readonly { id: string; name: string }[];
  onNarrow: (change: Partial<ProductListQuery>) => void;
}

/** After so long without another key the words typed are searched. In ms. */
const REST_MS = 300;

/** Which products are shown, and in which order. */
export function ListFilters({ asked, shelves, onNarrow }: Props) {
  const [typed, type] = useDebounced(asked.text, (text) => onNarrow({ text }), REST_MS);
  return (
    <search className="mt-6 grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Field
        label="Search"
        name="text"
        type="search"
        required={false}
        maxLength={100}
        placeholder="Name or tag"
        value={typed}
        onChange={type}
      />
      <Select
        label="State"
        name="state"
        value={asked.state ?? ''}
        options={[
          ['', 'All but archived'],
          ...PRODUCT_STATES.map((state) => [state, PRODUCT_STATE_TEXTS[state]] as const),
        ]}
        onChange={(value) => onNarrow({ state: PRODUCT_STATES.find((known) => known === value) ?? null })}
      />
      <Select
        label="Category"
        name="shelf"
        value={asked.shelf ?? ''}
        options={[['', 'All categories'], ...shelves.map(({ id, name }) => [id, name] as const)]}
        onChange={(value) => onNarrow({ shelf: value === '' ? null : value })}
      />
      <Select
        label="Order"
        name="sort"
        value={asked.sort}
        options={Object.entries(LIST_SORTS)}
        onChange={(value) => onNarrow({ sort: value as ListSort })}
      />
    </search>
  );
}
