import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { ORIGIN_NOTES, ORIGIN_TEXTS } from '../../../../domain/commerce/origin.ts';
import {
  ORIGIN_WEEKS,
  type OriginCount,
  type OriginWeeks,
} from '../../../../domain/commerce/origin-figures.ts';
import { DataTable } from '../../../../ui/account/DataTable.tsx';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { csvOfParts } from '../../../../ui/csv-parts.ts';
import { Select } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { StepBars, stepText } from '../../sales/account/StepBars.tsx';

const TITLE = 'Where buyers come from';
const SPANS = ORIGIN_WEEKS.map((count) => [String(count), `The last ${count} weeks`] as const);

/** From where visits to my products come, and how many of them end in a cart and a sale. */
export default function Origins() {
  const store = useStore($sellerStore);
  return store ? <StoreOrigins /> : <NoStore title={TITLE} />;
}

type Figures = ActionAnswer<typeof actions.origins.figures>;
type CsvPlace = ActionAnswer<typeof actions.origins.csv>['next'];

function StoreOrigins() {
  const [weeks, setWeeks] = useState<OriginWeeks>(13);
  const [product, setProduct] = useState('');
  const figures = useQuery(
    () => actions.origins.figures({ weeks, productId: product === '' ? null : product }),
    `${weeks} ${product}`,
  );
  const { busy, mutate } = useMutation();
  const { data } = figures;
  const isEmpty = data !== null && data.products.length === 0 && data.totals.sales === 0;
  const save = () =>
    void mutate(
      () => csvOfParts((after: CsvPlace) => actions.origins.csv({ weeks, after: after as never })),
      null,
      // The byte order mark tells spreadsheets that this is UTF-8.
      (csv) => saveFile('where-buyers-come-from.csv', 'text/csv;charset=utf-8', `\uFEFF${csv}`),
    );

  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <PageTitle>{TITLE}</PageTitle>
        {data && !isEmpty && (
          <button type="button" className="link min-h-11" aria-busy={busy} onClick={save}>
            Export CSV
          </button>
        )}
      </div>
      <p className="mt-2 text-ink-2">
        From what kind of place visitors came to your products, and how many of these visits led to a cart and
        a sale.
      </p>
      <search className="mt-6 grid gap-3 sm:grid-cols-2">
        <Select
          label="Time"
          name="weeks"
          value={String(weeks)}
          options={SPANS}
          onChange={(value) => setWeeks(ORIGIN_WEEKS.find((count) => String(count) === value) ?? 13)}
        />
        {data && data.products.length > 0 && (
          <Select
            label="Product"
            name="product"
            value={product}
            options={[['', 'All'], ...data.products.map(({ productId, name }) => [productId, name] as const)]}
            onChange={setProduct}
          />
        )}
      </search>
      <QueryState query={figures} tall />
      {isEmpty && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No visits counted yet</h2>
          <p>Visits of people who agreed to be counted appear here, by week and by where they came from.</p>
        </div>
      )}
      {data && !isEmpty && (
        <div className="mt-6 grid grid-cols-1 gap-6">
          <Weeks weeks={data.weeks} />
          <Counts
            title="By where they came from"
            head="Where from"
            rows={data.origins.map(({ origin, ...count }) => ({
              key: origin,
              name: ORIGIN_TEXTS[origin],
              note: ORIGIN_NOTES[origin],
              ...count,
            }))}
            totals={data.totals}
          />
          {product === '' && (
            <Counts
              title="By product"
              head="Product"
              rows={data.products.map(({ productId, ...count }) => ({
                key: productId,
                note: null,
                ...count,
              }))}
              totals={null}
            />
          )}
          <p className="text-sm text-ink-2">
            Only visitors who agreed to be counted are in these numbers, so the real ones are higher. A visit
            is the first view of a product within half an hour of browsing. A sale belongs to the visit in
            which its product was added to the cart; a refund does not take it back.
          </p>
        </div>
      )}
    </>
  );
}

/** Visits and sales by week, as charts and as a table. */
function Weeks({ weeks }: { weeks: Figures['weeks'] }) {
  const bars = (of: 'visits' | 'sales', what: string) =>
    weeks.map((week) => ({ from: week.from, value: week[of], note: `${week[of]} ${what}` }));
  return (
    <figure className="card grid grid-cols-1 gap-5 p-5">
      <StepBars
        title="Visits by week"
        step="week"
        bars={bars('visits', 'visits')}
        fill="fill-brass"
        text={(value) => `${value} visits`}
      />
      {weeks.some(({ sales }) => sales > 0) && (
        <StepBars
          title="Sold by week"
          step="week"
          bars={bars('sales', 'sold')}
          fill="fill-verdigris"
          text={(value) => `${value} sold`}
        />
      )}
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">Show as a table</summary>
        <CountTable
          head="Week"
          rows={weeks.map(({ from, ...count }) => ({
            key: String(from),
            name: stepText(from, 'week'),
            note: null,
            ...count,
          }))}
          totals={null}
        />
      </details>
    </figure>
  );
}

interface CountsProps {
  head: string;
  rows: (OriginCount & { key: string; name: string; note: string | null })[];
  /** The row below; null for none. */
  totals: OriginCount | null;
}

function Counts({ title, ...table }: CountsProps & { title: string }) {
  return (
    <section className="card p-5">
      <h2 className="text-lg">{title}</h2>
      <CountTable {...table} />
    </section>
  );
}

const STAGES = [
  ['Visits', 'visits'],
  ['Carts', 'carts'],
  ['Sold', 'sales'],
] as const;

const CountTable = ({ head, rows, totals }: CountsProps) => (
  <DataTable<CountsProps['rows'][number], OriginCount>
    label={head}
    className="mt-2"
    right
    rows={rows}
    keyOf={({ key }) => key}
    sums={totals}
    columns={[
      {
        head,
        isRowHead: true,
        cell: ({ name, note }) => (
          <>
            {name}
            {note !== null && <span className="block text-xs text-ink-2">{note}</span>}
          </>
        ),
        sum: () => 'All',
      },
      ...STAGES.map(([title, stage]) => ({
        head: title,
        isNumber: true,
        cell: (count: OriginCount) => count[stage],
        sum: (count: OriginCount) => count[stage],
      })),
    ]}
  />
);
