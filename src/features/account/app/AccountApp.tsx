import { useStore } from '@nanostores/react';
import {
  type ComponentType,
  type LazyExoticComponent,
  lazy,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Link, Redirect, Route, Router, Switch, useLocation } from 'wouter';
import type { Store } from '../../../domain/catalogue/store.ts';
import type { User } from '../../../domain/identity/user.ts';
import { paths } from '../../../paths.ts';
import { $sellerStore } from '../../catalogue/store/account/seller-store.store.ts';
import { $user } from '../../identity/session/user.store.ts';
import { isHistoryNavigation } from '../../kernel/navigation/account/traversal.ts';
import { buildIsStale } from '../../kernel/page/fresh-build.ts';
import { conversationsWithUnsent } from '../../messaging/conversation/account/composer/drafts.ts';
import { $unread, followUnread } from '../../messaging/conversation/account/unread.store.ts';
import { Unread } from '../../notifications/notification/Unread.tsx';
import { fetchUnread } from '../../notifications/notification/watch-unread.ts';
import Overview from './Overview.tsx';
import { type AccountRoute, GUILD_MENU, MEMBER_MENU, OWN_MENU, SHOP_MENU } from './routes.ts';

/** Pages are loaded on demand, except the overview, where most visits start. */
const PAGES: Record<AccountRoute['path'], ComponentType | LazyExoticComponent<ComponentType>> = {
  '': Overview,
  library: lazy(() => import('../../library/library/account/Library.tsx')),
  'library/:id': lazy(() => import('../../library/library/account/OwnedProduct.tsx')),
  'library/:id/licence': lazy(() => import('../../library/library/account/LicencePage.tsx')),
  memberships: lazy(() => import('../../guild/membership/account/MembershipList.tsx')),
  'memberships/:guild': lazy(() => import('../../guild/membership/account/MembershipPage.tsx')),
  notifications: lazy(() => import('../../notifications/notification/account/NotificationList.tsx')),
  'notifications/settings': lazy(
    () => import('../../notifications/notification/account/NotificationSettings.tsx'),
  ),
  messages: lazy(() => import('../../messaging/conversation/account/MessagesPage.tsx')),
  'conversation/:id': lazy(() => import('../../messaging/conversation/account/MessagesPage.tsx')),
  payments: lazy(() => import('../../commerce/checkout/account/Payments.tsx')),
  'payments/:id': lazy(() => import('../../commerce/checkout/account/Receipt.tsx')),
  'business-account': lazy(() => import('../../payments/business-account/account/BusinessAccountPage.tsx')),
  'seller-plan': lazy(() => import('../../payments/seller-plan/account/SellerPlanPage.tsx')),
  'seller-subscription-success': lazy(() => import('../../payments/seller-plan/account/PlanSuccess.tsx')),
  reports: lazy(() => import('../../moderation/report/account/ReportsPage.tsx')),
  payouts: lazy(() => import('../../commerce/payouts/account/Payouts.tsx')),
  questions: lazy(() => import('../../community/question/account/SellerQuestions.tsx')),
  sales: lazy(() => import('../../commerce/sales/account/Sales.tsx')),
  reviews: lazy(() => import('../../community/review/account/StoreReviews.tsx')),
  'wish-list': lazy(() => import('../../library/wish/account/WishList.tsx')),
  'saved-searches': lazy(() => import('../../catalogue/saved-search/account/SavedSearches.tsx')),
  following: lazy(() => import('../../community/follow/account/Following.tsx')),
  'coupon-list': lazy(() => import('../../commerce/coupon/account/CouponList.tsx')),
  coupon: lazy(() => import('../../commerce/coupon/account/CouponEditor.tsx')),
  'categories-list': lazy(() => import('../../catalogue/shelf/account/ShelfList.tsx')),
  category: lazy(() => import('../../catalogue/shelf/account/ShelfEditor.tsx')),
  'access-groups-list': lazy(() => import('../../library/access-group/account/AccessGroups.tsx')),
  'access-group': lazy(() => import('../../library/access-group/account/AccessGroupPage.tsx')),
  product: lazy(() => import('../../catalogue/product/account/editor/ProductPage.tsx')),
  'product-import': lazy(() => import('../../catalogue/product/account/import/ImportPage.tsx')),
  'product-list': lazy(() => import('../../catalogue/product/account/list/ProductList.tsx')),
  guild: lazy(() => import('../../guild/guild/account/GuildPage.tsx')),
  'guild/tiers': lazy(() => import('../../guild/tier/account/TiersPage.tsx')),
  'guild/members': lazy(() => import('../../guild/member/account/MembersPage.tsx')),
  'guild/releases': lazy(() => import('../../guild/release/account/ReleasesPage.tsx')),
  'guild/entry-bundles': lazy(() => import('../../guild/bundle/account/BundlesPage.tsx')),
  'guild/information': lazy(() => import('../../guild/guild/account/InformationPage.tsx')),
  'store-settings': lazy(() => import('../../catalogue/store/account/StoreSettings.tsx')),
  profile: lazy(() => import('../../identity/profile/account/Profile.tsx')),
};

