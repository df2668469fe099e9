import type { LibraryItem, LibraryList } from '../../../../domain/library/library.ts';
import { libraryCsv, libraryJson } from '../../../../domain/library/library-export.ts';
import { saveFile } from '../../../../ui/save-file.ts';

interface Props {
  items: readonly LibraryItem[];
  lists: readonly LibraryList[];
}

/** Exports the filtered library as CSV or JSON. */
export function ExportButtons({ items, lists }: Props) {
  return (
    <p className="flex gap-4 text-sm">
      <button
        type="button"
        className="link min-h-11"
        // The byte order mark tells spreadsheets that this is UTF-8.
        onClick={() => saveFile('library.csv', 'text/csv;charset=utf-8', `\uFEFF${libraryCsv(items, lists)}`)}
      >
        Export CSV
      </button>
      <button
        type="button"
        className="link min-h-11"
        onClick={() => saveFile('library.json', 'application/json', libraryJson(items, lists))}
      >
        Export JSON
      </button>
    </p>
  );
}
