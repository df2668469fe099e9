import { useState } from 'react';
import {
  type ProductImport,
  productImportUndoRefusal,
} from '../../../../../domain/catalogue/product-import.ts';
import { dayText } from '../../../../../domain/kernel/instant.ts';
import { Confirm } from '../../../../../ui/Confirm.tsx';
import { Section } from '../../../../../ui/Form.tsx';
import type { ImportRun } from './useImportRun.ts';

const nameOf = ({ fileName }: ProductImport) => (fileName === '' ? 'Pasted rows' : fileName);

/** The tables that came in: how far one under way is, what was not written and why, and the way back. */
export function ImportList({ imports, run }: { imports: readonly ProductImport[]; run: ImportRun }) {
  const [asked, setAsked] = useState<ProductImport | null>(null);
  return (
    <Section title="Tables that came in">
      <ul className="grid grid-cols-1 gap-2" aria-label="Tables that came in">
        {imports.map((one) => (
          <li key={one.id} className="border-line py-1 not-first:border-t">
            <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <div className="min-w-0 flex-[1_1_14rem]">
                <p className="wrap-anywhere font-semibold">{nameOf(one)}</p>
                <State of={one} />
              </div>
              {!run.busy && <Verbs one={one} run={run} onUndo={() => setAsked(one)} />}
            </div>
            {one.notes.length > 0 && (
              <ul className="mt-1 grid gap-1 text-sm wrap-anywhere" aria-label={`Left out of ${nameOf(one)}`}>
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
      {asked && (
        <Confirm
          title={`Undo ${nameOf(asked)}?`}
          yes="Undo it"
          no="Keep it"
          busy={run.busy}
          onYes={() => {
            setAsked(null);
            run.undo(asked.id);
          }}
          onNo={() => setAsked(null)}
        >
          <p>
            What the table changed goes back to what it was, and the drafts it began are taken away. What was
            edited since stays as it is, and you are told which.
          </p>
        </Confirm>
      )}
    </Section>
  );
}

function Verbs({ one, run, onUndo }: { one: ProductImport; run: ImportRun; onUndo: () => void }) {
  const canUndo = one.done > 0 && productImportUndoRefusal(one, Date.now()) === null;
  return (
    <div className="flex flex-wrap gap-4">
      {one.state === 'running' && (
        <button type="button" className="link min-h-11" onClick={() => run.write(one.id)}>
          Go on
        </button>
      )}
      {canUndo && (
        <button type="button" className="link min-h-11" aria-label={`Undo ${nameOf(one)}`} onClick={onUndo}>
          {one.state === 'undoing' ? 'Go on undoing' : 'Undo'}
        </button>
      )}
    </div>
  );
}

function State({ of: one }: { of: ProductImport }) {
  const { state, total, done, refused, undone, kept, startedAt } = one;
  if (state === 'running' || state === 'undoing') {
    const [through, all] = state === 'running' ? [done + refused, total] : [undone + kept, done];
    return (
      <div>
        <p className="text-sm text-ink-2 tabular-nums" role="status">
          {through} of {all} {state === 'running' ? 'written' : 'put back'}
        </p>
        <progress
          className="bar mt-1.5"
          max={Math.max(1, all)}
          value={through}
          aria-label={state === 'running' ? 'Writing' : 'Putting back'}
        />
      </div>
    );
  }
  const parts =
    state === 'undone'
      ? [`${undone} put back`, kept > 0 ? `${kept} left as they are` : '']
      : [`${done} written`, refused > 0 ? `${refused} not` : ''];
  return (
    <p className="text-sm text-ink-2" role="status">
      {[...parts, startedAt === null ? '' : dayText(startedAt)].filter((part) => part !== '').join(', ')}
    </p>
  );
}
