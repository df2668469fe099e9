import { useState } from 'react';
import type { SellerProductRow } from '../../../../../data/catalogue/seller-product-list.ts';
import { Unsaved } from '../../../../../ui/Unsaved.tsx';
import { GridRow } from './GridRow.tsx';

interface Props {
  rows: readonly SellerProductRow[];
  onSaved: (row: SellerProductRow) => void;
}

/** Edits names, prices and tags in a table. Wide screens only; phones show the list. */
export function GridEdit({ rows, onSaved }: Props) {
  const [dirty, setDirty] = useState<ReadonlySet<string>>(new Set());
  return (
    <div className="relative mt-2 overflow-x-auto max-md:hidden">
      <p className="hint" id="grid-keys">
        Enter saves a row and moves to the next one, Escape discards your changes to it.
      </p>
      <table
        className="mt-2 w-full border-collapse"
        aria-label="Products to edit"
        aria-describedby="grid-keys"
      >
        <thead>
          <tr className="text-left text-sm text-ink-2">
            <th scope="col" className="p-1 font-semibold">
              Name
            </th>
            <th scope="col" className="w-32 p-1 font-semibold">
              Price, US dollars
            </th>
            <th scope="col" className="w-1/3 p-1 font-semibold">
              Tags
            </th>
            <th scope="col" className="w-28 p-1 font-semibold">
              State
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <GridRow key={row.id} row={row} onDirty={setDirty} onSaved={onSaved} />
          ))}
        </tbody>
      </table>
      <Unsaved dirty={dirty.size > 0} />
    </div>
  );
}
