import { actions } from 'astro:actions';
import { useState } from 'react';
import {
  TENURE_CELLS_MOST,
  TENURE_PROBLEM_TEXTS,
  TENURE_ROWS_MOST,
  type TenureRow,
  tenureColumns,
  tenureRows,
} from '../../../../domain/guild/tenure-import.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { TableFile } from '../../../kernel/table/account/TableFile.tsx';
import { readTable } from '../../../kernel/table/account/table-file.ts';

type Looked = ActionAnswer<typeof actions.guildMembers.bringTenure>;

const LIMITS = { rows: TENURE_ROWS_MOST, cellsARow: TENURE_CELLS_MOST, bytes: 4 * 1024 * 1024 };

/** Brings months from elsewhere out of a table: looked at first, written afterwards. */
export function TenureImport({ onWritten }: { onWritten: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [rows, setRows] = useState<TenureRow[]>([]);
  const [looked, setLooked] = useState<Looked | null>(null);
  const { busy, mutate } = useMutation();
  const ask = (read: TenureRow[], write: boolean) =>
    void mutate(
      () =>
        actions.guildMembers.bringTenure({
          rows: read.map(({ line, email, months }) => [line, email, months] as const),
          write,
        }),
      write ? 'The months are written.' : null,
      (told) => {
        setLooked(told);
        if (write) onWritten();
      },
    );
  const take = async (file: File) => {
    setLooked(null);
    const table = await readTable(file, LIMITS);
    if ('problem' in table) return setProblem(table.problem);
    const columns = tenureColumns(table.rows[0]?.cells ?? []);
    if (!columns)
      return setProblem('The first row wants a title with “e-mail” and one with “months”; it has them not.');
    setProblem(null);
    const read = tenureRows(table.rows, columns);
    setRows(read);
    ask(read, false);
  };
  return (
    <details className="card p-4">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Bring months from elsewhere
      </summary>
      <div className="mt-2 grid gap-3">
        <p className="text-ink-2">
          When your guild moved here: a table with addresses and months. They are shown beside the months here
          and give nothing by themselves. Only people who are in your guild are looked for.
        </p>
        <TableFile
          problem={problem}
          hint={`A first row of titles, one column with e-mail addresses and one with months; at most ${TENURE_ROWS_MOST.toLocaleString('en')} rows.`}
          onFile={(file) => void take(file)}
        />
        {busy && !looked && <div className="skeleton h-24" aria-busy="true" />}
        {looked && (
          <div className="grid gap-2" role="status">
            <p>
              {looked.written === null
                ? `${looked.changes} ${looked.changes === 1 ? 'member' : 'members'} would change, ${looked.same} have it already.`
                : `${looked.written} ${looked.written === 1 ? 'member is' : 'members are'} changed.`}
            </p>
            {looked.written === null && looked.examples.length > 0 && (
              <ul className="text-sm text-ink-2">
                {looked.examples.map(({ email, before, after }) => (
                  <li key={email} className="wrap-anywhere">
                    {email}: {before} becomes {after}
                  </li>
                ))}
              </ul>
            )}
            {looked.problemCount > 0 && (
              <>
                <p>{looked.problemCount === 1 ? '1 row is' : `${looked.problemCount} rows are`} left out:</p>
                <ul className="text-sm text-ink-2">
                  {looked.problems.map(({ line, email, reason }) => (
                    <li key={line} className="wrap-anywhere">
                      Line {line}: {email || 'nobody'} {TENURE_PROBLEM_TEXTS[reason]}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {looked.written === null && looked.changes > 0 && (
              <div>
                <button
                  type="button"
                  className="btn btn-small"
                  aria-busy={busy}
                  onClick={() => ask(rows, true)}
                >
                  Write {looked.changes === 1 ? 'it' : 'them'}
                </button>
              </div>
            )}
          </div>
        )}
      </div>
    </details>
  );
}
