import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../../paths.ts';

interface Owned {
  id: string;
  name: string;
  /** The store's name. */
  store: string;
  /** The main picture's file, or "". */
  picture: string;
}

/** An owned product in a list: picture, linked name and store. */
export function OwnedCard({
  item: { id, name, store, picture },
  badge = null,
  corner = null,
  action = null,
  children,
}: {
  item: Owned;
  badge?: string | null;
  /** In the upper right corner of the picture, above the link. */
  corner?: ReactNode;
  /** Below the texts, above the link. */
  action?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="card group relative flex flex-col overflow-hidden transition-shadow hover:shadow-card">
      <div className="picture aspect-square">
        {picture !== '' && (
          <img
            src={paths.picture('products', id, picture, 320)}
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
          href={`/library/${id}`}
          className="line-clamp-2 font-semibold wrap-break-word after:absolute after:inset-0 group-hover:text-verdigris"
        >
          {name}
        </Link>
        <span className="truncate text-sm text-ink-2">{store}</span>
        {children}
      </div>
      {action && <div className="relative z-10 mt-auto px-3 pb-3">{action}</div>}
      {corner && <div className="absolute top-0 right-0 z-10">{corner}</div>}
    </li>
  );
}
