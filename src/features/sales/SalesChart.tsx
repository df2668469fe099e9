import { dayText, type Instant } from '../../domain/instant.ts';
import { moneyText } from '../../domain/money.ts';
import type { SaleFigures } from '../../domain/sales-figures.ts';

const WIDTH = 720;
const HEIGHT = 160;
/** A bar of one cent can still be seen. */
const LEAST = 2;

const monthText = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

function stepText(from: Instant, step: SaleFigures['step']): string {
  if (step === 'month') return monthText.format(from);
  return step === 'week' ? `Week of ${dayText(from)}` : dayText(from);
}

/** What stayed with the seller over time: bars, and the same as a table for whoever wants the numbers. */
export function SalesChart({ figures }: { figures: SaleFigures }) {
  const { steps, step } = figures;
  const most = Math.max(0, ...steps.map(({ yoursCents }) => yoursCents));
  const first = steps[0];
  const last = steps.at(-1);
  if (most === 0 || !first || !last) return null;
  const room = WIDTH / steps.length;
  const gap = Math.min(4, room / 4);
  const best = steps.find(({ yoursCents }) => yoursCents === most) ?? first;
  const title = `Yours by ${step}`;
  return (
    <figure className="card p-5">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="text-lg font-semibold">{title}</span>
        <span className="text-sm text-ink-2">
          The most: {moneyText(most)}, {stepText(best.from, step).replace('Week', 'the week')}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="mt-4 h-40 w-full"
        role="img"
        aria-label={`${title}, from ${dayText(first.from)}; the numbers stand in the table below`}
      >
        <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} className="stroke-line" strokeWidth="2" />
        {steps.map(({ from, yoursCents, count }, at) => {
          const height = yoursCents <= 0 ? 0 : Math.max(LEAST, (yoursCents / most) * (HEIGHT - 4));
          return (
            <rect
              key={from}
              x={at * room + gap / 2}
              y={HEIGHT - height}
              width={room - gap}
              height={height}
              className="fill-verdigris"
            >
              <title>{`${stepText(from, step)}: ${moneyText(yoursCents)}, ${count} sold`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="mt-1 flex justify-between text-sm text-ink-2" aria-hidden="true">
        <span>{stepText(first.from, step)}</span>
        <span>{stepText(last.from, step)}</span>
      </p>
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">
          The numbers as a table
        </summary>
        <table className="mt-2 w-full text-left text-sm">
          <thead className="text-ink-2">
            <tr>
              <th scope="col" className="py-2 font-semibold">
                When
              </th>
              <th scope="col" className="py-2 text-right font-semibold">
                Sold
              </th>
              <th scope="col" className="py-2 text-right font-semibold">
                Yours
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ from, count, yoursCents }) => (
              <tr key={from} className="border-t border-line">
                <th scope="row" className="py-2 font-normal">
                  {stepText(from, step)}
                </th>
                <td className="py-2 text-right tabular-nums">{count}</td>
                <td className="py-2 text-right tabular-nums">{moneyText(yoursCents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
