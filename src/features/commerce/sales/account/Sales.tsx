import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { Sale } from '../../../../domain/commerce/sale.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { ShowMore } from '../../../../ui/account/ResourceList.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { csvOfParts } from '../../../../ui/csv-parts.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { RefundDialog } from './RefundDialog.tsx';
import { SaleCards } from './SaleCards.tsx';
import { SaleFilters } from './SaleFilters.tsx';
import { SalesSummary } from './SalesSummary.tsx';
import { SaleTable } from './SaleTable.tsx';
import { type SaleSearch, saleFilterOf, saleSearchOf, saleSearchText } from './sale-search.ts';
import { useSales } from './useSales.ts';

/** My store's sales with every amount, sums, filters and export. */
export default function Sales() {
  const store = useStore($sellerStore);
  return store ? <StoreSales /> : <NoStore title="Sales" />;
}

type CsvPlace = ActionAnswer<typeof actions.sales.csv>['next'];
type Choices = ActionAnswer<typeof actions.sales.choices>;

function StoreSales() {
  const search = saleSearchOf(useSearch());
  const [, navigate] = useLocation();
  // The time the page was opened: nothing shifts at midnight.
  const [now] = useState(() => Date.now());
  const filter = saleFilterOf(search, now);
  const { sales, total, figures, views, state, page, more, again } = useSales(filter);
  const [choices, setChoices] = useState<Choices>({ products: [], codes: [] });
  const [refunding, setRefunding] = useState<(Sale & { orderId: string }) | null>(null);
  const { busy, mutate } = useMutation();
  useEffect(() => {
    void actions.sales
      .choices()
      .then(({ data }) => data && setChoices(data))
      .catch(() => undefined);
  }, []);

  const change = (next: SaleSearch) => {
    const text = saleSearchText(next);
    navigate(text === '' ? '/sales' : `/sales?${text}`, { replace: true });
  };
  const wasViewed = views !== null && views.totals.views > 0;
  const isFiltered = saleSearchText(search) !== '';
  const save = () =>
    void mutate(
      () => csvOfParts((after: CsvPlace) => actions.sales.csv({ ...filter, after })),
      null,
      // The byte order mark tells spreadsheets that this is UTF-8.
      (csv) => saveFile('sales.csv', 'text/csv;charset=utf-8', `\uFEFF${csv}`),
    );

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <PageTitle>Sales</PageTitle>
        {total > 0 && (
          <button type="button" className="link min-h-11" aria-busy={busy} onClick={save}>
            Export CSV
          </button>
        )}
      </div>
      <p className="mt-2 text-ink-2">What your store and your guild sold, and your share of it.</p>
      {state === 'failed' && (
        <LoadError onRetry={page === 0 ? again : more}>Your sales could not be loaded.</LoadError>
      )}
      {state === 'loading' && page === 0 && <div className="skeleton mt-6 h-40" aria-busy="true" />}
      {state === 'ready' && total === 0 && !isFiltered && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No sales yet</h2>
          <p>Each sale appears here with its price, discount, commission and your share.</p>
        </div>
      )}
      {(total > 0 || isFiltered) && <SaleFilters search={search} choices={choices} onSearch={change} />}
      {state === 'ready' && total === 0 && isFiltered && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No sales match</h2>
          <button type="button" className="btn btn-quiet" onClick={() => change(saleSearchOf(''))}>
            Show all sales
          </button>
        </div>
      )}
      {figures && (total > 0 || wasViewed) && <SalesSummary figures={figures} views={views} />}
      {sales.length > 0 && (
        <>
          <SaleTable sales={sales} totals={figures?.totals ?? null} onRefund={setRefunding} />
          <SaleCards sales={sales} onRefund={setRefunding} />
        </>
      )}
      {sales.length < total && (
        <ShowMore busy={state === 'loading'} onMore={more}>
          Show older sales
        </ShowMore>
      )}
      {refunding && (
        <RefundDialog
          sale={refunding}
          onClose={() => setRefunding(null)}
          onRefunded={() => {
            setRefunding(null);
            again();
          }}
        />
      )}
    </>
  );
}
