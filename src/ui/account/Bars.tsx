const WIDTH = 720;
const HEIGHT = 160;
/** The smallest bar can still be seen. */
const LEAST = 3;

interface BarsProps {
  /** What is drawn, for those who hear it. */
  label: string;
  /** Whole numbers of one kind; `note` is what stands at the bar: when it was and its value, in words. */
  bars: readonly { key: string | number; value: number; note: string }[];
  /** For how many there is room; more than there are bars where few are not to be drawn as wide as walls. */
  columns?: number;
  /** Between two bars, in parts of 720 of the width. */
  gap: number;
  /** The bars' colour, a fill class. */
  fill: string;
}

/** One value over time, as bars as high as the highest allows. The numbers stand in a table beside it. */
export function Bars({ label, bars, columns = bars.length, gap, fill }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const room = WIDTH / columns;
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
        const height = value <= 0 ? 0 : Math.max(LEAST, (value / most) * (HEIGHT - 4));
        return (
          <rect
            key={key}
            x={at * room + gap / 2}
            y={HEIGHT - height}
            width={room - gap}
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
