import type { ProviderObject } from '../book.ts';
import { TEST_CARDS, type TestCard } from '../cards.ts';
import type { StandInContext } from '../context.ts';
import { priceName } from '../subscriptions/catalogue.ts';
import { cardOf } from '../subscriptions/customers.ts';
import { itemOf } from '../subscriptions/subscriptions.ts';
import { escaped, link, money, page, STAND_IN } from './page.ts';

/** The customer portal and the page of an invoice. */

export function portalPage(
  context: StandInContext,
  visit: ProviderObject,
  problem: string | null = null,
): string {
  const { book } = context;
  const customer = visit['customer'];
  const kept = cardOf(context, customer);
  const subscriptions = book.all('subscriptions').filter((row) => row['customer'] === customer);
  const invoices = book.all('invoices').filter((row) => row['customer'] === customer);
  return page(
    'Manage what you pay',
    `${STAND_IN}<h1>Manage what you pay</h1>
    ${problem === null ? '' : `<p class="bad" role="alert">${escaped(problem)}</p>`}
    <p>${link(visit['return_url'], 'Back to the shop')}</p>
    <h2>Subscriptions</h2>${subscriptions.map((row) => subscriptionCard(context, row)).join('') || '<p class="soft">None.</p>'}
    <h2>Card</h2><form method="post"><input type="hidden" name="act" value="card">${cardChoice(kept?.card ?? null)}<button class="big">Use this card</button></form>
    <h2>Invoices</h2>${invoices.map(invoiceCard).join('') || '<p class="soft">None.</p>'}`,
  );
}

function subscriptionCard(context: StandInContext, row: ProviderObject): string {
  const item = itemOf(row);
  const name = priceName(context, item.price);
  const day = dayOf(item.current_period_end);
  const isOver = row['ended_at'] !== null;
  const isEnding = row['cancel_at_period_end'] === true;
  const says = isOver ? 'ended' : isEnding ? `ends on ${day}` : `${escaped(row['status'])}, renews on ${day}`;
  const act = isEnding ? 'keep' : 'cancel';
  const button = isOver
    ? ''
    : `<form method="post"><input type="hidden" name="subscription" value="${escaped(row.id)}"><input type="hidden" name="act" value="${act}"><button class="second">${isEnding ? 'Keep it' : 'Cancel at the end of the period'}</button></form>`;
  return `<div class="card"><div class="row"><span>${escaped(name)}</span><span>${money(item.price.unit_amount * item.quantity)} per ${escaped(item.price.recurring?.interval)}</span></div><p class="soft">${says}</p>${button}</div>`;
}

function invoiceCard(row: ProviderObject): string {
  const pay =
    row['status'] === 'open'
      ? `<form method="post"><input type="hidden" name="act" value="pay"><input type="hidden" name="invoice" value="${escaped(row.id)}"><button class="second">Pay ${money(row['amount_due'])} now</button></form>`
      : '';
  return `<div class="card"><div class="row"><span>${link(row['hosted_invoice_url'], String(row['number']))} of ${dayOf(row.created)}</span><span>${money(row['total'])}, ${escaped(row['status'])}</span></div>${pay}</div>`;
}

/** How many cards stand on the page itself; the others are folded away. */
const SHOWN_CARDS = 6;

/** The choice of a test card, by default the first. */
export function cardChoice(chosen: TestCard | null): string {
  const of = chosen ?? TEST_CARDS[0];
  const cards = TEST_CARDS.map(
    ({ number, label }) =>
      `<label class="card"><input type="radio" name="card" value="${number}"${number === of.number ? ' checked' : ''}><span>${escaped(label)}<small>${number.replace(/(.{4})(?=.)/g, '$1 ')}</small></span></label>`,
  );
  const isOpen = TEST_CARDS.indexOf(of) >= SHOWN_CARDS ? ' open' : '';
  return `<fieldset><legend>Test card</legend>${cards.slice(0, SHOWN_CARDS).join('')}<details${isOpen}><summary>More test cards</summary>${cards.slice(SHOWN_CARDS).join('')}</details></fieldset>`;
}

export function invoicePage(row: ProviderObject): string {
  const lines = (row['lines'] as { data: { description: string; amount: number }[] }).data;
  const tax = Number(row['total']) - Number(row['subtotal']);
  const entry = (label: string, cents: unknown, name = 'row') =>
    `<div class="${name}"><span>${escaped(label)}</span><span>${money(cents)}</span></div>`;
  return page(
    `Invoice ${String(row['number'])}`,
    `${STAND_IN}<h1>Invoice ${escaped(row['number'])}</h1><p>${dayOf(row.created)}, to ${escaped(row['customer_email'])}: ${escaped(row['status'])}</p>
    <div class="card">${lines.map(({ description, amount }) => entry(description, amount)).join('')}${tax > 0 ? entry('Tax', tax) : ''}${entry('Total', row['total'], 'row total')}${entry('Paid', row['amount_paid'])}</div>
    ${row['status'] === 'open' ? '<form method="post"><button class="big">Pay and confirm with the bank</button></form>' : ''}`,
  );
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
