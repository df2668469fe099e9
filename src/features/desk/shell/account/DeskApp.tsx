import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { type ComponentType, type LazyExoticComponent, lazy, Suspense, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { $role } from '../../../identity/session/role.store.ts';
import { type DeskPage, deskPageAt, deskPagesOf } from '../desk-pages.ts';
import { DeskGate } from './DeskGate.tsx';
import { $queueCounts, queueCountText } from './queue-counts.store.ts';
import { RenewFactor } from './RenewFactor.tsx';
import { SecondFactorDialog } from './SecondFactorDialog.tsx';
import { $deeds, $isOpen, isForSecondFactor } from './second-factor.store.ts';

/** A page of the desk; each is fetched when it is opened. */
const PAGES: Record<DeskPage['path'], LazyExoticComponent<ComponentType>> = {
  texts: lazy(() => import('../../../site/legal/account/TextsPage.tsx')),
  mail: lazy(() => import('../../../site/mailing/account/MailingPage.tsx')),
  settings: lazy(() => import('../../../site/settings/account/SettingsPage.tsx')),
  figures: lazy(() => import('../../figures/account/FiguresPage.tsx')),
  health: lazy(() => import('../../health/account/HealthPage.tsx')),

  queue: lazy(() => import('../../queue/account/QueuePage.tsx')),
  searches: lazy(() => import('../../searches/account/SearchesPage.tsx')),
  categories: lazy(() => import('../../categories/account/CategoriesPage.tsx')),
  people: lazy(() => import('../../people/account/PeoplePage.tsx')),
  stores: lazy(() => import('../../offers/account/StoresPage.tsx')),
  products: lazy(() => import('../../offers/account/ProductsPage.tsx')),
  orders: lazy(() => import('../../orders/account/OrdersPage.tsx')),
  transparency: lazy(() => import('../../transparency/account/TransparencyPage.tsx')),
  audit: lazy(() => import('../../audit/account/AuditPage.tsx')),
};

/** The operator desk, behind the second factor: its navigation, the page, and the dialog for when the factor is over. */
export default function DeskApp() {
  return (
    <DeskGate>
      <OpenDesk />
    </DeskGate>
  );
}

function OpenDesk() {
  const role = useStore($role);
  const [location] = useLocation();
  const page = deskPageAt(location.slice(1), role);
  const counts = useStore($queueCounts);
  useQueueCounts(page?.path ?? '');
  if (page === null) return <p className="empty">There is nothing here.</p>;
  const Page = PAGES[page.path];
  return (
    <>
      <nav aria-label="Operator desk" className="mb-6 border-b border-line">
        <ul className="-mb-px flex flex-wrap md:gap-x-1">
          {deskPagesOf(role).map(({ path, label }) => (
            <li key={path}>
              <Link
                href={`/operator/${path}`}
                className={`inline-flex min-h-11 items-center border-b-2 px-2 text-sm whitespace-nowrap md:px-3 md:text-[0.9375rem] ${path === page.path ? 'border-verdigris font-semibold text-ink' : 'border-transparent text-ink-2 hover:text-ink'}`}
                aria-current={path === page.path ? 'page' : undefined}
              >
                {label}
                {path === 'queue' && counts && (
                  <span className="ml-1.5 rounded-full bg-paper-2 px-2 text-sm text-ink-2 tabular-nums">
                    {queueCountText(null, counts)}
                    <span className="sr-only"> waiting</span>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Suspense fallback={<div className="skeleton h-60" aria-busy="true" />}>
        <Page />
      </Suspense>
      <RenewFactor />
      <SecondFactorDialog />
    </>
  );
}

/** Asks what waits when a page of the desk opens and after each deed. Without an answer the older counts stay. */
function useQueueCounts(page: string): void {
  const deeds = useStore($deeds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: page and deeds say when to ask again
  useEffect(() => {
    let isWanted = true;
    actions.deskQueue
      .counts()
      .then(({ data, error }) => {
        // The twelve hours are over: nothing of the desk can be read.
        if (isForSecondFactor(error)) $isOpen.set(false);
        else if (isWanted && data) $queueCounts.set(data.counts);
      })
      .catch(() => {});
    return () => {
      isWanted = false;
    };
  }, [page, deeds]);
}
