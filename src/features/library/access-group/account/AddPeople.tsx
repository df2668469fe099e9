import { useRef, useState } from 'react';
import type { CsvRow } from '../../../../domain/kernel/csv.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import {
  IMPORT_CELLS_MAX,
  IMPORT_ROWS_MAX,
  type ImportCheck,
  type ImportRow,
  typedRows,
} from '../../../../domain/library/access-import.ts';
import { Form, Section, TextArea } from '../../../../ui/Form.tsx';
import { TableFile } from '../../../kernel/table/account/TableFile.tsx';
import { readTable } from '../../../kernel/table/account/table-file.ts';
import { CheckedList } from './CheckedList.tsx';
import { ColumnsOfTable } from './ColumnsOfTable.tsx';
import { useListCheck } from './useListCheck.ts';

/** Far above ten thousand rows of any crowdfunding site. */
const LIMITS = { rows: IMPORT_ROWS_MAX, cellsARow: IMPORT_CELLS_MAX, bytes: 20 * 1024 * 1024 };

type Step =
  | { at: 'start' }
  | { at: 'columns'; fileName: string; rows: CsvRow[] }
  | { at: 'checked'; fileName: string; check: ImportCheck };

/** The way of people into a group: typed or from a file, looked at first, then begun. */
export function AddPeople({ group, onStarted }: { group: AccessGroup; onStarted: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const { busy, fieldError, look } = useListCheck(group);
  if (group.state === 'closed') return null;
  // The button that led back is gone: whoever uses the keyboard goes on here.
  const start = () => {
    setStep({ at: 'start' });
    top.current?.focus();
  };
  const check = (fileName: string, rows: ImportRow[]) =>
    look(fileName, rows, (done) => setStep({ at: 'checked', fileName, check: done }));
  const open = async (file: File) => {
    setProblem(null);
    const table = await readTable(file, LIMITS);
    if ('problem' in table) setProblem(table.problem);
    else setStep({ at: 'columns', fileName: file.name, rows: table.rows });
  };
  return (
    <Section
      title="Add people"
      intro="Whoever has an account with a confirmed address gets everything at once. The others get a mail with a link that any account may use, once."
    >
      <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        {step.at === 'start' && (
          <>
            <Form
              busy={busy}
              label="Look at these addresses"
              disabled={typed.trim() === ''}
              onSend={() => check('', typedRows(typed))}
            >
              <TextArea
                label="E-mail addresses"
                name="addresses"
                rows={3}
                maxLength={20_000}
                autoCapitalize="none"
                spellCheck={false}
                placeholder={'mira@example.com\nWren Tallow <wren@example.com>'}
                value={typed}
                error={fieldError('rows')}
                onChange={setTyped}
              />
            </Form>
            <TableFile
              problem={problem}
              hint="From a crowdfunding site or a spreadsheet, up to 10,000 rows. You choose the columns next, and nobody is mailed before you have seen what comes of it."
              onFile={(file) => void open(file)}
            />
          </>
        )}
        {step.at === 'columns' && (
          <ColumnsOfTable
            {...step}
            busy={busy}
            error={fieldError('rows')}
            onBack={start}
            onRows={(rows) => check(step.fileName, rows)}
          />
        )}
        {step.at === 'checked' && (
          <CheckedList
            group={group}
            {...step}
            onBack={start}
            onStarted={() => {
              setTyped('');
              start();
              onStarted();
            }}
          />
        )}
      </div>
    </Section>
  );
}
