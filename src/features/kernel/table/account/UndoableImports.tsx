import { type ReactNode, useState } from 'react';
import type { ActionResult } from '../../../../ui/action-answer.ts';
import { Confirm } from '../../../../ui/Confirm.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';

/** An import as it is listed. */
export interface ListedImport {
  id: string;
  name: string;
  /** What became of it. */
  state: ReactNode;
  /** The button that undoes it; null where it cannot be undone any more. */
  undo: 'Undo' | 'Stop and undo' | null;
  /** What undoing means, asked before it is done. */
  consequence: ReactNode;
}

/** Earlier imports of a table, each with a button that undoes it after a question. */
export function UndoableImports({
  label,
  imports,
  onUndo,
  onUndone,
}: {
  label: string;
  imports: readonly ListedImport[];
  onUndo: (id: string) => Promise<ActionResult<unknown>>;
  onUndone: () => void;
}) {
  const [confirming, setConfirming] = useState<ListedImport | null>(null);
  const { busy, mutate } = useMutation();
  const undo = ({ id }: ListedImport) =>
    void mutate(
      () => onUndo(id),
      'Undone.',
      () => {
        setConfirming(null);
        onUndone();
      },
    );
  return (
    <>
      <ul className="grid grid-cols-1 gap-2" aria-label={label}>
        {imports.map((item) => (
          <li
            key={item.id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line py-1 not-first:border-t"
          >
            <div className="min-w-0 flex-[1_1_14rem]">
              <p className="truncate font-semibold">{item.name}</p>
              {item.state}
            </div>
            {item.undo !== null && (
              <button
                type="button"
                className="link min-h-11"
                aria-label={`Undo ${item.name}`}
                onClick={() => setConfirming(item)}
              >
                {item.undo}
              </button>
            )}
          </li>
        ))}
      </ul>
      {confirming && (
        <Confirm
          title={`Undo ${confirming.name}?`}
          yes="Undo it"
          no="Keep it"
          busy={busy}
          onYes={() => undo(confirming)}
          onNo={() => setConfirming(null)}
        >
          {confirming.consequence}
        </Confirm>
      )}
    </>
  );
}

/** How far an import that runs is, with a bar. */
export function ImportProgress({ done, total, text }: { done: number; total: number; text: string }) {
  return (
    <div>
      <p className="text-sm text-ink-2 tabular-nums" role="status">
        {text}
      </p>
      <progress className="bar mt-1.5" max={Math.max(1, total)} value={done} aria-label="Adding" />
    </div>
  );
}
