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

/** The lists of people that came in, how far the one under way is, and the way back. */
export function Imports({
  group,
  imports,
  onUndone,
}: {
  group: AccessGroup;
  imports: readonly AccessImport[];
  onUndone: () => void;
}) {
  const [asked, setAsked] = useState<AccessImport | null>(null);
  const { busy, mutate } = useMutation();
  const undo = ({ id }: AccessImport) =>
    void mutate(
      () => actions.accessImports.undo({ groupId: group.id, importId: id }),
      'Undone.',
      () => {
        setAsked(null);
        onUndone();
      },
    );
  return (
    <Section title="Lists that came in">
      <ul className="grid grid-cols-1 gap-2" aria-label="Lists that came in">
        {imports.map((one) => (
          <li
            key={one.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-1 not-first:border-t"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="truncate font-semibold">{nameOf(one)}</p>
              <ImportState of={one} />
            </div>
            {undoRefusal(one, Date.now()) === null && (
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Undo ${nameOf(one)}`}
                onClick={() => setAsked(one)}
              >
                {one.state === 'running' ? 'Stop and undo' : 'Undo'}
              </button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <Confirm
          title={`Undo ${nameOf(asked)}?`}
          yes="Undo it"
          no="Keep it"
          busy={busy}
          onYes={() => undo(asked)}
          onNo={() => setAsked(null)}
        >
          <p>
            Who came by this list and has not claimed leaves the group: the links no longer work, and mails
            that have not left are not sent.
          </p>
          {asked.claimed > 0 && <p>{people(asked.claimed)} claimed already and keep everything.</p>}
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
          {done} of {people(total)} looked at
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
