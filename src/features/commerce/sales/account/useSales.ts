import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Sale } from '../../../../domain/commerce/sale.ts';
import type { SaleFigures, SaleFilter } from '../../../../domain/commerce/sales-figures.ts';
import type { ShownViews } from './MostViewed.tsx';

export interface ShownSales {
  sales: Sale[];
  total: number;
  page: number;
  /** Null while loading. */
  figures: SaleFigures | null;
  /** Page views of the same period; null if the filter does not apply to them. */
  views: ShownViews | null;
  state: 'loading' | 'ready' | 'failed';
}

const NOTHING: ShownSales = {
  sales: [],
  total: 0,
  page: 0,
  figures: null,
  views: null,
  state: 'loading',
};

/** Loads the sales that match the filter page by page, and their figures. Stale answers are ignored. */
export function useSales(filter: SaleFilter): ShownSales & { more: () => void; again: () => void } {
  const [shown, setShown] = useState<ShownSales>(NOTHING);
  const latest = useRef(0);
  const load = async (page: number) => {
    const request = ++latest.current;
    setShown((before) => ({ ...before, state: 'loading' }));
    const [rows, sums] = await Promise.all([
      actions.sales.mine({ page, filter }).catch(() => null),
      page === 1 ? actions.sales.figures(filter).catch(() => null) : null,
    ]);
    if (latest.current !== request) return;
    setShown((before) => {
      if (!rows?.data) return { ...before, state: 'failed' };
      const { sales, total } = rows.data;
      const added =
        page === 1
          ? {
              figures: sums?.data?.figures ?? null,
              views: sums?.data?.views ?? null,
            }
          : { figures: before.figures, views: before.views };
      const all = page === 1 ? sales : [...before.sales, ...sales];
      return { ...added, sales: all, total, page, state: 'ready' };
    });
  };
  const filterKey = JSON.stringify(filter);
  const reload = useEffectEvent((_filterKey: string) => void load(1));
  useEffect(() => reload(filterKey), [filterKey]);
  return { ...shown, more: () => void load(shown.page + 1), again: () => void load(1) };
}
