import { actions } from 'astro:actions';
import { useRef, useState } from 'react';
import type { CsvRow } from '../../../../domain/kernel/csv.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import { titleKey } from '../../../../domain/kernel/table-titles.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import {
  CAMPAIGN_GROUPS_MAX,
  IMPORT_CELLS_MAX,
  IMPORT_COLUMNS,
  IMPORT_ROWS_MAX,
  type ImportCheck,
} from '../../../../domain/library/access-import.ts';
import {
  type BackerTable,
  LEVELS_MAX,
  type Level,
  levelsOf,
  recognisedBackers,
  rowsByGroup,
} from '../../../../domain/library/backer-export.ts';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { Check, Form } from '../../../../ui/Form.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';
import { TableFile } from '../../../kernel/table/account/TableFile.tsx';
import { readTable } from '../../../kernel/table/account/table-file.ts';
import { ColumnsOfTable } from './ColumnsOfTable.tsx';
import { RecognisedList } from './RecognisedList.tsx';

const LIMITS = { rows: IMPORT_ROWS_MAX, cellsARow: IMPORT_CELLS_MAX, bytes: 20 * 1024 * 1024 };
const LABELS = { ...IMPORT_COLUMNS, note: 'Pledge level' };

type Group = Pick<AccessGroup, 'id' | 'name'>;
interface CheckedGroup {
  group: Group;
  check: ImportCheck;
}
type Step =
  | { at: 'start' }
  | { at: 'columns'; fileName: string; rows: CsvRow[]; known: BackerTable | null }
  | { at: 'levels'; fileName: string; levels: Level[] }
  | { at: 'checked'; fileName: string; checked: CheckedGroup[] };

const people = (count: number) => counted(count, 'person', 'people');

/** The steps of an import into several groups: file, columns, levels, preview. */
export function CampaignList({ groups, onStarted }: { groups: readonly Group[]; onStarted: () => void }) {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const [problem, setProblem] = useState<string | null>(null);
  const top = useRef<HTMLDivElement>(null);
  // The focused button is gone; move the focus for keyboard users.
  const go = (next: Step) => {
    setProblem(null);
    setStep(next);
    top.current?.focus();
  };
  const open = async (file: File) => {
    const table = await readTable(file, LIMITS);
    if ('problem' in table) return setProblem(table.problem);
    const known = recognisedBackers(table.rows);
    go({ at: 'columns', fileName: file.name, rows: known?.rows ?? table.rows, known });
  };
  const start = () => go({ at: 'start' });
  return (
    <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
      {step.at === 'start' && (
        <TableFile
          problem={problem}
          hint="Up to 10,000 rows. Nobody is added or mailed before you have seen a preview."
          onFile={(file) => void open(file)}
        />
      )}
      {step.at === 'columns' && (
        <>
          <RecognisedList known={step.known} />
          <ColumnsOfTable
            fileName={step.fileName}
            rows={step.rows}
            start={step.known?.mapping ?? null}
            columnLabels={LABELS}
            next="Choose groups"
            busy={false}
            error={problem ?? undefined}
            onBack={start}
            onRows={(rows) => {
              const levels = levelsOf(rows);
              if (levels.length > LEVELS_MAX)
                setProblem(
                  `This column has ${levels.length} different values. Choose the one of the pledge level.`,
                );
              else go({ at: 'levels', fileName: step.fileName, levels });
            }}
          />
        </>
      )}
      {step.at === 'levels' && (
        <Levels
          {...step}
          groups={groups}
          onBack={start}
          onChecked={(checked) => go({ at: 'checked', fileName: step.fileName, checked })}
        />
      )}
      {step.at === 'checked' && (
        <Preview
          {...step}
          onBack={start}
          onStarted={() => {
            start();
            onStarted();
          }}
        />
      )}
    </div>
  );
}

