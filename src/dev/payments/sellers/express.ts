import { type FormFields, formOf, itemsOf, rejectUnknown } from '../api/form.ts';
import { noSuchObject, Problem } from '../api/problem.ts';
import type { ProviderObject } from '../book.ts';
import { nowSeconds, type StandInContext } from '../context.ts';
import { accountOf, transfersState } from './accounts.ts';

/** A seller's payout schedule and own page at the provider. */

const LINK_LIFETIME_S = 300;
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** The weekday of an account's payouts. */
export function payoutDay(account: ProviderObject): string {
  return String(account['payout_day'] ?? DAYS[0]);
}

/** Whether payouts leave only where somebody asks for them. */
export function paysOutByHand(account: ProviderObject): boolean {
  return account['payouts_by_hand'] === true;
}

/** Changes the weekday of payouts, or stops them. Weekly and manual payouts are modelled. @throws Problem for any other schedule. */
export function changeSchedule(context: StandInContext, accountId: string, form: FormFields): unknown {
  rejectUnknown(form, ['payments']);
  const schedule = formOf(formOf(formOf(form['payments'])['payouts'])['schedule']);
  const [day] = itemsOf(schedule['weekly_payout_days']);
  if (schedule['interval'] === 'manual') {
    rejectUnknown(schedule, ['interval'], 'payments[payouts][schedule]');
    return scheduleView(context.book.change(accountOf(context, accountId), { payouts_by_hand: true }));
  }
  if (schedule['interval'] !== 'weekly' || typeof day !== 'string' || !DAYS.includes(day))
    throw new Problem(400, 'Only manual payouts, and weekly ones on one working day, are modelled here.', {
      param: 'payments[payouts][schedule]',
    });
  return scheduleView(
    context.book.change(accountOf(context, accountId), { payout_day: day, payouts_by_hand: false }),
  );
}

export function scheduleView(account: ProviderObject): unknown {
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: false,
      payouts: {
        schedule: paysOutByHand(account)
          ? { interval: 'manual' }
          : { interval: 'weekly', weekly_payout_days: [payoutDay(account)] },
        status: transfersState(account) === 'active' ? 'enabled' : 'disabled',
      },
      settlement_timing: { delay_days: 2 },
    },
  };
}

/** A link to the seller's own page, valid once. @throws Problem where the account is not active. */
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

/** Uses a login link and answers its account; null where it was used before or has expired. */
export function enterByLink({ book }: StandInContext, id: string): ProviderObject | null {
  const link = book.find('account_links', id);
  if (link?.object !== 'login_link') throw noSuchObject('login link', id);
  if (link['used'] === true || link.created + LINK_LIFETIME_S < nowSeconds()) return null;
  book.change(link, { used: true });
  return book.find('accounts', link['account']) ?? null;
}
