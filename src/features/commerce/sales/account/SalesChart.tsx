import type { SaleFigures } from '../../../../domain/commerce/sales-figures.ts';
import type { ViewFigures } from '../../../../domain/commerce/view-figures.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { DataTable } from '../../../../ui/account/DataTable.tsx';
import { StepBars, stepText } from './StepBars.tsx';

interface Props {
  figures: SaleFigures;
  /** Over the same steps; null if the filter does not apply to views. */
  views: Pick<ViewFigures, 'steps' | 'totals'> | null;
}

/** Earnings and page views over time, as charts and as a table. */
export function SalesChart({ figures: { steps, step }, views }: Props) {
  const rows = steps.map((entry, at) => ({ ...entry, views: views?.steps[at]?.views ?? 0 }));
  return (
    <figure className="card grid grid-cols-1 gap-5 p-5">
      <StepBars
        title={`Yours by ${step}`}
        step={step}
        bars={rows.map(({ from, yoursCents, count }) => ({
          from,
          value: yoursCents,
          note: `${moneyText(yoursCents)}, ${count} sold`,
        }))}
        fill="fill-verdigris"
        text={moneyText}
      />
      {views && (
        <StepBars
          title={`Views by ${step}`}
          step={step}
          bars={rows.map(({ from, views: value }) => ({ from, value, note: `${value} views` }))}
          fill="fill-brass"
          text={(value) => `${value} views`}
        />
      )}
      <details>
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">Show as a table</summary>
        <DataTable
          label={`Yours by ${step}, as a table`}
          className="mt-2"
          right
          rows={rows}
          keyOf={({ from }) => from}
          columns={[
            { head: 'When', isRowHead: true, cell: ({ from }) => stepText(from, step) },
            views && { head: 'Views', isNumber: true, cell: (row) => row.views },
            { head: 'Sold', isNumber: true, cell: ({ count }) => count },
            { head: 'Yours', isNumber: true, cell: ({ yoursCents }) => moneyText(yoursCents) },
          ]}
        />
      </details>
    </figure>
  );
}
