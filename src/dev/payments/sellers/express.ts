import { type Form, formOf, listOf, rejectUnknown } from '../api/form.ts';
import { missing, Problem } from '../api/problem.ts';
import type { Row } from '../book.ts';
import { nowSeconds, type StandInContext } from '../context.ts';
import { accountOf, transfersState } from './accounts.ts';

/** What a seller has at the provider beside the onboarding: when he is paid out, and a page of his own. */

const LINK_LIFETIME_S = 300;
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** On which day of the week an account is paid out. */
export function payoutDay(account: Row): string {
  return String(account['payout_day'] ?? DAYS[0]);
}

/** Only payouts once a week are modelled. @throws Problem on any other wish. */
export function changeSchedule(context: StandInContext, accountId: string, form: Form): unknown {
  rejectUnknown(form, ['payments']);
  const schedule = formOf(formOf(formOf(form['payments'])['payouts'])['schedule']);
  const [day] = listOf(schedule['weekly_payout_days']);
  if (schedule['interval'] !== 'weekly' || typeof day !== 'string' || !DAYS.includes(day))
    throw new Problem(400, 'Only weekly payouts on one working day are modelled here.', {
      param: 'payments[payouts][schedule]',
    });
  return scheduleView(context.book.change(accountOf(context, accountId), { payout_day: day }));
}

export function scheduleView(account: Row): unknown {
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: false,
      payouts: {
        schedule: { interval: 'weekly', weekly_payout_days: [payoutDay(account)] },
        status: transfersState(account) === 'active' ? 'enabled' : 'disabled',
      },
      settlement_timing: { delay_days: 2 },
    },
  };
}

/** A way to the seller's own page that is good once. @throws Problem where the account was never let in. */
export function createLoginLink(context: StandInContext, accountId: string): unknown {
  const account = accountOf(context, accountId);
  if (transfersState(account) !== 'active')
    throw new Problem(400, 'Cannot create a login link for an account that has not completed onboarding.');
  const { id, created } = context.book.add('account_links', 'login_link', {
    account: accountId,
    used: false,
  });
  return { object: 'login_link', created, url: `${context.url}/express/${id}` };
}

/** The account behind a login link, which is used up by that; null where it is used up or too old. */
export function enterByLink({ book }: StandInContext, id: string): Row | null {
  const link = book.find('account_links', id);
  if (link?.object !== 'login_link') throw missing('login link', id);
  if (link['used'] === true || link.created + LINK_LIFETIME_S < nowSeconds()) return null;
  book.change(link, { used: true });
  return book.find('accounts', link['account']) ?? null;
}
