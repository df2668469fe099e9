import { useStore } from '@nanostores/react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import type { LoadedQuery } from '../../../../ui/useQuery.ts';
import { NoStore } from '../../../catalogue/store/account/NoStore.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';

/** The frame of the seller's guild pages: title and intro, or a notice if there is no store. */
export function GuildFrame({
  title,
  intro,
  back,
  action,
  children,
}: {
  title: string;
  intro?: ReactNode;
  /** Link back to the list an editor belongs to. */
  back?: { to: string; label: string };
  /** Shown next to the title, such as a button that adds an entry. */
  action?: ReactNode;
  children: ReactNode;
}) {
  const store = useStore($sellerStore);
  if (!store) return <NoStore title={title} />;
  return (
    <>
      {back && (
        <Link className="link inline-flex min-h-11 items-center" href={`~${back.to}`}>
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle className="text-4xl wrap-anywhere">{title}</PageTitle>
        {action}
      </div>
      {intro && <p className="mt-2 max-w-2xl text-ink-2">{intro}</p>}
      {children}
    </>
  );
}

/** The state of a query about the guild, with a link to set the guild up where there is none yet. */
export function GuildQueryState({ query }: { query: Omit<LoadedQuery<unknown>, 'setData'> }) {
  return (
    <>
      <QueryState query={query} tall />
      {query.notFound && (
        <Link className="btn btn-small mt-4" href={`~${paths.sellerGuild()}`}>
          Go to your guild
        </Link>
      )}
    </>
  );
}

/** A state as a badge next to a name. */
export function StateMark({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return <span className={strong ? 'badge bg-verdigris text-on-verdigris' : 'badge'}>{children}</span>;
}
