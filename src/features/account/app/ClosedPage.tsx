import { useLocation } from 'wouter';
import { CLOSED_PAGES } from '../../../domain/identity/look.ts';
import { PageTitle } from '../../../ui/account/PageTitle.tsx';
import { accountRoute } from './routes.ts';

/** In place of a page that an operator's look does not open. */
export default function ClosedPage() {
  const [location] = useLocation();
  const route = accountRoute(location.replace(/^\//, ''));
  return (
    <>
      <PageTitle>Not visible in a look</PageTitle>
      <p className="empty mt-6">{route && CLOSED_PAGES[route.path]}</p>
    </>
  );
}
