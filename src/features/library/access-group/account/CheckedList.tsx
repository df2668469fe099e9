import { actions } from 'astro:actions';
import { useEffect, useRef } from 'react';
import { counted, plural } from '../../../../domain/kernel/plural.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { IMPORT_PROBLEM_TEXTS, type ImportCheck } from '../../../../domain/library/access-import.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

const people = (count: number) => counted(count, 'person', 'people');

/** Preview of an import, before anything is added or mailed. */
export function CheckedList({
  group,
  fileName,
  check,
  onBack,
  onStarted,
}: {
  group: AccessGroup;
  fileName: string;
  check: ImportCheck;
  onBack: () => void;
  onStarted: () => void;
}) {
  const { busy, mutate } = useMutation();
  const title = useRef<HTMLHeadingElement>(null);
  // The focused button of the previous step is gone; move the focus here.
  useEffect(() => title.current?.focus(), []);
  const { fresh, mails, there, owning, repeated, problems, problemCount } = check;
  const figures = (
    [
      ['New', fresh, null],
      ['Already in the group', there, 'They stay unchanged and get no second mail.'],
      ['Own everything already', owning, 'They are counted as new and get what you add later.'],
      ['Repeated in the list', repeated, 'Each address counts once.'],
      ['Not readable', problemCount, null],
    ] as const
  ).filter(([name, count]) => count > 0 || name === 'New');
  const start = () =>
    void mutate(
      () => actions.accessImports.begin({ groupId: group.id, importId: check.importId }),
      `${people(fresh)} ${plural(fresh, 'is', 'are')} being added.`,
      onStarted,
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <h3 className="text-lg outline-none wrap-anywhere" tabIndex={-1} ref={title}>
        {fileName === '' ? 'These addresses' : fileName}
      </h3>
      <dl className="grid gap-2">
        {figures.map(([name, count, note]) => (
          <div key={name} className="grid grid-cols-[1fr_auto] gap-x-4">
            <dt>
              {name}
              {note && <span className="block text-sm text-ink-2">{note}</span>}
            </dt>
            <dd className="font-display text-xl tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {problems.length > 0 && (
        <details className="notice">
          <summary className="cursor-pointer py-1 font-semibold">
            {counted(problemCount, 'row is', 'rows are')} left out
          </summary>
          <ul className="mt-2 grid gap-1 text-sm wrap-anywhere">
            {problems.map(({ line, text, reason }) => (
              <li key={`${line}-${text}`}>
                Line {line}: {text === '' ? '' : `“${text}” `}
                {IMPORT_PROBLEM_TEXTS[reason]}
              </li>
            ))}
            {problemCount > problems.length && <li>and {problemCount - problems.length} more</li>}
          </ul>
        </details>
      )}
      {fresh > 0 && mails !== null && <p className="notice">{mails}</p>}
      <p className="text-ink-2">
        {fresh === 0
          ? 'There are no new people to add.'
          : mails === null
            ? 'They are mailed as they are added. You can undo this for 24 hours; people who have claimed keep everything.'
            : 'You can undo this for 24 hours; people who have claimed keep everything.'}
        {fresh > 0 && group.products === 0 && ' The group delivers no models yet; add those first.'}
      </p>
      <p className="flex flex-wrap gap-3">
        {fresh > 0 && (
          <button type="button" className="btn" aria-busy={busy} onClick={start}>
            {mails === null ? 'Add and mail' : 'Add'} {people(fresh)}
          </button>
        )}
        <button type="button" className="btn btn-quiet" onClick={onBack}>
          {fresh > 0 ? 'Cancel' : 'Back'}
        </button>
      </p>
    </div>
  );
}
