import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Sale } from '../../../../domain/commerce/sale.ts';
import type { SaleFigures, SaleFilter } from '../../../../domain/commerce/sales-figures.ts';
import type { ShownViews } from './MostViewed.tsx';

export interface ShownSales {
  sales: Sale[];
  total: number;
  page: number;
  /** Null while they are added up, or where they are too many for it. */
  figures: SaleFigures | null;
  /** What was looked at meanwhile; null where that cannot be told of these sales. */
  views: ShownViews | null;
  tooMany: boolean;
  state: 'asking' | 'ready' | 'failed';
}

const NOTHING: ShownSales = {
  sales: [],
  total: 0,
  page: 0,
  figures: null,
  views: null,
  tooMany: false,
  state: 'asking',
};

/** The sales that fit, page after page, and what all of them come to. An answer that comes too late counts no more. */
export function useSales(filter: SaleFilter): ShownSales & { more: () => void; again: () => void } {
  const [shown, setShown] = useState<ShownSales>(NOTHING);
  const turn = useRef(0);
  const ask = async (page: number) => {
    const mine = ++turn.current;
    setShown((before) => ({ ...before, state: 'asking' }));
    const [rows, sums] = await Promise.all([
      actions.sales.mine({ page, filter }).catch(() => null),
      page === 1 ? actions.sales.figures(filter).catch(() => null) : null,
    ]);
    if (turn.current !== mine) return;
    setShown((before) => {
      if (!rows?.data) return { ...before, state: 'failed' };
      const { sales, total } = rows.data;
      const added =
        page === 1
          ? {
              figures: sums?.data?.figures ?? null,
              views: sums?.data?.views ?? null,
              tooMany: sums?.data?.figures === null,
            }
          : { figures: before.figures, views: before.views, tooMany: before.tooMany };
      const all = page === 1 ? sales : [...before.sales, ...sales];
      return { ...added, sales: all, total, page, state: 'ready' };
    });
  };
  const wish = JSON.stringify(filter);
  const askAnew = useEffectEvent((_wish: string) => void ask(1));
  useEffect(() => askAnew(wish), [wish]);
  return { ...shown, more: () => void ask(shown.page + 1), again: () => void ask(1) };
}
