import { useStore } from '@nanostores/react';
import { type ComponentType, lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import type { Store } from '../../../domain/catalogue/store.ts';
import { CLOSED_PAGES } from '../../../domain/identity/look.ts';
import type { Role } from '../../../domain/identity/role.ts';
import { mayOpen, type StaffRole } from '../../../domain/identity/store-staff.ts';
import type { User } from '../../../domain/identity/user.ts';
import type { LegalVersion } from '../../../domain/site/legal-text.ts';
import { paths } from '../../../paths.ts';
import { $sellerStore, $staffRoles } from '../../catalogue/store/account/seller-store.store.ts';
import { isDeskPath } from '../../desk/shell/desk-pages.ts';
import { $role } from '../../identity/session/role.store.ts';
import { $user } from '../../identity/session/user.store.ts';
import { isLooking } from '../../identity/session/viewer.ts';
import { $stepUp } from '../../identity/step-up/account/step-up.store.ts';
import { isHistoryNavigation } from '../../kernel/navigation/account/traversal.ts';
import { pageTitle, siteNameOfPage } from '../../kernel/page/identity.ts';
import { conversationsWithUnsent } from '../../messaging/conversation/account/composer/drafts.ts';
import { followUnread } from '../../messaging/conversation/account/unread.store.ts';
import { fetchUnread } from '../../notifications/notification/watch-unread.ts';
import { AccountMenu } from './AccountMenu.tsx';
import ClosedPage from './ClosedPage.tsx';
import Overview from './Overview.tsx';
import OwnerOnly from './OwnerOnly.tsx';
import { ACCOUNT_ROUTES, type AccountRoute } from './routes.ts';
import { SignedOutNotice } from './SignedOutNotice.tsx';
import { accountTitle } from './titles.ts';
import type { Workplace } from './WorkplaceChoice.tsx';

const StepUpDialog = lazy(() => import('../../identity/step-up/account/StepUpDialog.tsx'));
const TextsNotice = lazy(() => import('../../site/legal/account/TextsNotice.tsx'));

/** The component of each page. */
const PAGES = ACCOUNT_ROUTES.map(({ path, page }): [AccountRoute['path'], ComponentType] => [
  path,
  page === null ? Overview : lazy(page),
]);

/** The account area: one island with its own router under /account. */
export default function AccountApp({
  path,
  user,
  store,
  isMember,
  role,
  roles,
  jobs,
  news,
  look,
}: {
  path: string;
  user: User;
  store: Store | null;
  /** Whether the user is or was a member of a guild. */
  isMember: boolean;
  /** The user's role at the operator desk; null for nearly everybody. */
  role: Role | null;
  /** The user's roles in `store`; null for its owner. */
  roles: readonly StaffRole[] | null;
  /** The stores of others that the user works for. */
  jobs: readonly Workplace[];
  /** Legal texts that have changed since the user agreed to them. */
  news: readonly LegalVersion[];
  /** The user's name where an operator looks at them, who asks; else null. */
  look: string | null;
}) {
  // Set during render, so that server and first client render agree; pages change it later.
  useState(() => {
    $user.set(user);
    $sellerStore.set(store);
    $staffRoles.set(roles);
    $role.set(role);
  });
  // The server renders the frame only: React would stream lazy pages with inline scripts, which the content security
  // policy blocks.
  const isLive = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  return (
    <Router base={paths.account()} ssrPath={path}>
      <div className="wrap grid grid-cols-1 gap-6 py-4 print:block sm:py-8 md:grid-cols-[13.5rem_minmax(0,1fr)] md:gap-10 md:py-12">
        <AccountMenu isMember={isMember} jobs={jobs} />
        {/* As high as the window: what a page loads pushes the footer down where nobody sees it move. */}
        <div className="min-h-dvh min-w-0 print:min-h-0">
          {isLive && <SignedOutNotice />}
          {isLive && news.length > 0 && (
            <Suspense fallback={null}>
              <TextsNotice texts={news} />
            </Suspense>
          )}
          {isLive ? <Pages look={look} /> : <Loading />}
        </div>
      </div>
    </Router>
  );
}

const never = () => () => undefined;

function Pages({ look }: { look: string | null }) {
  usePageChanges();
  const roles = useStore($staffRoles);
  const stepUp = useStore($stepUp);
  return (
    <Suspense fallback={<Loading />}>
      {stepUp && (
        <Suspense fallback={null}>
          <StepUpDialog onAnswer={stepUp} />
        </Suspense>
      )}
      <Switch>
        {PAGES.map(([route, Page]) => (
          <Route
            key={route}
            path={`/${route}`}
            component={
              look !== null && Object.hasOwn(CLOSED_PAGES, route)
                ? ClosedPage
                : isOwners(route) && !mayOpen(roles, route)
                  ? OwnerOnly
                  : Page
            }
          />
        ))}
        <Route>
          <Redirect to="/" />
        </Route>
      </Switch>
    </Suspense>
  );
}

/** Whether a page is about the store that the user acts for. The page of the staff itself is about their own. */
const isOwners = (route: string) => ACCOUNT_ROUTES.some(({ path, shop }) => shop && path === route);

/** What happens on every page of the account: unread counts, unsent messages, focus and scroll position. */
function usePageChanges(): void {
  const [location] = useLocation();
  const first = useRef(true);
  const isDesk = isDeskPath(location.slice(1));
  const began = useRef(isDesk);
  useEffect(() => {
    // During a look the desk is the operator's own, and the other pages are the person's: another user, another store.
    if (isDesk !== began.current && isLooking()) window.location.reload();
  }, [isDesk]);
  useEffect(followUnread, []);
  useEffect(() => void resumeSending(), []);
  useEffect(() => {
    document.title = pageTitle(accountTitle(location.slice(1)), siteNameOfPage());
  }, [location]);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // The notification that led here counts as read.
    void fetchUnread();
    // A new page starts at the top, with the focus on its heading; going back restores the scroll position.
    if (!isHistoryNavigation()) scrollTo(0, 0);
    void location;
    return focusHeading();
  }, [location]);
}

/**
 * Focuses the heading of the new page, once its code has come, unless the focus is elsewhere in the page by then. Returns a
 * function that stops waiting.
 */
function focusHeading(): () => void {
  const main = document.querySelector<HTMLElement>('main');
  const tried = () => {
    const heading = main?.querySelector<HTMLElement>('h1');
    // While its code loads, the heading of the page before is still there, hidden.
    if (!heading?.checkVisibility()) return false;
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('nav'))
      heading.focus({ preventScroll: true });
    return true;
  };
  if (!main || tried()) return () => undefined;
  const watch = new MutationObserver(() => tried() && watch.disconnect());
  watch.observe(main, { childList: true, subtree: true });
  return () => watch.disconnect();
}

/** Sends messages that were not sent before the page was closed. */
async function resumeSending(): Promise<void> {
  const userId = $user.get()?.id;
  if (userId === undefined || conversationsWithUnsent(userId).length === 0) return;
  const rooms = await import('../../messaging/conversation/account/conversation-stores.ts');
  rooms.resumeSending(userId);
}

function Loading() {
  return (
    <div className="grid gap-4" aria-busy="true">
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="skeleton h-10 w-56" />
      <div className="skeleton h-40" />
      <div className="skeleton h-40" />
    </div>
  );
}