/** Which groups each level leads to; at first those of the same name. */
function Levels({
  fileName,
  levels,
  groups,
  onBack,
  onChecked,
}: {
  fileName: string;
  levels: readonly Level[];
  groups: readonly Group[];
  onBack: () => void;
  onChecked: (checked: CheckedGroup[]) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        levels.flatMap((level, at) =>
          groups.filter(({ name }) => titleKey(name) === titleKey(level.name)).map(({ id }) => `${at} ${id}`),
        ),
      ),
  );
  const { busy, mutate } = useMutation();
  const byGroup = rowsByGroup(levels, (level) =>
    groups.filter(({ id }) => chosen.has(`${levels.indexOf(level)} ${id}`)).map(({ id }) => id),
  );
  const check = async (): Promise<ActionResult<CheckedGroup[]>> => {
    const checked: CheckedGroup[] = [];
    for (const group of groups) {
      const rows = byGroup.get(group.id);
      if (!rows) continue;
      const { data, error } = await actions.accessImports.check({
        groupId: group.id,
        fileName: fileName.slice(0, 200),
        rows: rows.map(({ line, email, name, note }) => [line, email, name, note] as const),
      });
      if (error !== undefined) return { data: undefined, error };
      checked.push({ group, check: data });
    }
    return { data: checked, error: undefined };
  };
  const toggle = (key: string) => (on: boolean) =>
    setChosen(new Set(on ? [...chosen, key] : [...chosen].filter((one) => one !== key)));
  return (
    <>
      <Form
        busy={busy}
        label="Check list"
        disabled={byGroup.size === 0 || byGroup.size > CAMPAIGN_GROUPS_MAX}
        onSend={() => void mutate(check, null, onChecked)}
      >
        {levels.map((level, at) => (
          <fieldset key={level.name} className="grid gap-1">
            <legend className="label wrap-anywhere">
              {level.name || 'Without a level'}{' '}
              <span className="font-normal text-ink-2">({counted(level.rows.length, 'row')})</span>
            </legend>
            {groups.map(({ id, name }) => (
              <Check
                key={id}
                label={name}
                checked={chosen.has(`${at} ${id}`)}
                onChange={toggle(`${at} ${id}`)}
              />
            ))}
          </fieldset>
        ))}
      </Form>
      <button type="button" className="link min-h-11 justify-self-start" onClick={onBack}>
        Choose another file
      </button>
    </>
  );
}

/** What would be added to each group. */
function Preview({
  checked,
  onBack,
  onStarted,
}: {
  checked: readonly CheckedGroup[];
  onBack: () => void;
  onStarted: () => void;
}) {
  const { busy, mutate } = useMutation();
  const fresh = checked.reduce((sum, { check }) => sum + check.fresh, 0);
  const start = () =>
    void mutate(
      () =>
        actions.accessImports.beginAll({
          imports: checked
            .filter(({ check }) => check.fresh > 0)
            .map(({ group, check }) => ({ groupId: group.id, importId: check.importId })),
        }),
      null,
      ({ started, refusals }) => {
        for (const { sentence } of refusals) void toast(sentence, { kind: 'error' });
        if (started === 0) return;
        void toast(`${counted(started, 'group is', 'groups are')} being filled.`, {
          kind: 'success',
        });
        onStarted();
      },
    );
  return (
    <>
      <ul className="grid gap-3" aria-label="Preview">
        {checked.map(({ group, check }) => (
          <li key={group.id}>
            <p className="font-semibold wrap-anywhere">
              {group.name}: {people(check.fresh)} would be added
            </p>
            <p className="text-sm text-ink-2">
              {[
                check.there > 0 && `${check.there} already in the group`,
                check.owning > 0 && `${check.owning} own everything already`,
                check.repeated > 0 && `${check.repeated} repeated`,
                check.problemCount > 0 && `${check.problemCount} not readable`,
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            {check.fresh > 0 && check.mails !== null && <p className="text-sm">{check.mails}</p>}
            {check.problems.length > 0 && (
              <ul className="text-sm text-ink-2">
                {check.problems.slice(0, 10).map(({ line, text }) => (
                  <li key={line} className="wrap-anywhere">
                    Line {line}: {text === '' ? 'no address' : `“${text}” is not an e-mail address`}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <p className="text-ink-2">
        They are mailed as they are added. You can undo this for 24 hours; people who have claimed keep
        everything.
      </p>
      <p className="flex flex-wrap gap-3">
        {fresh > 0 && (
          <button type="button" className="btn" aria-busy={busy} onClick={start}>
            Add and mail them
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={onBack}>
          {fresh > 0 ? 'Cancel' : 'Back'}
        </button>
      </p>
    </>
  );
}
