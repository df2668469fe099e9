import { actions } from 'astro:actions';
import { useState } from 'react';
import type { ChoiceFilter, ProductChoice } from '../../../../domain/catalogue/product-choice.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { toast } from '../../../../ui/toast.ts';
import { type LoadedQuery, useQuery } from '../../../../ui/useQuery.ts';

type Page = ActionAnswer<typeof actions.productChoices.list>;

export interface ChoosableProducts {
  /** The first page: whether it loads, has come or has failed. */
  query: LoadedQuery<Page>;
  /** What has been loaded of what the filter finds, by name. */
  products: readonly ProductChoice[];
  total: number;
  /** Whether more is being loaded. */
  busy: boolean;
  loadMore: () => void;
}

/** The seller's products that a picker shows. What was found before stays until an answer to the new filter has come. */
export function useProductChoices(filter: ChoiceFilter): ChoosableProducts {
  const query = useQuery(
    () => actions.productChoices.list({ ...filter, after: null }),
    JSON.stringify(filter),
  );
  const [later, setLater] = useState<{ of: Page | null; products: ProductChoice[] }>({
    of: null,
    products: [],
  });
  const [busy, setBusy] = useState(false);
  const { data: first } = query;
  const more = later.of === first ? later.products : [];
  const products = first ? [...first.products, ...more] : [];
  const loadMore = async () => {
    const last = products.at(-1);
    if (!last || busy) return;
    setBusy(true);
    const { data, error } = await actions.productChoices
      .list({ ...filter, after: { id: last.id, name: last.name } })
      .catch(() => ({ data: undefined, error: undefined }));
    setBusy(false);
    if (data) setLater({ of: first, products: [...more, ...data.products] });
    else void toast(error?.message ?? 'No connection. Try again in a moment.', { kind: 'error' });
  };
  return { query, products, total: first?.total ?? 0, busy, loadMore: () => void loadMore() };
}
