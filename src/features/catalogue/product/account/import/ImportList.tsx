import { useState } from 'react';
import {
  type ProductImport,
  productImportUndoRefusal,
} from '../../../../../domain/catalogue/import/product-import.ts';
import { dayText } from '../../../../../domain/kernel/instant.ts';
import { Confirm } from '../../../../../ui/Confirm.tsx';
import { Section } from '../../../../../ui/Form.tsx';
import type { ImportRun } from './useImportRun.ts';

const nameOf = ({ fileName }: ProductImport) => (fileName === '' ? 'Pasted rows' : fileName);

/** The store's imports: progress, skipped rows with reasons, and undo. */
export function ImportList({ imports, run }: { imports: readonly ProductImport[]; run: ImportRun }) {
  const [undoing, setUndoing] = useState<ProductImport | null>(null);
  return (
    <Section title="Imports">
      <ul className="grid grid-cols-1 gap-2" aria-label="Imports">
        {imports.map((one) => (
          <li key={one.id} className="border-line py-1 not-first:border-t">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div className="min-w-0 flex-[1_1_14rem]">
                <p className="wrap-anywhere font-semibold">{nameOf(one)}</p>
                <State of={one} />
              </div>
              {!run.busy && <Actions one={one} run={run} onUndo={() => setUndoing(one)} />}
            </div>
            {one.notes.length > 0 && (
              <ul
                className="mt-1 grid gap-1 text-sm wrap-anywhere"
                aria-label={`Skipped rows of ${nameOf(one)}`}
              >
                {one.notes.map(({ line, name, note }) => (
                  <li key={line}>
                    <span className="font-semibold">{name || 'No name'}</span>, row {line}: {note}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      {undoing && (
        <Confirm
          title={`Undo ${nameOf(undoing)}?`}
          yes="Undo"
          no="Cancel"
          busy={run.busy}
          onYes={() => {
            setUndoing(null);
            run.undo(undoing.id);
          }}
          onNo={() => setUndoing(null)}
        >
          <p>
            Changes from this table are reverted, and drafts it created are deleted. Products you edited since
            stay as they are and are listed.
          </p>
        </Confirm>
      )}
    </Section>
  );
}

function Actions({ one, run, onUndo }: { one: ProductImport; run: ImportRun; onUndo: () => void }) {
  const canUndo = one.done > 0 && productImportUndoRefusal(one, Date.now()) === null;
  return (
    <div className="flex flex-wrap gap-4">
      {one.state === 'running' && (
        <button type="button" className="link min-h-11" onClick={() => run.write(one.id)}>
          Resume
        </button>
      )}
      {canUndo && (
        <button type="button" className="link min-h-11" aria-label={`Undo ${nameOf(one)}`} onClick={onUndo}>
          {one.state === 'undoing' ? 'Resume undo' : 'Undo'}
        </button>
      )}
    </div>
  );
}

function State({ of: one }: { of: ProductImport }) {
  const { state, total, done, refused, undone, kept, startedAt } = one;
  if (state === 'running' || state === 'undoing') {
    const [processed, all] = state === 'running' ? [done + refused, total] : [undone + kept, done];
    return (
      <div>
        <p className="text-sm text-ink-2 tabular-nums" role="status">
          {processed} of {all} {state === 'running' ? 'imported' : 'undone'}
        </p>
        <progress
          className="bar mt-1.5"
          max={Math.max(1, all)}
          value={processed}
          aria-label={state === 'running' ? 'Importing' : 'Undoing'}
        />
      </div>
    );
  }
  const parts =
    state === 'undone'
      ? [`${undone} undone`, kept > 0 ? `${kept} unchanged` : '']
      : [`${done} imported`, refused > 0 ? `${refused} skipped` : ''];
  return (
    <p className="text-sm text-ink-2" role="status">
      {[...parts, startedAt === null ? '' : dayText(startedAt)].filter((part) => part !== '').join(', ')}
    </p>
  );
}
