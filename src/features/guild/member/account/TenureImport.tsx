import { actions } from 'astro:actions';
import { useState } from 'react';
import { patronColumns, patronRows } from '../../../../domain/guild/patron-export.ts';
import {
  TENURE_CELLS_MOST,
  TENURE_PROBLEM_TEXTS,
  TENURE_ROWS_MOST,
  type TenureRow,
  tenureColumns,
  tenureRows,
} from '../../../../domain/guild/tenure-import.ts';
import type { CsvRow } from '../../../../domain/kernel/csv.ts';
import { counted, plural } from '../../../../domain/kernel/plural.ts';
import { droppedColumns } from '../../../../domain/kernel/table-titles.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { DroppedColumns } from '../../../kernel/table/account/DroppedColumns.tsx';
import { TableFile } from '../../../kernel/table/account/TableFile.tsx';
import { readTable } from '../../../kernel/table/account/table-file.ts';
import { TenureImports } from './TenureImports.tsx';

type ImportAnswer = ActionAnswer<typeof actions.guildMembers.bringTenure>;

const LIMITS = { rows: TENURE_ROWS_MOST, cellsARow: TENURE_CELLS_MOST, bytes: 20 * 1024 * 1024 };

interface ReadFile {
  fileName: string;
  rows: TenureRow[];
  /** Whether the months were computed from the dates of Patreon's export. */
  isPatron: boolean;
  /** Columns that are not imported. */
  dropped: string[];
}

/** The rows of a table; null when it has no column of addresses or none of months. */
function rowsOf(rows: readonly CsvRow[]): Omit<ReadFile, 'fileName'> | null {
  const titles = rows[0]?.cells ?? [];
  const patron = patronColumns(titles);
  const droppedBut = (columns: object) => droppedColumns(rows, Object.values(columns));
  if (patron)
    return { rows: patronRows(rows, patron, Date.now()), isPatron: true, dropped: droppedBut(patron) };
  const columns = tenureColumns(titles);
  return columns && { rows: tenureRows(rows, columns), isPatron: false, dropped: droppedBut(columns) };
}

/** Imports membership months from a table: a preview first, then the import, which can be undone for a day. */
export function TenureImportForm({ onImported }: { onImported: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<ReadFile | null>(null);
  const [result, setResult] = useState<ImportAnswer | null>(null);
  const { busy, mutate } = useMutation();
  const imports = useQuery(() => actions.guildMembers.tenureImports());
  const changed = () => {
    void imports.refetch();
    onImported();
  };
  const send = ({ fileName, rows }: ReadFile, write: boolean) =>
    void mutate(
      () =>
        actions.guildMembers.bringTenure({
          fileName: fileName.slice(0, 200),
          rows: rows.map(({ line, email, months, tier }) => [line, email, months, tier] as const),
          write,
        }),
      write ? 'The months are imported.' : null,
      (answer) => {
        setResult(answer);
        if (write) changed();
      },
    );
  const onFile = async (chosen: File) => {
    setResult(null);
    setFile(null);
    const table = await readTable(chosen, LIMITS);
    if ('problem' in table) return setProblem(table.problem);
    const read = rowsOf(table.rows);
    if (!read) return setProblem('The first row needs a title with “e-mail” and one with “months”.');
    setProblem(null);
    const readFile = { fileName: chosen.name, ...read };
    setFile(readFile);
    send(readFile, false);
  };
  return (
    <details className="card p-4">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">Import tenure</summary>
      <div className="mt-2 grid gap-3">
        <p className="text-ink-2">
          If your guild moved here from another site, import its list of members. The months are shown next to
          the months here and grant nothing. People who are not members yet get theirs when they join with the
          same confirmed address.
        </p>
        <TableFile
          problem={problem}
          hint={`The list that Patreon exports, or any table with a title row, a column with e-mail addresses and one with months; at most ${TENURE_ROWS_MOST.toLocaleString('en')} rows.`}
          onFile={(chosen) => void onFile(chosen)}
        />
        {file && <DroppedColumns titles={file.dropped} />}
        {busy && !result && <div className="skeleton h-24" aria-busy="true" />}
        {result && (
          <Preview
            result={result}
            isPatron={file?.isPatron === true}
            busy={busy}
            onImport={() => file && send(file, true)}
          />
        )}
        {imports.data && imports.data.length > 0 && (
          <TenureImports imports={imports.data} onUndone={changed} />
        )}
      </div>
    </details>
  );
}

const members = (count: number) => counted(count, 'member');
const people = (count: number) => counted(count, 'person', 'people');

function Preview({
  result,
  isPatron,
  busy,
  onImport,
}: {
  result: ImportAnswer;
  isPatron: boolean;
  busy: boolean;
  onImport: () => void;
}) {
  const { written, changes, expected, same, examples, problems, problemCount } = result;
  return (
    <div className="grid gap-2" role="status">
      {isPatron && (
        <p className="notice">
          This is a list of members from Patreon. Months are counted from the first to the last paid one; the
          list does not say when somebody paused.
        </p>
      )}
      {written === null ? (
        <p>
          {members(changes)} would change, {people(expected)} would be expected to join; {same}{' '}
          {plural(same, 'row changes', 'rows change')} nothing.
        </p>
      ) : (
        <p>
          {members(written.changed)} {plural(written.changed, 'is', 'are')} updated,{' '}
          {people(written.expected)} {plural(written.expected, 'is', 'are')} expected to join.
        </p>
      )}
      {written === null && examples.length > 0 && (
        <ul className="text-sm text-ink-2">
          {examples.map(({ email, before, after }) => (
            <li key={email} className="wrap-anywhere">
              {email}: {before} becomes {after}
            </li>
          ))}
        </ul>
      )}
      {problemCount > 0 && (
        <>
          <p>{counted(problemCount, 'row is', 'rows are')} skipped:</p>
          <ul className="text-sm text-ink-2">
            {problems.map(({ line, email, reason }) => (
              <li key={line} className="wrap-anywhere">
                Line {line}: {email || 'no address'} {TENURE_PROBLEM_TEXTS[reason]}
              </li>
            ))}
            {problemCount > problems.length && <li>and {problemCount - problems.length} more</li>}
          </ul>
        </>
      )}
      {written === null && changes + expected > 0 && (
        <div>
          <button type="button" className="btn btn-small" aria-busy={busy} onClick={onImport}>
            Import
          </button>
        </div>
      )}
    </div>
  );
}
