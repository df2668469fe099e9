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

type ImportAnswer = ActionAnswer<typeof actions.guildMembers.bringTenure>;

const LIMITS = { rows: TENURE_ROWS_MOST, cellsARow: TENURE_CELLS_MOST, bytes: 4 * 1024 * 1024 };

/** Imports membership months from a table: a preview first, then the import. */
export function TenureImport({ onImported }: { onImported: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [rows, setRows] = useState<TenureRow[]>([]);
  const [result, setResult] = useState<ImportAnswer | null>(null);
  const { busy, mutate } = useMutation();
  const send = (read: TenureRow[], write: boolean) =>
    void mutate(
      () =>
        actions.guildMembers.bringTenure({
          rows: read.map(({ line, email, months }) => [line, email, months] as const),
          write,
        }),
      write ? 'The months are imported.' : null,
      (answer) => {
        setResult(answer);
        if (write) onImported();
      },
    );
  const onFile = async (file: File) => {
    setResult(null);
    const table = await readTable(file, LIMITS);
    if ('problem' in table) return setProblem(table.problem);
    const columns = tenureColumns(table.rows[0]?.cells ?? []);
    if (!columns) return setProblem('The first row needs a title with “e-mail” and one with “months”.');
    setProblem(null);
    const read = tenureRows(table.rows, columns);
    setRows(read);
    send(read, false);
  };
  return (
    <details className="card p-4">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">Import tenure</summary>
      <div className="mt-2 grid gap-3">
        <p className="text-ink-2">
          If your guild moved here from another site, import a table with e-mail addresses and months. They
          are shown next to the months here and grant nothing. Only members of your guild are matched.
        </p>
        <TableFile
          problem={problem}
          hint={`A title row, a column with e-mail addresses and one with months; at most ${TENURE_ROWS_MOST.toLocaleString('en')} rows.`}
          onFile={(file) => void onFile(file)}
        />
        {busy && !result && <div className="skeleton h-24" aria-busy="true" />}
        {result && (
          <div className="grid gap-2" role="status">
            <p>
              {result.written === null
                ? `${result.changes} ${result.changes === 1 ? 'member' : 'members'} would change, ${result.same} already have them.`
                : `${result.written} ${result.written === 1 ? 'member is' : 'members are'} updated.`}
            </p>
            {result.written === null && result.examples.length > 0 && (
              <ul className="text-sm text-ink-2">
                {result.examples.map(({ email, before, after }) => (
                  <li key={email} className="wrap-anywhere">
                    {email}: {before} becomes {after}
                  </li>
                ))}
              </ul>
            )}
            {result.problemCount > 0 && (
              <>
                <p>{result.problemCount === 1 ? '1 row is' : `${result.problemCount} rows are`} skipped:</p>
                <ul className="text-sm text-ink-2">
                  {result.problems.map(({ line, email, reason }) => (
                    <li key={line} className="wrap-anywhere">
                      Line {line}: {email || 'no address'} {TENURE_PROBLEM_TEXTS[reason]}
                    </li>
                  ))}
                </ul>
              </>
            )}
            {result.written === null && result.changes > 0 && (
              <div>
                <button
                  type="button"
                  className="btn btn-small"
                  aria-busy={busy}
                  onClick={() => send(rows, true)}
                >
                  Import
                </button>
              </div>
            )}
          </div>
        )}
      </div>
    </details>
  );
}
