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
import { type BackerTable, recognisedBackers } from '../../../../domain/library/backer-export.ts';
import { Form, Section, TextArea } from '../../../../ui/Form.tsx';
import { TableFile } from '../../../kernel/table/account/TableFile.tsx';
import { readTable } from '../../../kernel/table/account/table-file.ts';
import { CheckedList } from './CheckedList.tsx';
import { ColumnsOfTable } from './ColumnsOfTable.tsx';
import { RecognisedList } from './RecognisedList.tsx';
import { useListCheck } from './useListCheck.ts';

/** Far above ten thousand rows of any crowdfunding export. */
const LIMITS = { rows: IMPORT_ROWS_MAX, cellsARow: IMPORT_CELLS_MAX, bytes: 20 * 1024 * 1024 };

type Step =
  | { at: 'start' }
  | { at: 'columns'; fileName: string; rows: CsvRow[]; known: BackerTable | null }
  | { at: 'checked'; fileName: string; check: ImportCheck };

/** Imports people into a group, typed or from a file: check first, then start. */
export function AddPeople({ group, onStarted }: { group: AccessGroup; onStarted: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  const { busy, fieldError, checkList } = useListCheck(group);
  if (group.state === 'closed') return null;
  // The focused button is gone; move the focus for keyboard users.
  const start = () => {
    setStep({ at: 'start' });
    top.current?.focus();
  };
  const check = (fileName: string, rows: ImportRow[]) =>
    checkList(fileName, rows, (done) => setStep({ at: 'checked', fileName, check: done }));
  const open = async (file: File) => {
    setProblem(null);
    const table = await readTable(file, LIMITS);
    if ('problem' in table) setProblem(table.problem);
    else {
      const known = recognisedBackers(table.rows);
      setStep({ at: 'columns', fileName: file.name, rows: known?.rows ?? table.rows, known });
    }
  };
  return (
    <Section
      title="Add people"
      intro="People with a confirmed account get everything at once. The others get a mail with a link that any account can use once."
    >
      <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        {step.at === 'start' && (
          <>
            <Form
              busy={busy}
              label="Check addresses"
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
              hint="From a crowdfunding site or a spreadsheet, up to 10,000 rows. You choose the columns next, and see a preview before anyone is mailed."
              onFile={(file) => void open(file)}
            />
          </>
        )}
        {step.at === 'columns' && <RecognisedList known={step.known} />}
        {step.at === 'columns' && (
          <ColumnsOfTable
            fileName={step.fileName}
            rows={step.rows}
            start={step.known?.mapping ?? null}
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
