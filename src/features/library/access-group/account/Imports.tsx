import { actions } from 'astro:actions';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { counted } from '../../../../domain/kernel/plural.ts';
import type { AccessGroup } from '../../../../domain/library/access-group.ts';
import { type AccessImport, undoRefusal } from '../../../../domain/library/access-import.ts';
import { Section } from '../../../../ui/Form.tsx';
import { ImportProgress, UndoableImports } from '../../../kernel/table/account/UndoableImports.tsx';

const people = (count: number) => counted(count, 'person', 'people');

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
  const now = Date.now();
  return (
    <Section title="Imports">
      <UndoableImports
        label="Imports"
        imports={imports.map((item) => ({
          id: item.id,
          name: item.fileName === '' ? 'Typed addresses' : item.fileName,
          undo: undoRefusal(item, now) !== null ? null : item.state === 'running' ? 'Stop and undo' : 'Undo',
          state: <ImportState of={item} />,
          consequence: (
            <>
              <p>
                People from this import who have not claimed are removed: their links stop working, and queued
                mails are not sent.
              </p>
              {item.claimed > 0 && <p>{people(item.claimed)} have already claimed and keep everything.</p>}
            </>
          ),
        }))}
        onUndo={(importId) => actions.accessImports.undo({ groupId: group.id, importId })}
        onUndone={onUndone}
      />
    </Section>
  );
}

function ImportState({ of: { state, done, total, added, claimed, startedAt } }: { of: AccessImport }) {
  if (state === 'running')
    return <ImportProgress done={done} total={total} text={`${done} of ${people(total)} processed`} />;
  const day = startedAt === null ? '' : `, ${dayText(startedAt)}`;
  return (
    <p className="text-sm text-ink-2">
      {state === 'undone'
        ? `Undone${claimed > 0 ? `; ${people(claimed)} had claimed` : ''}${day}`
        : `${people(added)} added, ${claimed} claimed${day}`}
    </p>
  );
}
