import { SELECTION_MAX_PRODUCTS } from '../../../../domain/assets/variant.ts';
import { fileSizeText } from '../../../../domain/kernel/file-size.ts';
import type { LibraryItem } from '../../../../domain/library/library.ts';
import { SELECTION_REFUSAL_TEXTS, selectionRefusal } from '../../../../domain/library/selection.ts';
import { paths } from '../../../../paths.ts';
import { setArchived } from './library.store.ts';

/** The section of the help about the program that copies a whole library. */
export const COPY_SECTION = 'keep-a-copy-on-your-computer';

interface Props {
  /** Every selected product, also one that the filters hide. */
  selected: readonly LibraryItem[];
  /** How many of them the filters hide. */
  hidden: number;
  onClear: () => void;
}

/** The selected products at the lower edge of the window, to be downloaded as one archive; nothing if there are none. */
export function SelectionBar({ selected, hidden, onClear }: Props) {
  const sizeBytes = selected.reduce((sum, item) => sum + item.sizeBytes, 0);
  // Only what was archived before is taken out; a mixed selection is archived.
  const isArchived = selected.every(({ archived }) => archived);
  const refusal = selectionRefusal(selected.length, sizeBytes);
  return (
    <section
      aria-label="Selection"
      className={
        selected.length === 0
          ? 'sr-only'
          : 'card sticky bottom-3 z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 p-3 shadow-card sm:px-5'
      }
    >
      <p role="status" className="me-auto max-sm:basis-full">
        {selected.length > 0 &&
          `${selected.length.toLocaleString('en')} selected, ${fileSizeText(sizeBytes)}${hidden > 0 ? `, ${hidden.toLocaleString('en')} not shown by these filters` : ''}`}
      </p>
      {selected.length > 0 && (
        <>
          {refusal && (
            <p className="basis-full text-sm text-wax">
              {SELECTION_REFUSAL_TEXTS[refusal]}{' '}
              <a className="link" href={paths.helpPage('downloading', COPY_SECTION)}>
                Or keep a copy of everything
              </a>
            </p>
          )}
          <button
            type="button"
            className="btn btn-quiet btn-small"
            disabled={selected.length > SELECTION_MAX_PRODUCTS}
            onClick={async () => {
              const ids = selected.map(({ id }) => id);
              if (await setArchived(ids, !isArchived)) onClear();
            }}
          >
            {isArchived ? 'Take out' : 'Archive'}
          </button>
          <button type="button" className="btn btn-quiet btn-small" onClick={onClear}>
            Clear
          </button>
          {!refusal && (
            <a
              className="btn btn-small max-sm:flex-1"
              href={paths.downloadSelection(...selected.map(({ id }) => id))}
            >
              Download as one ZIP
            </a>
          )}
        </>
      )}
    </section>
  );
}