/** The account area: one island with its own router under /account. */
export default function AccountApp({
  path,
  user,
  store,
  isMember,
}: {
  path: string;
  user: User;
  store: Store | null;
  /** Whether the user is or was a member of a guild. */
  isMember: boolean;
}) {
  // Set during render, so that server and first client render agree; pages change it later.
  useState(() => {
    $user.set(user);
    $sellerStore.set(store);
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
      <div className="wrap grid grid-cols-1 gap-6 py-8 print:block md:grid-cols-[13rem_minmax(0,1fr)] md:gap-10 md:py-12">
        <Menu isMember={isMember} />
        <div className="min-w-0">{isLive ? <Pages /> : <Loading />}</div>
      </div>
    </Router>
  );
}

const never = () => () => undefined;

function Pages() {
  return (
    <Suspense fallback={<Loading />}>
      <Switch>
        {Object.entries(PAGES).map(([route, Page]) => (
          <Route key={route} path={`/${route}`} component={Page} />
        ))}
        <Route>
          <Redirect to="/" />
        </Route>
      </Switch>
    </Suspense>
  );
}

function Menu({ isMember }: { isMember: boolean }) {
  const [location] = useLocation();
  const store = useStore($sellerStore);
  const first = useRef(true);
  useEffect(followUnread, []);
  useEffect(() => void resumeSending(), []);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    // The notification that led here counts as read.
    void fetchUnread();
    // A new page starts at the top, with the focus on its heading; going back restores the scroll position.
    if (!isHistoryNavigation()) scrollTo(0, 0);
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    void location;
  }, [location]);
  return (
    <nav
      aria-label="Account"
      className="grid grid-cols-1 gap-1 print:hidden md:sticky md:top-24 md:gap-6 md:self-start"
    >
      <MenuGroup entries={isMember ? MEMBER_MENU : OWN_MENU} location={location} />
      {store ? (
        <div>
          <p className="px-3 pb-1 text-sm text-ink-3 max-md:sr-only">
            <a className="link" href={paths.store(store.slug)}>
              {store.name}
            </a>
          </p>
          <MenuGroup entries={SHOP_MENU} location={location} />
          {location.startsWith('/guild') && (
            <div className="md:mt-6">
              <p className="px-3 pb-1 text-sm text-ink-3 max-md:sr-only">Guild pages</p>
              <MenuGroup entries={GUILD_MENU} location={location} />
            </div>
          )}
        </div>
      ) : (
        <p className="px-3 text-sm text-ink-3 max-md:hidden">
          Do you sculpt?{' '}
          <a className="link" href={paths.join()}>
            Sell here
          </a>
        </p>
      )}
    </nav>
  );
}

function MenuGroup({ entries, location }: { entries: typeof OWN_MENU; location: string }) {
  const list = useRef<HTMLUListElement>(null);
  const unread = useStore($unread);
  // On phones the menu scrolls horizontally: bring the current entry into view.
  useEffect(() => {
    void location;
    const here = list.current?.querySelector('[aria-current]');
    if (!list.current || !here) return;
    const [line, link] = [list.current.getBoundingClientRect(), here.getBoundingClientRect()];
    list.current.scrollLeft += link.left + link.width / 2 - (line.left + line.width / 2);
  }, [location]);
  return (
    <ul ref={list} className="-mx-1 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none] md:flex-col">
      {entries.map(({ path, label }) => {
        const here = isWithin(location, path);
        // `relative` contains the visually hidden text, which would otherwise widen the page.
        const look = `relative flex min-h-11 flex-none items-center rounded-lg px-4 ${here ? 'bg-card font-semibold text-ink shadow-card' : 'text-ink-2 hover:bg-paper-2 hover:text-ink'}`;
        return (
          <li key={path} className="flex-none">
            {/* After a new build the old code may be gone, so links load the page from the server. */}
            {buildIsStale() ? (
              <a href={paths.account(path || undefined)} className={look}>
                {label}
                {path === 'messages' && <Count unread={unread} />}
              </a>
            ) : (
              <Link href={`/${path}`} aria-current={here ? 'page' : undefined} className={look}>
                {label}
                {path === 'notifications' && <Unread className="ml-2" />}
                {path === 'messages' && <Count unread={unread} />}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Sends messages that were not sent before the page was closed. */
async function resumeSending(): Promise<void> {
  const userId = $user.get()?.id;
  if (userId === undefined || conversationsWithUnsent(userId).length === 0) return;
  const rooms = await import('../../messaging/conversation/account/conversation-stores.ts');
  rooms.resumeSending(userId);
}

/** The number of unread messages; nothing if there are none. */
function Count({ unread }: { unread: number | null }) {
  if (!unread) return null;
  return (
    <span className="ml-2 grid h-5 min-w-5 place-items-center rounded-full bg-verdigris px-1.5 text-xs font-bold text-on-verdigris tabular-nums">
      {unread > 99 ? '99+' : unread}
      <span className="sr-only"> unread</span>
    </span>
  );
}

/** Whether a location belongs to an entry of the menu. */
function isWithin(location: string, path: string): boolean {
  if (path === 'messages' && location.startsWith('/conversation/')) return true;
  return location === `/${path}` || (path !== '' && location.startsWith(`/${path}/`));
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
