import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { $ownStore } from './own-store.store.ts';

/** A seller's page; whoever has no store reads how to get one. */
export function NeedsStore({ children }: { children: ReactNode }) {
  if (useStore($ownStore)) return children;
  return (
    <div className="empty">
      <h1 className="text-2xl outline-none" tabIndex={-1}>
        You have no store yet
      </h1>
      <p>Opening one takes a minute and costs nothing.</p>
      <Link className="btn" href="/store-settings">
        Open a store
      </Link>
    </div>
  );
}
