import { actions } from 'astro:actions';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  FIGURE_STEPS,
  type FigureStep,
  percentChange,
  permilleOf,
  type SiteStep,
  siteFiguresCsv,
} from '../../../../domain/desk/site-figures.ts';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { REFUSED_PATIENCE_MS } from '../../../../domain/notifications/mail.ts';
import { DataTable, type TableColumn } from '../../../../ui/account/DataTable.tsx';

import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { StepBars, stepText } from '../../../commerce/sales/account/StepBars.tsx';
import { SaleWeeksSold } from './SaleWeekFigures.tsx';
import { TaxReport } from './TaxReport.tsx';
import { WaitingAtDesk } from './WaitingAtDesk.tsx';

type Figures = ActionAnswer<typeof actions.deskFigures.show>;

const STEPS = Object.keys(FIGURE_STEPS) as FigureStep[];
const countText = (value: number) => value.toLocaleString('en-US');
/** A value with its share of something; without a share where there is nothing to share. */
const withShare = (value: string, share: number | null) =>
  share === null ? value : `${value} (${(share / 10).toFixed(1)}%)`;
const dayBefore = (at: number) => at - 86_400_000;

/** The whole marketplace in numbers: the newest day, week or month that is over against the one before, and over time. */
export default function FiguresPage() {
  const [step, setStep] = useState<FigureStep>('day');
  const { data, error, refetch } = useQuery(() => actions.deskFigures.show({ step }), step);
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <PageTitle>Figures</PageTitle>
        {data && (
          <button
            type="button"
            className="link min-h-11"
            onClick={() =>
              // The byte order mark tells spreadsheets that this is UTF-8.
              saveFile(`figures-${step}.csv`, 'text/csv;charset=utf-8', `\uFEFF${siteFiguresCsv(data.steps)}`)
            }
          >
            Export CSV
          </button>
        )}
      </div>
      <p className="mt-2 text-ink-2">
        Days are those of UTC. Refunds and disputes count for the day of the sale.
      </p>
      <fieldset className="mt-4 flex flex-wrap gap-2">
        <legend className="sr-only">Steps</legend>
        {STEPS.map((name) => (
          <button
            key={name}
            type="button"
            className={`btn ${name === step ? '' : 'btn-quiet'}`}
            aria-pressed={name === step}
            onClick={() => setStep(name)}
          >
            {FIGURE_STEPS[name].name}
          </button>
        ))}
      </fieldset>
      {error && <LoadError onRetry={refetch}>{error}</LoadError>}
      {!data && !error && <div className="skeleton mt-6 h-60" aria-busy="true" />}
      {data && <Shown figures={data} step={step} />}
      <SaleWeeksSold />
      <TaxReport />
    </>
  );
}

function spanText({ from, to }: SiteStep, step: FigureStep): string {
  return step === 'day' ? dayText(from) : `${dayText(from)} to ${dayText(dayBefore(to))}`;
}

function Shown({
  figures: { steps, last, before, storedBytes, misses, waiting },
  step,
}: {
  figures: Figures;
  step: FigureStep;
}) {
  const current = steps.at(-1);
  return (
    <>
      <section className="mt-6" aria-labelledby="compared">
        <h2 id="compared" className="text-lg">
          {spanText(last, step)}
        </h2>
        <p className="text-sm text-ink-2">Compared with {spanText(before, step)}.</p>
        <dl className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-4">
          {TILES.map(({ name, value, text }) => (
            <Tile key={name} name={name} shown={text(last)} now={value(last)} then={value(before)} />
          ))}
        </dl>
        <p className="mt-3 text-sm text-ink-2">
          A mail has bounced when its address was refused for {REFUSED_PATIENCE_MS / 3_600_000} hours while it
          was sent. What comes back later as a mail reaches the mailbox of the sender’s address and is not
          counted.
        </p>
        {current && (
          <p className="mt-3 text-sm text-ink-2">
            {step === 'day' ? 'Today' : `This ${step}`} so far: {countText(current.sales)} sold for{' '}
            {moneyText(current.paidCents)}, {countText(current.people)} new people. Files of products take{' '}
            {fileSizeText(storedBytes)}.
          </p>
        )}
      </section>
      <figure className="card mt-6 grid grid-cols-1 gap-5 p-5">
        <StepBars
          title={`Sold by ${step}`}
          step={step}
          bars={steps.map(({ from, paidCents, sales }) => ({
            from,
            value: paidCents,
            note: `${moneyText(paidCents)}, ${countText(sales)} sold`,
          }))}
          fill="fill-verdigris"
          text={moneyText}
        />
        <StepBars
          title={`New people by ${step}`}
          step={step}
          bars={steps.map(({ from, people }) => ({
            from,
            value: people,
            note: `${countText(people)} people`,
          }))}
          fill="fill-brass"
          text={(value) => `${countText(value)} people`}
        />
        <Table steps={steps} step={step} />
      </figure>
      <WaitingAtDesk waiting={waiting} />
      <section className="card mt-6 p-5" aria-labelledby="missed">
        <h2 id="missed" className="text-lg">
          Searched for and not found
        </h2>
        <p className="mt-1 text-sm text-ink-2">
          Of the last 90 days, where words were looked for more than once and found nothing or little. Nothing
          says who searched.{' '}
          <Link className="link" href="/operator/searches">
            What to do about it
          </Link>
        </p>
        {misses.length === 0 ? (
          <p className="mt-3">Nothing was looked for more than once in vain.</p>
        ) : (
          <ol className="mt-3 grid gap-x-8 sm:grid-cols-2">
            {misses.map(({ words, times }) => (
              <li key={words} className="flex justify-between gap-4 border-t border-line py-1.5 text-sm">
                <span className="wrap-anywhere">{words}</span>
                <span className="tabular-nums">{countText(times)}</span>
              </li>
            ))}
          </ol>
        )}
      </section>
    </>
  );
}

