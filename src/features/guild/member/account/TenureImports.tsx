import { actions } from 'astro:actions';
import { type TenureImport, tenureUndoRefusal } from '../../../../domain/guild/tenure-import.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { UndoableImports } from '../../../kernel/table/account/UndoableImports.tsx';

/** Earlier imports of tenure, each of which can be undone for a day. */
export function TenureImports({
  imports,
  onUndone,
}: {
  imports: readonly TenureImport[];
  onUndone: () => void;
}) {
  const now = Date.now();
  return (
    <div>
      <h3 className="text-lg">Earlier imports</h3>
      <UndoableImports
        label="Imports of tenure"
        imports={imports.map((item) => ({
          id: item.id,
          name: item.fileName,
          undo: tenureUndoRefusal(item, now) === null ? 'Undo' : null,
          state: (
            <p className="text-sm text-ink-2">
              {item.state === 'undone'
                ? 'Undone'
                : `${item.changed} updated, ${item.joined} of ${item.expected} joined`}
              , {dayText(item.startedAt)}
            </p>
          ),
          consequence: (
            <p>
              Members get back the months from before, where you have not changed them since. Nobody on the
              list is expected any more.
            </p>
          ),
        }))}
        onUndo={(id) => actions.guildMembers.undoTenure({ id })}
        onUndone={onUndone}
      />
    </div>
  );
}
