import { memo } from 'react';
import { Link } from 'wouter';
import { isUpdated, type LibraryItem, NEW_FOR_MS, PRINT_STATE_TEXTS } from '../../domain/library.ts';
import { paths } from '../../paths.ts';

/** One owned product: its picture, whose it is, and what is new about it. */
export const LibraryCard = memo(function LibraryCard({ item }: { item: LibraryItem }) {
  const badge = isUpdated(item)
    ? 'Updated'
    : item.downloadedAt === null && Date.now() - item.grantedAt < NEW_FOR_MS
      ? 'New'
      : null;
  return (
    <li className="card group relative overflow-hidden transition-shadow hover:shadow-card">
      <div className="picture aspect-square">
        {item.picture !== '' && (
          <img
            src={paths.picture('products', item.id, item.picture, 320)}
            alt=""
            width={320}
            height={320}
            loading="lazy"
          />
        )}
      </div>
      {badge && <span className="badge absolute top-2 left-2">{badge}</span>}
      <div className="grid gap-0.5 p-3">
        <Link
          href={`/library/${item.id}`}
          className="line-clamp-2 font-semibold wrap-break-word after:absolute after:inset-0 group-hover:text-verdigris"
        >
          {item.name}
        </Link>
        <span className="truncate text-sm text-ink-2">{item.store}</span>
        {item.print && <span className="text-sm text-brass">{PRINT_STATE_TEXTS[item.print]}</span>}
      </div>
    </li>
  );
});
