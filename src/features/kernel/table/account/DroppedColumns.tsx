import { plural } from '../../../../domain/kernel/plural.ts';

/** Characters of a title, and titles, that are shown. */
const TITLE_SHOWN = 40;
const TITLES_SHOWN = 12;

/** Names the columns of a table that an import leaves out; nothing where it reads them all. */
export function DroppedColumns({ titles }: { titles: readonly string[] }) {
  if (titles.length === 0) return null;
  const named = titles.slice(0, TITLES_SHOWN).map((title) => title.slice(0, TITLE_SHOWN));
  const more = titles.length - named.length;
  return (
    <p className="notice wrap-anywhere" role="status">
      {plural(titles.length, 'This column is not imported: ', 'These columns are not imported: ')}
      <strong>{named.join(', ')}</strong>
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
