import { useLocation } from 'wouter';
import { CLOSED_PAGES } from '../../../domain/identity/look.ts';
import { accountRoute } from './routes.ts';

/** In place of a page that an operator's look does not open. */
export default function ClosedPage() {
  const [location] = useLocation();
  const route = accountRoute(location.replace(/^\//, ''));
  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Closed to a look
      </h1>
      <p className="empty mt-6">{route && CLOSED_PAGES[route.path]}</p>
    </>
  );
}
