import { useState } from 'react';
import type { GuildMonthFigures } from '../../../../domain/guild/guild-figures.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { type Month, monthStart, monthText } from '../../../../domain/kernel/month.ts';
import { Bars } from '../../../../ui/account/Bars.tsx';
import { DataTable, type TableColumn } from '../../../../ui/account/DataTable.tsx';

/** On phones, more month labels than this are thinned out. */
const LABELS_NARROW = 8;

const KINDS = {
  members: { title: 'Members by month', of: (one: GuildMonthFigures) => one.members, text: String },
  income: { title: 'Yours by month', of: (one: GuildMonthFigures) => one.yoursCents, text: moneyText },
} as const;
type Kind = keyof typeof KINDS;

/** Members or income by month, as bars and as a table. */
export function MonthsChart({ months }: { months: readonly GuildMonthFigures[] }) {
  const [kind, setKind] = useState<Kind>('members');
  const first = months[0];
  if (!first || months.every(({ members, paidCents }) => members === 0 && paidCents === 0)) return null;
  const { title, of, text } = KINDS[kind];
  // Keep the bars narrow when there are few months.
  const columns = Math.max(6, months.length);
  return (
    <figure className="card p-5">
      <figcaption className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-lg font-semibold">{title}</span>
        <span className="flex gap-2">
          {(Object.keys(KINDS) as Kind[]).map((name) => (
            <button
              key={name}
              type="button"
              className="chip min-h-11"
              aria-pressed={kind === name}
              onClick={() => setKind(name)}
            >
              {name === 'members' ? 'Members' : 'Yours'}
            </button>
          ))}
        </span>
      </figcaption>
      <Bars
        label={`${title}, from ${monthText(first.month)}; the table below has the numbers`}
        bars={months.map((one) => ({
          key: one.month,
          value: of(one),
          note: `${monthText(one.month)}: ${text(of(one))}`,
        }))}
        columns={columns}
        gap={6}
        fill="fill-verdigris"
      />
      <p className="mt-1 flex text-center text-sm text-ink-2" aria-hidden="true">
        {Array.from({ length: columns }, (_, at) => {
          const month = months[at]?.month;
          return (
            <span
              key={month ?? at}
              className={`min-w-0 flex-1 ${columns > LABELS_NARROW && at % 2 > 0 ? 'max-sm:invisible' : ''}`}
            >
              {month && shortMonth(month)}
            </span>
          );
        })}
      </p>
      <details className="mt-2">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center">Show as table</summary>
        <DataTable
          label="Months of the guild"
          className="mt-2"
          frame="scroll"
          right
          rows={months}
          keyOf={({ month }) => month}
          columns={[
            { head: 'Month', isRowHead: true, isNumber: true, cell: ({ month }) => monthText(month) },
            number('Members', ({ members }) => members),
            number('Joined', ({ joined }) => joined),
            number('Left', leftText),
            number('Paid', ({ paidCents }) => moneyText(paidCents)),
            number('Commission', ({ commissionCents }) => moneyText(commissionCents)),
            number('Refunded', ({ refundedCents }) => moneyText(refundedCents)),
            number('Yours', ({ yoursCents }) => moneyText(yoursCents)),
          ]}
        />
        <p className="hint">
          The number who left is known after a month ends. A yearly payment counts in the month it is paid.
          Disputed payments are yours once they are decided for you.
        </p>
      </details>
    </figure>
  );
}

const number = (
  head: string,
  cell: (one: GuildMonthFigures) => string | number,
): TableColumn<GuildMonthFigures> => ({ head, isNumber: true, cell });

const leftText = ({ left, churnPercent }: GuildMonthFigures) => {
  if (left === null) return '–';
  return churnPercent === null ? left : `${left} (${churnPercent}%)`;
};

/** "Nov", with the year where one begins. */
function shortMonth(month: Month): string {
  const at = new Date(monthStart(month));
  const name = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' }).format(at);
  return at.getUTCMonth() === 0 ? `${name} ${String(at.getUTCFullYear()).slice(2)}` : name;
}
