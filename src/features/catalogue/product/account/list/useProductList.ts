import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { SellerProductRow } from '../../../../../data/catalogue/seller-products.ts';
import { paths } from '../../../../../paths.ts';
import type { ActionAnswer } from '../../../../../ui/action-answer.ts';
import { listQuery, type ProductListQuery, parseListQuery } from './list-query.ts';

type Rows = ActionAnswer<typeof actions.products.list>;

export interface ShownList {
  query: ProductListQuery;
  /** The rows asked for last; null until the first answer. */
  shown: Rows | null;
  busy: boolean;
  failed: string | null;
  /** Shows other rows; from the first page, unless a page is named. */
  filter: (change: Partial<ProductListQuery>) => void;
  reload: () => void;
  /** Takes over a row that is known to have changed, where it stands. */
  replaceRow: (row: SellerProductRow) => void;
}

/** My products as the address asks for them; an answer that was overtaken by another question is left out. */
export function useProductList(): ShownList {
  const search = useSearch();
  const [, navigate] = useLocation();
  const asked = parseListQuery(search);
  const query = listQuery(asked);
  const [answer, setAnswer] = useState<Rows | null>(null);
  const [busy, setBusy] = useState(true);
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useRef(0);
  const ask = async () => {
    latest.current += 1;
    const turn = latest.current;
    setBusy(true);
    const told = await actions.products.list(asked).catch(() => null);
    if (turn !== latest.current) return;
    setBusy(false);
    setFailed(
      told?.error ? told.error.message : told ? null : 'There is no connection. Try again in a moment.',
    );
    if (told?.data) setAnswer(told.data);
  };
  const askAnew = useEffectEvent((_query: string) => void ask());
  useEffect(() => askAnew(query), [query]);
  return {
    query: asked,
    shown: answer,
    busy,
    failed,
    filter: (change) =>
      navigate(`~${paths.productList()}${listQuery({ ...asked, page: 1, ...change })}`, { replace: true }),
    reload: () => void ask(),
    replaceRow: (row) =>
      setAnswer(
        (before) =>
          before && { ...before, rows: before.rows.map((each) => (each.id === row.id ? row : each)) },
      ),
  };
}
