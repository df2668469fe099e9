import type PocketBase from 'pocketbase';
import { backendMailName, nameBackendMails } from '../../data/notifications/backend-mails.ts';
import { accountMails } from './account-mails.ts';
import type { Letterhead } from './mail-layout.ts';

/** Keeps the name in the mails of the backend that of the site. */
export interface BackendMails {
  /** Writes the name that the site has now, where it is another. Errors are reported. */
  follow(): Promise<void>;
}

/**
 * The mails about codes, passwords and addresses are sent by the backend, from templates that hold the site's name: they follow
 * when operators change it. @param letterhead is asked for its name at each use.
 */
export function openBackendMails(
  pb: PocketBase,
  letterhead: Letterhead,
  onError: (reason: unknown) => void,
): BackendMails {
  let last: Promise<void> = Promise.resolve();
  const follow = async () => {
    const { siteName, siteUrl } = letterhead;
    if ((await backendMailName(pb)) === siteName) return;
    await nameBackendMails(pb, siteName, accountMails({ siteUrl, siteName }));
  };
  return {
    // One after the other: an older name must not be written over a newer one.
    follow() {
      last = last.then(follow).catch(onError);
      return last;
    },
  };
}
