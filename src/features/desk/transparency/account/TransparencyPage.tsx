import { actions } from 'astro:actions';
import { useState } from 'react';
import { CASE_KINDS } from '../../../../domain/moderation/case.ts';
import { type TransparencyRow, transparencyCsv } from '../../../../domain/moderation/transparency.ts';
import { Field } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useQuery } from '../../../../ui/useQuery.ts';

const DAY_MS = 86_400_000;
const HEADS = [
  'Kind',
  'Decided',
  'Upheld',
  'Dismissed',
  'Found by a program',
  'After an objection',
  'Median hours',
];

/** How cases were decided in a span, to read and as files for programs. */
export default function TransparencyPage() {
  const [span, setSpan] = useState(() => {
    const year = new Date().getUTCFullYear();
    return { from: `${year}-01-01`, to: `${year}-12-31` };
  });
  const from = Date.parse(span.from);
  const before = Date.parse(span.to) + DAY_MS;
  const isSpan = from >= 0 && before > from;
  const query = useQuery(
    () => actions.deskTransparency.show(isSpan ? { from, before } : { from: 0, before: 0 }),
    `${span.from} ${span.to}`,
  );
  const rows = query.data?.rows ?? [];
  const name = `transparency-${span.from}-${span.to}`;
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Transparency report
      </h1>
      <p className="mt-2 text-ink-2">
        Cases that were decided, by kind. Every decision is a person’s; a program only finds and hides what
        looks like advertising. Days are those of UTC.
      </p>
      <div className="mt-6 grid grid-cols-2 gap-3 sm:max-w-md">
        <Field
          label="From"
          name="from"
          type="date"
          value={span.from}
          onChange={(day) => setSpan({ ...span, from: day })}
        />
        <Field
          label="To"
          name="to"
          type="date"
          value={span.to}
          onChange={(day) => setSpan({ ...span, to: day })}
        />
      </div>
      <QueryState query={query} />
      {query.data && rows.length === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">No decisions</h2>
          <p>Nothing was decided in these days. Choose a longer time.</p>
        </div>
      )}
      {rows.length > 0 && (
        <>
          <Rows rows={rows} />
          <div className="mt-4 flex flex-wrap gap-3">
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() =>
                saveFile(`${name}.csv`, 'text/csv;charset=utf-8', `\uFEFF${transparencyCsv(rows)}`)
              }
            >
              Save as CSV
            </button>
            <button
              type="button"
              className="btn btn-quiet"
              onClick={() =>
                saveFile(
                  `${name}.json`,
                  'application/json',
                  JSON.stringify({ ...span, decisions: rows }, null, 2),
                )
              }
            >
              Save as JSON
            </button>
          </div>
        </>
      )}
    </>
  );
}

function Rows({ rows }: { rows: readonly TransparencyRow[] }) {
  return (
    <section
      aria-label="Decisions by kind"
      className="relative mt-6 overflow-x-auto rounded-card border border-line bg-card"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too
      tabIndex={0}
    >
      <table className="w-full min-w-2xl text-left text-sm">
        <thead className="text-ink-2">
          <tr>
            {HEADS.map((head) => (
              <th key={head} scope="col" className="px-3 py-2 font-semibold">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ kind, decided, upheld, dismissed, automated, appealed, medianHours }) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="px-3 py-2 font-normal">
                {CASE_KINDS[kind]}
              </th>
              {[decided, upheld, dismissed, automated, appealed, medianHours ?? '–'].map((value, place) => (
                <td key={HEADS[place + 1]} className="px-3 py-2 tabular-nums">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
