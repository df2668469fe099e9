import type { SaleFigures } from '../../../../domain/commerce/sales-figures.ts';
import type { ViewFigures } from '../../../../domain/commerce/view-figures.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { StepBars, stepText } from './StepBars.tsx';

interface Props {
  figures: SaleFigures;
  /** Over the same steps; null if the filter does not apply to views. */
  views: Pick<ViewFigures, 'steps' | 'totals'> | null;
}

/** Earnings and page views over time, as charts and as a table. */
export function SalesChart({ figures: { steps, step }, views }: Props) {
  const rows = steps.map((entry, at) => ({ ...entry, views: views?.steps[at]?.views ?? 0 }));
  const heads = ['When', ...(views ? ['Views'] : []), 'Sold', 'Yours'];
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
        <table className="mt-2 w-full text-left text-sm">
          <thead className="text-ink-2">
            <tr>
              {heads.map((head, at) => (
                <th key={head} scope="col" className={`py-2 font-semibold ${at > 0 ? 'text-right' : ''}`}>
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.from} className="border-t border-line">
                <th scope="row" className="py-2 font-normal">
                  {stepText(row.from, step)}
                </th>
                {views && <td className="py-2 text-right tabular-nums">{row.views}</td>}
                <td className="py-2 text-right tabular-nums">{row.count}</td>
                <td className="py-2 text-right tabular-nums">{moneyText(row.yoursCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
