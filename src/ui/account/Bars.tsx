const WIDTH = 720;
const HEIGHT = 160;
/** The height of the smallest bar, so that it stays visible. */
const MIN_HEIGHT = 3;

interface BarsProps {
  /** The label for screen readers. */
  label: string;
  /** Whole numbers of one kind; `note` is the bar's tooltip: its time and value. */
  bars: readonly { key: string | number; value: number; note: string }[];
  /** The number of columns; larger than the number of bars, it keeps a few bars from becoming too wide. */
  columns?: number;
  /** The gap between bars, in 720ths of the width. */
  gap: number;
  /** The bars' colour, as a fill class. */
  fill: string;
}

/** A bar chart of one value over time, scaled to the highest bar. A table beside it holds the numbers. */
export function Bars({ label, bars, columns = bars.length, gap, fill }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const step = WIDTH / columns;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="mt-4 h-40 w-full"
      role="img"
      aria-label={label}
    >
      <line x1="0" y1={HEIGHT} x2={WIDTH} y2={HEIGHT} className="stroke-line" strokeWidth="2" />
      {bars.map(({ key, value, note }, at) => {
        const height = value <= 0 ? 0 : Math.max(MIN_HEIGHT, (value / most) * (HEIGHT - 4));
        return (
          <rect
            key={key}
            x={at * step + gap / 2}
            y={HEIGHT - height}
            width={step - gap}
            height={height}
            className={fill}
          >
            <title>{note}</title>
          </rect>
        );
      })}
    </svg>
  );
}
