import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { SellerProductRow } from '../../../../../data/catalogue/seller-product-list.ts';
import { paths } from '../../../../../paths.ts';
import type { ActionAnswer } from '../../../../../ui/action-answer.ts';
import { listQuery, type ProductListQuery, parseListQuery } from './list-query.ts';

type Rows = ActionAnswer<typeof actions.products.list>;

export interface ShownList {
  query: ProductListQuery;
  /** The loaded rows; null until the first response. */
  shown: Rows | null;
  busy: boolean;
  failed: string | null;
  /** Changes the filters; resets to the first page unless a page is given. */
  filter: (change: Partial<ProductListQuery>) => void;
  reload: () => void;
  /** Replaces a changed row in place. */
  replaceRow: (row: SellerProductRow) => void;
}

/** The seller's products for the query in the URL; outdated responses are ignored. */
export function useProductList(): ShownList {
  const search = useSearch();
  const [, navigate] = useLocation();
  const query = parseListQuery(search);
  const text = listQuery(query);
  const [rows, setRows] = useState<Rows | null>(null);
  const [busy, setBusy] = useState(true);
  const [failed, setFailed] = useState<string | null>(null);
  const latest = useRef(0);
  const load = async () => {
    latest.current += 1;
    const request = latest.current;
    setBusy(true);
    const result = await actions.products.list(query).catch(() => null);
    if (request !== latest.current) return;
    setBusy(false);
    setFailed(result?.error ? result.error.message : result ? null : 'No connection. Try again in a moment.');
    if (result?.data) setRows(result.data);
  };
  const reloadFor = useEffectEvent((_query: string) => void load());
  useEffect(() => reloadFor(text), [text]);
  return {
    query,
    shown: rows,
    busy,
    failed,
    filter: (change) =>
      navigate(`~${paths.productList()}${listQuery({ ...query, page: 1, ...change })}`, { replace: true }),
    reload: () => void load(),
    replaceRow: (row) =>
      setRows(
        (before) =>
          before && { ...before, rows: before.rows.map((each) => (each.id === row.id ? row : each)) },
      ),
  };
}
