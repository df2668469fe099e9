import type { SaleFigures } from '../../../../domain/commerce/sales-figures.ts';
import { dayText, type Instant } from '../../../../domain/kernel/instant.ts';
import { Bars } from '../../../../ui/account/Bars.tsx';

const monthText = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Label of a step: a day, "Week of" its Monday, or a month. */
export function stepText(from: Instant, step: SaleFigures['step']): string {
  if (step === 'month') return monthText.format(from);
  return step === 'week' ? `Week of ${dayText(from)}` : dayText(from);
}

interface Props {
  title: string;
  step: SaleFigures['step'];
  /** `note` is the label of the bar: its value as text. */
  bars: { from: Instant; value: number; note: string }[];
  /** Fill class of the bars. */
  fill: string;
  /** Formats a value. */
  text: (value: number) => string;
}

/** One value over time, as bars. The numbers are in the table below. */
export function StepBars({ title, step, bars, fill, text }: Props) {
  const most = Math.max(0, ...bars.map(({ value }) => value));
  const first = bars[0];
  const last = bars.at(-1);
  if (!first || !last) return null;
  const best = bars.find(({ value }) => value === most) ?? first;
  return (
    <div>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-lg">{title}</h2>
        {most > 0 && (
          <p className="text-sm text-ink-2">
            Peak: {text(most)}, {stepText(best.from, step).replace('Week', 'the week')}
          </p>
        )}
      </div>
      <Bars
        label={`${title}, from ${dayText(first.from)}; the numbers are in the table below`}
        bars={bars.map(({ from, value, note }) => ({
          key: from,
          value,
          note: `${stepText(from, step)}: ${note}`,
        }))}
        gap={Math.min(4, 180 / bars.length)}
        fill={fill}
      />
      <p className="mt-1 flex justify-between text-sm text-ink-2" aria-hidden="true">
        <span>{stepText(first.from, step)}</span>
        <span>{stepText(last.from, step)}</span>
      </p>
    </div>
  );
}
