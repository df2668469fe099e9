import { actions } from 'astro:actions';
import { useState } from 'react';
import { type TenureImport, tenureUndoRefusal } from '../../../../domain/guild/tenure-import.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** Earlier imports of tenure, each of which can be undone for a day. */
export function TenureImports({
  imports,
  onUndone,
}: {
  imports: readonly TenureImport[];
  onUndone: () => void;
}) {
  const [confirming, setConfirming] = useState<TenureImport | null>(null);
  const { busy, mutate } = useMutation();
  const undo = ({ id }: TenureImport) =>
    void mutate(
      () => actions.guildMembers.undoTenure({ id }),
      'Undone.',
      () => {
        setConfirming(null);
        onUndone();
      },
    );
  return (
    <div>
      <h3 className="text-lg">Earlier imports</h3>
      <ul className="grid grid-cols-1 gap-2" aria-label="Imports of tenure">
        {imports.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-1 not-first:border-t"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="truncate font-semibold">{item.fileName}</p>
              <p className="text-sm text-ink-2">
                {item.state === 'undone'
                  ? 'Undone'
                  : `${item.changed} updated, ${item.joined} of ${item.expected} joined`}
                , {dayText(item.startedAt)}
              </p>
            </div>
            {tenureUndoRefusal(item, Date.now()) === null && (
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Undo ${item.fileName}`}
                onClick={() => setConfirming(item)}
              >
                Undo
              </button>
            )}
          </li>
        ))}
      </ul>
      {confirming && (
        <Confirm
          title={`Undo ${confirming.fileName}?`}
          yes="Undo it"
          no="Keep it"
          busy={busy}
          onYes={() => undo(confirming)}
          onNo={() => setConfirming(null)}
        >
          <p>
            Members get back the months from before, where you have not changed them since. Nobody on the list
            is expected any more.
          </p>
        </Confirm>
      )}
    </div>
  );
}
