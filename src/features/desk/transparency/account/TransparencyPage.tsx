import { actions } from 'astro:actions';
import { useState } from 'react';
import { CASE_KINDS } from '../../../../domain/moderation/case.ts';
import { type TransparencyRow, transparencyCsv } from '../../../../domain/moderation/transparency.ts';
import { DataTable } from '../../../../ui/account/DataTable.tsx';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { Field } from '../../../../ui/Form.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { saveFile } from '../../../../ui/save-file.ts';
import { useQuery } from '../../../../ui/useQuery.ts';

const DAY_MS = 86_400_000;

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
      <PageTitle>Transparency report</PageTitle>
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

const Rows = ({ rows }: { rows: readonly TransparencyRow[] }) => (
  <DataTable
    label="Decisions by kind"
    className="mt-6"
    frame="card"
    rows={rows}
    keyOf={({ kind }) => kind}
    columns={[
      { head: 'Kind', isRowHead: true, cell: ({ kind }) => CASE_KINDS[kind] },
      { head: 'Decided', isNumber: true, cell: ({ decided }) => decided },
      { head: 'Upheld', isNumber: true, cell: ({ upheld }) => upheld },
      { head: 'Dismissed', isNumber: true, cell: ({ dismissed }) => dismissed },
      { head: 'Found by a program', isNumber: true, cell: ({ automated }) => automated },
      { head: 'After an objection', isNumber: true, cell: ({ appealed }) => appealed },
      { head: 'Median hours', isNumber: true, cell: ({ medianHours }) => medianHours ?? '–' },
    ]}
  />
);
