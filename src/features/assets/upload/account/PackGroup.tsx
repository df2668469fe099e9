import { useId } from 'react';
import { PackRow } from './PackRow.tsx';
import type { FileRow, RowChange } from './pack-choice.ts';

interface Props {
  rows: readonly FileRow[];
  name: string;
  maxLength?: number;
  groups: readonly (readonly [key: string, name: string])[] | null;
  isLeftOut?: boolean;
  onChange: (key: string, change: RowChange) => void;
  onNew: (key: string) => void;
  /** Without it the name is read-only. */
  onRename?: (name: string) => void;
}

/** The files of one product; pairs are framed together. */
export function PackGroup({ rows, name, maxLength, groups, isLeftOut = false, onRename, ...row }: Props) {
  const id = useId();
  const draw = (fileRow: FileRow) => (
    <PackRow key={fileRow.file.key} row={fileRow} groups={groups} {...row} />
  );
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={isLeftOut ? 'rounded-[14px] border border-dashed border-line p-4 sm:p-5' : 'card p-4 sm:p-5'}
    >
      <h3 className={onRename ? 'sr-only' : 'text-lg'} id={`${id}-title`}>
        {name.trim() || 'Untitled'}
      </h3>
      {isLeftOut && (
        <p className="text-sm text-ink-2">These stay in your uploads until you choose a product for them.</p>
      )}
      {onRename && (
        <div className="max-w-md">
          <label className="label" htmlFor={id}>
            Product name
          </label>
          <input
            id={id}
            className="field"
            value={name}
            maxLength={maxLength}
            required
            onChange={(event) => onRename(event.target.value)}
          />
        </div>
      )}
      <div
        aria-hidden="true"
        className={`hint mt-4 hidden gap-x-3 lg:grid ${groups ? 'lg:grid-cols-[minmax(0,1fr)_10rem_6.5rem_8rem_10rem]' : 'lg:grid-cols-[minmax(0,1fr)_10rem_7rem_9rem]'}`}
      >
        <span>File</span>
        <span>Role</span>
        <span>Scale</span>
        <span>Part</span>
        {groups && <span>Product</span>}
      </div>
      <div className="divide-y divide-line">
        {bundled(rows).map((bundle) =>
          bundle.length > 1 ? (
            <section
              key={bundle[0]?.file.key}
              className="my-2 border-l-4 border-l-verdigris pl-3"
              aria-label="Pair: without and with supports"
            >
              <p className="pt-2 text-sm font-semibold text-verdigris">Pair: without and with supports</p>
              {bundle.map(draw)}
            </section>
          ) : (
            bundle.map(draw)
          ),
        )}
      </div>
    </section>
  );
}

/** Groups the rows of a pair, the one without supports first. */
function bundled(rows: readonly FileRow[]): FileRow[][] {
  const bundles: FileRow[][] = [];
  for (const row of rows) {
    const mate = row.pair === null ? undefined : bundles.find(([first]) => first?.pair === row.pair);
    if (mate) mate.splice(row.role === 'unsupported' ? 0 : 1, 0, row);
    else bundles.push([row]);
  }
  return bundles;
}
