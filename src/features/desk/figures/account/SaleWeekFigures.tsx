import { actions } from 'astro:actions';
import { useState } from 'react';
import { saleWeekDays } from '../../../../domain/catalogue/price/sale-week.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { DeskTable, RowLink } from '../../shell/account/DeskTable.tsx';

type Answer = ActionAnswer<typeof actions.deskFigures.saleWeeks>;
type Figures = Answer['weeks'][number]['figures'];

const countText = (value: number) => value.toLocaleString('en-US');

/** What was sold in the sale weeks, and by which stores. */
export function SaleWeeksSold() {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data, error, refetch } = useQuery(
    () => actions.deskFigures.saleWeeks({ week: chosen }),
    chosen ?? '',
  );
  return (
    <section className="card mt-6 p-5" aria-labelledby="sale-weeks">
      <h2 id="sale-weeks" className="text-lg">
        Sale weeks
      </h2>
      <p className="mt-1 text-sm text-ink-2">
        Sales of models that took part, ordered while the week ran. Sold is what buyers paid without tax; the
        stores get what is left after commission and refunds.
      </p>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!data && !error && <div className="skeleton mt-4 h-40" aria-busy="true" />}
      {data?.weeks.length === 0 && (
        <p className="hint mt-3">
          No sale week is planned. Plan one in the{' '}
          <a className="link" href={paths.operatorDesk('settings')}>
            settings
          </a>
          .
        </p>
      )}
      {data && data.weeks.length > 0 && <Shown answer={data} onChoose={setChosen} />}
    </section>
  );
}

const AMOUNTS = [
  { head: 'Sales', cell: ({ sales }: Figures) => countText(sales) },
  { head: 'Sold', cell: ({ paidCents }: Figures) => moneyText(paidCents) },
  { head: 'Refunded', cell: ({ refundedCents }: Figures) => moneyText(refundedCents) },
  {
    head: 'Stores get',
    cell: ({ yoursCents, heldCents }: Figures) =>
      `${moneyText(yoursCents)}${heldCents > 0 ? `, ${moneyText(heldCents)} disputed` : ''}`,
  },
] as const;

/** The amounts of a row, each with its name where the table has no head. */
const amountsOf = <Row,>(figuresOf: (row: Row) => Figures) =>
  AMOUNTS.map(({ head, cell }) => ({
    head,
    cell: (row: Row) => (
      <>
        <span className="text-ink-2 md:hidden">{head}: </span>
        <span className="tabular-nums">{cell(figuresOf(row))}</span>
      </>
    ),
  }));

function Shown({
  answer: { weeks, shown, stores, storesInAll },
  onChoose,
}: {
  answer: Answer;
  onChoose: (slug: string) => void;
}) {
  const week = weeks.find(({ slug }) => slug === shown);
  return (
    <>
      <DeskTable
        label="Sale weeks"
        rows={weeks.map((one) => ({ ...one, id: one.slug }))}
        columns={[
          {
            head: 'Week',
            cell: (one) => (
              <>
                <button
                  type="button"
                  className="link min-h-8 text-left font-semibold"
                  aria-pressed={one.slug === shown}
                  onClick={() => onChoose(one.slug)}
                >
                  {one.name}
                </button>
                <span className="block text-ink-2">{saleWeekDays(one)}</span>
              </>
            ),
          },
          ...amountsOf<(typeof weeks)[number] & { id: string }>(({ figures }) => figures),
        ]}
      />
      {week && (
        <>
          <h3 className="mt-6 font-semibold">Stores in {week.name}</h3>
          {stores.length === 0 ? (
            <p className="hint mt-1">Nothing was sold yet.</p>
          ) : (
            <DeskTable
              label={`Stores in ${week.name}`}
              rows={stores}
              columns={[
                {
                  head: 'Store',
                  cell: ({ name, slug }) => <RowLink href={paths.store(slug)}>{name}</RowLink>,
                },
                ...amountsOf<(typeof stores)[number]>((store) => store),
              ]}
            />
          )}
          {storesInAll > stores.length && (
            <p className="hint mt-2">
              {countText(stores.length)} of {countText(storesInAll)} stores are shown: those that get most.
            </p>
          )}
        </>
      )}
    </>
  );
}
