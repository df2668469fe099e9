import { type LibraryItem, libraryCsv } from '../../domain/library.ts';

/** The library as it is shown, as a file of one's own. */
export function ExportButtons({ items }: { items: readonly LibraryItem[] }) {
  const save = (name: string, type: string, text: string) => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text], { type }));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <p className="flex gap-4 text-sm">
      <button
        type="button"
        className="link min-h-11"
        // The mark tells spreadsheets that this is UTF-8.
        onClick={() => save('library.csv', 'text/csv;charset=utf-8', `\uFEFF${libraryCsv(items)}`)}
      >
        Export CSV
      </button>
      <button
        type="button"
        className="link min-h-11"
        onClick={() => save('library.json', 'application/json', JSON.stringify(items, null, 2))}
      >
        Export JSON
      </button>
    </p>
  );
}
