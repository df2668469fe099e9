import { noticeView } from '../deliveries.ts';
import type { Desk } from '../desk.ts';
import { accountOf, accountView, createAccount, createAccountLink } from '../sellers/accounts.ts';
import type { Form } from './form.ts';
import { missing, Problem } from './problem.ts';

/** The provider's second API, which speaks JSON: sellers' accounts, ways to their onboarding, thin events. */
export function answerSecondApi(
  desk: Desk,
  { method, path, form }: { method: string; path: string; form: Form },
): unknown {
  const [name, id, more] = path.replace(/^\/v2\/core\//, '').split('/');
  if (method === 'POST' && id === undefined) {
    if (name === 'accounts') return accountView(createAccount(desk, form), form);
    if (name === 'account_links') return createAccountLink(desk, form);
  }
  if (method === 'GET' && id !== undefined && more === undefined) {
    if (name === 'accounts') return accountView(accountOf(desk, id), form);
    if (name === 'events') {
      const notice = desk.book.find('notices', id);
      if (!notice) throw missing('event', id);
      return noticeView(notice);
    }
  }
  throw new Problem(404, `Unrecognized request URL (${method}: ${path}). The stand-in does not model it.`);
}
