import type { ProviderObject } from '../book.ts';
import type { Rhythm } from '../calendar.ts';
import type { TestCard } from '../cards.ts';
import { successAddress } from '../charges/checkout.ts';
import { asksForTaxId, countryOf, isTaxed, pricesIn } from '../charges/page-tax.ts';
import type { StandInContext } from '../context.ts';
import { accountBalance } from '../sellers/balances.ts';
import { COUNTRIES, HOME } from '../tax.ts';
import { cardChoice } from './billing-pages.ts';
import { escaped, link, money, page, STAND_IN } from './page.ts';

/** The pages that people are sent to: payment for buyers, onboarding and account for sellers. */

/** A page with one sentence. */
export function messagePage(sentence: string): string {
  return page('Payment stand-in', `${STAND_IN}<h1>${escaped(sentence)}</h1>`);
}

interface PageItem {
  name: string;
  quantity?: number;
  amount_total: number;
  rhythm?: Rhythm | null;
}

function every({ interval, interval_count: count }: Rhythm): string {
  return count === 1 ? interval : `${count} ${interval}s`;
}

/** The hosted payment page. `tried` is the outcome of the last try: its error message and the chosen card. */
export function paymentPage(
  context: StandInContext,
  session: ProviderObject,
  tried: { problem: string; chosen: TestCard | null } | null = null,
): string {
  const back = link(session['cancel_url'], 'Back to the shop without paying');
  if (session['status'] === 'complete') {
    const on = link(successAddress(session), 'On to the shop');
    return page('Paid', `${STAND_IN}<h1>This is paid already</h1><p>Nothing is charged again. ${on}</p>`);
  }
  if (session['status'] !== 'open') {
    return page(
      'Payment',
      `${STAND_IN}<h1>This payment page has expired</h1><p>Nothing can be paid here any more.</p><p>${back}</p>`,
    );
  }
  const row = (label: string, cents: unknown, name = 'row') =>
    `<div class="${name}"><span>${escaped(label)}</span><span>${money(cents)}</span></div>`;
  const taxed = isTaxed(session);
  // With tax the sums are those of one country; the choice says those of the others.
  const shown = taxed ? pricesIn(context, session, countryOf(session) ?? HOME) : session;
  const items = (shown['items'] as PageItem[])
    .map(({ name, quantity = 1, amount_total, rhythm = null }) => {
      const what = quantity > 1 ? `${quantity} × ${name}` : name;
      return row(rhythm ? `${what}, every ${every(rhythm)}` : what, amount_total);
    })
    .join('');
  const { amount_tax: tax } = shown['total_details'] as { amount_tax: number };
  const total = shown['amount_total'];
  const of = taxed ? '' : ` ${money(total)}`;
  const email =
    (session['customer_details'] as { email?: unknown } | null)?.email ?? session['customer_email'];
  return page(
    `${tried ? 'Not paid: ' : ''}Pay ${money(total)}`,
    `${STAND_IN}<h1>Pay ${money(total)}</h1>
    <div class="card">${items}${tax > 0 ? row('Tax', tax) : ''}${row('Total', total, 'row total')}</div>
    ${tried === null ? '' : `<p class="bad" role="alert">${escaped(tried.problem)}</p>`}
    <form method="post">${email ? `<p class="soft">Receipt to ${escaped(email)}</p>` : ''}${taxed ? countryChoice(context, session) : ''}${asksForTaxId(session) ? BUSINESS_FIELDS : ''}${cardChoice(tried?.chosen ?? null)}
    <button class="big">${session['mode'] === 'subscription' ? `Subscribe and pay${of}` : `Pay${of}`}</button></form><p>${back}</p>`,
  );
}

const BUSINESS_FIELDS = `<details><summary>I am buying as a business</summary>
  <p><label>Business name <input name="business_name" maxlength="150"></label></p>
  <p><label>VAT number <input name="vat_id" maxlength="20"></label></p></details>`;

/** Where the buyer is, which decides about the tax. */
function countryChoice(context: StandInContext, session: ProviderObject): string {
  const known = countryOf(session) ?? HOME;
  const options = Object.entries(COUNTRIES).map(([code, { name }]) => {
    const { amount_total: total, total_details: details } = pricesIn(context, session, code);
    const says = `${name}: ${money(total)}, ${money(details.amount_tax)} of it tax`;
    return `<option value="${code}"${code === known ? ' selected' : ''}>${escaped(says)}</option>`;
  });
  return `<p><label>Country <select name="country">${options.join('')}</select></label></p>`;
}

/** The page where the buyer's bank asks who they are, as the provider's test mode shows it. */
export function challengePage(session: ProviderObject, card: TestCard): string {
  const button = (value: string, label: string, look: string) =>
    `<button class="${look}" name="authentication" value="${value}">${label}</button>`;
  return page(
    '3-D Secure',
    `${STAND_IN}<h1>Is it you who pays ${money(session['amount_total'])}?</h1>
    <p>The bank of the card ending in ${escaped(card.number.slice(-4))} asks before it pays (3-D Secure).</p>
    <form method="post"><input type="hidden" name="card" value="${escaped(card.number)}">
    ${button('passed', 'Yes, complete the payment', 'big')} ${button('failed', 'No, fail the payment', 'big second')}</form>`,
  );
}

/** The onboarding page of a seller, reduced to the choice of its outcome. */
export function onboardingPage(way: ProviderObject, account: ProviderObject | undefined): string {
  const choice = (value: string, label: string, hint: string, checked = false) =>
    `<label class="card"><input type="radio" name="outcome" value="${value}"${checked ? ' checked' : ''}><span>${label}<small>${hint}</small></span></label>`;
  return page(
    'Get paid',
    `${STAND_IN}<h1>Get paid as ${escaped(account?.['display_name'] ?? 'a seller')}</h1>
    <p>The provider would ask for a name, an address, a bank account and papers. Here you choose how that ends.</p>
    <form method="post"><fieldset><legend>What happens</legend>
    ${choice('finish', 'Everything is in order', 'The account can be paid at once.', true)}
    ${choice('more', 'More is needed', 'The photo of the passport cannot be read; the seller is asked for another.')}
    ${choice('wait', 'The papers are looked at', 'The account waits until somebody lets it in on the stand-in’s first page.')}
    ${choice('reject', 'Rejected', 'The provider does not take this seller.')}
    ${choice('leave', 'Leave without finishing', 'The account stays as it is; the shop can send you here again.')}
    </fieldset><button class="big">Go on</button></form><p>${link(way['refresh_url'], 'Back to the shop')}</p>`,
  );
}

/** A seller's page about their account at the provider. */
export function accountPage(context: StandInContext, account: ProviderObject): string {
  const name = String(account['display_name'] ?? account.id);
  return page(
    `Account of ${name}`,
    `${STAND_IN}<h1>${escaped(name)}</h1><p>At the provider you would see and change your bank account here.</p>
    <div class="card"><div class="row"><span>Balance</span><span>${money(accountBalance(context, account.id))}</span></div></div>`,
  );
}
