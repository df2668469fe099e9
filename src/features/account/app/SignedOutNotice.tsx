import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../../paths.ts';
import { handleSignedOut } from '../../../ui/signed-out.ts';
import { $person, recheckLogin } from '../../identity/session/auth.store.ts';

/**
 * Says above every page of the account that the session has ended, with the way back in. It opens another tab, because what
 * was typed here would be lost; once they are signed in there, this page knows.
 */
export function SignedOutNotice() {
  const person = useStore($person);
  // The link leads back to the page that is open now.
  useLocation();
  useEffect(() => handleSignedOut(() => void recheckLogin()), []);
  if (person !== null) return null;
  return (
    <p className="notice notice-bad sticky top-20 z-30 mb-4 print:hidden" role="alert">
      You are signed out.{' '}
      <a
        className="link"
        href={paths.login(location.pathname + location.search)}
        target="_blank"
        rel="noopener"
      >
        Sign in
      </a>{' '}
      in a new tab, then go on here. What you typed on this page stays.
    </p>
  );
}
