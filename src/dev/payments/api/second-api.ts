import {
  changeDestination,
  createDestination,
  listDestinations,
  switchDestination,
} from '../account/webhook-endpoints.ts';
import type { StandInContext } from '../context.ts';
import { thinEventView } from '../deliveries.ts';
import { accountOf, accountView, createAccountLink, createSellerAccount } from '../sellers/accounts.ts';
import type { FormFields } from './form.ts';
import { noSuchObject, Problem } from './problem.ts';

/** The provider's second API, with JSON bodies: sellers' accounts, onboarding links, thin events. */
export function answerSecondApi(
  context: StandInContext,
  { method, path, form }: { method: string; path: string; form: FormFields },
): unknown {
  const [name, id, more] = path.replace(/^\/v2\/core\//, '').split('/');
  if (method === 'POST' && id === undefined) {
    if (name === 'accounts') return accountView(createSellerAccount(context, form), form);
    if (name === 'account_links') return createAccountLink(context, form);
    if (name === 'event_destinations') return createDestination(context, form);
  }
  if (name === 'event_destinations') {
    if (method === 'GET' && id === undefined) return listDestinations(context, form);
    if (method === 'POST' && id !== undefined)
      return more === undefined ? changeDestination(context, id, form) : switchDestination(context, id, more);
  }
  if (method === 'GET' && id !== undefined && more === undefined) {
    if (name === 'accounts') return accountView(accountOf(context, id), form);
    if (name === 'events') {
      const notice = context.book.find('notices', id);
      if (!notice) throw noSuchObject('event', id);
      return thinEventView(notice);
    }
  }
  throw new Problem(404, `Unrecognized request URL (${method}: ${path}). The stand-in does not model it.`);
}
