import type { LibraryItem, LibraryList } from '../../domain/library.ts';
import { libraryCsv, libraryJson } from '../../domain/library-export.ts';

interface Props {
  items: readonly LibraryItem[];
  lists: readonly LibraryList[];
}

/** The library as it is shown, as a file of one's own. */
export function ExportButtons({ items, lists }: Props) {
  return (
    <p className="flex gap-4 text-sm">
      <button
        type="button"
        className="link min-h-11"
        // The mark tells spreadsheets that this is UTF-8.
        onClick={() => save('library.csv', 'text/csv;charset=utf-8', `\uFEFF${libraryCsv(items, lists)}`)}
      >
        Export CSV
      </button>
      <button
        type="button"
        className="link min-h-11"
        onClick={() => save('library.json', 'application/json', libraryJson(items, lists))}
      >
        Export JSON
      </button>
    </p>
  );
}

/** Hands a text to the browser as a download. */
function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // The download has its own hold on the bytes by the next turn, and no sooner in every browser.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
