import { actions } from 'astro:actions';
import { useState } from 'react';
import { dayText } from '../../../../domain/kernel/instant.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { type AccessImport, undoRefusal } from '../../../../domain/library/access-import.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { Section } from '../../../../ui/Form.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

const nameOf = ({ fileName }: AccessImport) => (fileName === '' ? 'Typed addresses' : fileName);
const people = (count: number) => (count === 1 ? '1 person' : `${count} people`);

/** The imports of a group, with progress and undo. */
export function Imports({
  group,
  imports,
  onUndone,
}: {
  group: AccessGroup;
  imports: readonly AccessImport[];
  onUndone: () => void;
}) {
  const [confirming, setConfirming] = useState<AccessImport | null>(null);
  const { busy, mutate } = useMutation();
  const undo = ({ id }: AccessImport) =>
    void mutate(
      () => actions.accessImports.undo({ groupId: group.id, importId: id }),
      'Undone.',
      () => {
        setConfirming(null);
        onUndone();
      },
    );
  return (
    <Section title="Imports">
      <ul className="grid grid-cols-1 gap-2" aria-label="Imports">
        {imports.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-1 not-first:border-t"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="truncate font-semibold">{nameOf(item)}</p>
              <ImportState of={item} />
            </div>
            {undoRefusal(item, Date.now()) === null && (
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Undo ${nameOf(item)}`}
                onClick={() => setConfirming(item)}
              >
                {item.state === 'running' ? 'Stop and undo' : 'Undo'}
              </button>
            )}
          </li>
        ))}
      </ul>
      {confirming && (
        <Confirm
          title={`Undo ${nameOf(confirming)}?`}
          yes="Undo it"
          no="Keep it"
          busy={busy}
          onYes={() => undo(confirming)}
          onNo={() => setConfirming(null)}
        >
          <p>
            People from this import who have not claimed are removed: their links stop working, and queued
            mails are not sent.
          </p>
          {confirming.claimed > 0 && (
            <p>{people(confirming.claimed)} have already claimed and keep everything.</p>
          )}
        </Confirm>
      )}
    </Section>
  );
}

function ImportState({ of: { state, done, total, added, claimed, startedAt } }: { of: AccessImport }) {
  if (state === 'running')
    return (
      <div>
        <p className="text-sm text-ink-2 tabular-nums" role="status">
          {done} of {people(total)} processed
        </p>
        <progress className="bar mt-1.5" max={Math.max(1, total)} value={done} aria-label="Adding" />
      </div>
    );
  const day = startedAt === null ? '' : `, ${dayText(startedAt)}`;
  return (
    <p className="text-sm text-ink-2">
      {state === 'undone'
        ? `Undone${claimed > 0 ? `; ${people(claimed)} had claimed` : ''}${day}`
        : `${people(added)} added, ${claimed} claimed${day}`}
    </p>
  );
}
