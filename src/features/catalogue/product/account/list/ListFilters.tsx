import { PRODUCT_STATES } from '../../../../../domain/catalogue/product.ts';
import { PRODUCT_STATE_TEXTS } from '../../../../../domain/catalogue/product-editing.ts';
import { Field, Select } from '../../../../../ui/Form.tsx';
import { useDebounced } from '../../../../../ui/useDebounced.ts';
import { LIST_SORTS, type ListSort, type ProductListQuery } from './list-query.ts';

interface Props {
  query: ProductListQuery;
  shelves: readonly { id: string; name: string }[];
  onFilter: (change: Partial<ProductListQuery>) => void;
}

/** Debounce of the search field. In ms. */
const DEBOUNCE_MS = 300;

/** Search, filters and order of the product list. */
export function ListFilters({ query, shelves, onFilter }: Props) {
  const [typed, type] = useDebounced(query.text, (text) => onFilter({ text }), DEBOUNCE_MS);
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
        value={query.state ?? ''}
        options={[
          ['', 'All except archived'],
          ...PRODUCT_STATES.map((state) => [state, PRODUCT_STATE_TEXTS[state]] as const),
        ]}
        onChange={(value) => onFilter({ state: PRODUCT_STATES.find((known) => known === value) ?? null })}
      />
      <Select
        label="Category"
        name="shelf"
        value={query.shelf ?? ''}
        options={[['', 'All categories'], ...shelves.map(({ id, name }) => [id, name] as const)]}
        onChange={(value) => onFilter({ shelf: value === '' ? null : value })}
      />
      <Select
        label="Order"
        name="sort"
        value={query.sort}
        options={Object.entries(LIST_SORTS)}
        onChange={(value) => onFilter({ sort: value as ListSort })}
      />
    </search>
  );
}