interface TileRow {
  name: string;
  value: (step: SiteStep) => number;
  text: (step: SiteStep) => string;
}

const counted = (name: string, value: (step: SiteStep) => number): TileRow => ({
  name,
  value,
  text: (step) => countText(value(step)),
});

const TILES: readonly TileRow[] = [
  { name: 'Sold', value: ({ paidCents }) => paidCents, text: ({ paidCents }) => moneyText(paidCents) },
  counted('Sales', ({ sales }) => sales),
  {
    name: 'Commission',
    value: ({ commissionCents }) => commissionCents,
    text: ({ commissionCents }) => moneyText(commissionCents),
  },
  {
    name: 'Refunded',
    value: ({ refundedCents }) => refundedCents,
    text: ({ refundedCents, paidCents }) =>
      withShare(moneyText(refundedCents), permilleOf(refundedCents, paidCents)),
  },
  {
    name: 'Sales in dispute now',
    value: ({ disputedSales }) => disputedSales,
    text: ({ disputedSales, sales }) => withShare(countText(disputedSales), permilleOf(disputedSales, sales)),
  },
  counted('New people', ({ people }) => people),
  counted('New stores', ({ stores }) => stores),
  counted('New products', ({ products }) => products),
  {
    name: 'Downloads',
    value: ({ downloadBytes }) => downloadBytes,
    text: ({ downloads, downloadBytes }) =>
      downloads === 0 ? '0' : `${countText(downloads)}, ${fileSizeText(downloadBytes)}`,
  },
  {
    name: 'Files added',
    value: ({ storedBytes }) => storedBytes,
    text: ({ storedBytes }) => fileSizeText(storedBytes),
  },
  counted('Mails sent', ({ mailsSent }) => mailsSent),
  {
    name: 'Mails given up',
    value: ({ mailsFailed }) => mailsFailed,
    text: ({ mailsFailed, mailsSent }) =>
      withShare(countText(mailsFailed), permilleOf(mailsFailed, mailsFailed + mailsSent)),
  },
  {
    name: 'Mails bounced',
    value: ({ mailsBounced }) => mailsBounced,
    text: ({ mailsBounced, mailsFailed, mailsSent }) =>
      withShare(countText(mailsBounced), permilleOf(mailsBounced, mailsFailed + mailsSent)),
  },
];

function Tile({ name, shown, now, then }: { name: string; shown: string; now: number; then: number }) {
  const change = percentChange(now, then);
  return (
    <div className="card p-4">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="mt-1 text-lg font-semibold tabular-nums wrap-anywhere">{shown}</dd>
      <dd className="text-sm text-ink-2">
        {now === then ? 'Unchanged' : change === null ? 'From nothing' : `${change > 0 ? '+' : ''}${change}%`}
      </dd>
    </div>
  );
}

const number = (head: string, text: (step: SiteStep) => string): TableColumn<SiteStep> => ({
  head,
  isNumber: true,
  cell: text,
});

function Table({ steps, step }: { steps: readonly SiteStep[]; step: FigureStep }) {
  return (
    <details>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">Show as a table</summary>
      <DataTable
        label="Figures"
        className="mt-2"
        frame="scroll"
        right
        rows={steps.toReversed()}
        keyOf={({ from }) => from}
        columns={[
          { head: 'When', isRowHead: true, isNumber: true, cell: ({ from }) => stepText(from, step) },
          number('Sales', ({ sales }) => countText(sales)),
          number('Sold', ({ paidCents }) => moneyText(paidCents)),
          number('Commission', ({ commissionCents }) => moneyText(commissionCents)),
          number('Refunded', ({ refundedCents }) => moneyText(refundedCents)),
          number('People', ({ people }) => countText(people)),
          number('Products', ({ products }) => countText(products)),
          number('Downloads', ({ downloads }) => countText(downloads)),
        ]}
      />
    </details>
  );
}
