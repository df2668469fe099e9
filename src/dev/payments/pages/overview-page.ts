import type { ProviderObject } from '../book.ts';
import { INTERVALS } from '../calendar.ts';
import { bankNow } from '../clock.ts';
import type { ControlPanel } from '../control.ts';
import { DELIVERY_MODES } from '../deliveries.ts';
import { FAULTS } from '../faults.ts';
import { transfersState } from '../sellers/accounts.ts';
import { accountBalance, marketplaceBalance } from '../sellers/balances.ts';
import { balanceOf } from '../sellers/bank.ts';
import { priceName } from '../subscriptions/catalogue.ts';
import { itemOf } from '../subscriptions/subscriptions.ts';
import { escaped, link, money, page } from './page.ts';

const SHOWN = 50;

/** The control panel: everything that happened, with controls. */
export function overviewPage({ simulator, deliveries, faults }: ControlPanel): string {
  const { book, context } = simulator;
  const sections = [
    table('Payment pages', ['id', 'order', 'amount', 'state'], book.all('sessions'), (row) => [
      escaped(row.id),
      escaped(row['client_reference_id']),
      money(row['amount_total']),
      row['url'] ? link(row['url'], String(row['status'])) : escaped(row['status']),
    ]),
    table('Payments', ['id', 'amount', 'state', 'refunded', 'by hand'], book.all('charges'), (row) => [
      escaped(row.id),
      money(row['amount']),
      escaped(row['status']),
      money(row['amount_refunded']),
      ...chargeControls(
        row,
        book.all('disputes').some((dispute) => dispute['charge'] === row.id),
      ),
    ]),
    table('Refunds', ['id', 'amount', 'state', 'by hand'], book.all('refunds'), (row) => [
      escaped(row.id),
      money(row['amount']),
      escaped(row['status']),
      row['status'] === 'failed' ? '' : control(`fail/${row.id}`, 'let it fail', `the refund ${row.id}`),
    ]),
    table('Disputes', ['id', 'amount', 'state', 'by hand'], book.all('disputes'), (row) => [
      escaped(row.id),
      money(row['amount']),
      escaped(row['status']),
      row['status'] === 'needs_response'
        ? control(`won/${row.id}`, 'won', `the dispute ${row.id}`) +
          control(`lost/${row.id}`, 'lost', `the dispute ${row.id}`)
        : '',
    ]),
    table(
      'Subscriptions',
      ['id', 'customer', 'what', 'state', 'paid until', 'by hand'],
      book.all('subscriptions'),
      (row) => [
        escaped(row.id),
        escaped(book.find('customers', row['customer'])?.['email']),
        escaped(priceName(context, itemOf(row).price)),
        escaped(row['cancel_at_period_end'] === true ? 'ends with the period' : row['status']),
        dayOf(itemOf(row).current_period_end),
        row['ended_at'] === null ? cardControls(row) : '',
      ],
    ),
    table('Invoices', ['id', 'subscription', 'amount', 'state', 'next try'], book.all('invoices'), (row) => [
      link(row['hosted_invoice_url'], row.id),
      escaped(row['of_subscription']),
      money(row['total']),
      escaped(row['status']),
      row['next_payment_attempt'] ? dayOf(Number(row['next_payment_attempt'])) : '',
    ]),
    table('Transfers', ['id', 'to', 'amount', 'called back'], book.all('transfers'), (row) => [
      escaped(row.id),
      escaped(row['destination']),
      money(row['amount']),
      money(row['amount_reversed']),
    ]),
    table(
      'Sellers’ accounts',
      ['id', 'name', 'transfers', 'balance', 'by hand'],
      book.all('accounts'),
      (row) => [
        escaped(row.id),
        escaped(row['display_name']),
        escaped(transfersState(row)),
        money(accountBalance(context, row.id)),
        accountControls(row, balanceOf(context, row.id).available),
      ],
    ),
    table('Payouts', ['id', 'of', 'amount', 'state', 'by hand'], book.all('payouts'), (row) => [
      escaped(row.id),
      escaped(row['owner']),
      money(row['amount']),
      escaped(row['status']),
      row['status'] === 'failed' ? '' : control(`bounce/${row.id}`, 'send back', `the payout ${row.id}`),
    ]),
    table(
      'Webhooks',
      ['event', 'type', 'state', 'tries', 'last answer', 'by hand'],
      deliveries.list.toReversed(),
      (row) => [
        escaped(row.event),
        escaped(row.type),
        escaped(row.state),
        String(row.tries),
        escaped(row.status === 0 ? 'nobody' : row.status),
        control(`send/${row.id}`, row.tries === 0 ? 'send' : 'send again', row.event) +
          (row.state === 'waiting' || row.state === 'held'
            ? control(`drop/${row.id}`, 'drop', row.event)
            : ''),
      ],
    ),
  ];
  const held = deliveries.list.filter(({ state }) => state === 'held').length;
  return page(
    'Payment stand-in',
    `<h1>Payment stand-in</h1>
    <p class="soft">Stands in for the payment provider on this machine. No money moves. The marketplace’s balance: ${money(marketplaceBalance(context))}.</p>
    <p class="controls">Webhooks: <strong>${escaped(deliveries.mode)}</strong> ${DELIVERY_MODES.map((to) => control(`webhooks/${to}`, to, 'webhooks')).join(' ')}
    ${held === 0 ? '' : `${held} held: ${control('release', 'release', 'held webhooks')} ${control('release', 'release, last first', 'held webhooks', { reversed: 'true' })} ${control('release', 'release twice', 'held webhooks', { copies: '2' })}`}</p>
    <p class="controls">At the bank it is <strong>${dayOf(bankNow(context))}</strong> ${INTERVALS.map((interval) => control(`pass/${interval}`, `a ${interval} on`, 'the bank')).join(' ')}</p>
    <p class="controls">The API: <strong>${faults.fault === 'none' ? 'works' : escaped(faults.fault)}</strong> ${FAULTS.map((to) => control(`fault/${to}`, to === 'none' ? 'works' : to, 'the API')).join(' ')}</p>
    ${sections.join('')}`,
    true,
  );
}

/** A button that runs a control, with hidden fields; `of` names its object for screen readers. */
function control(path: string, label: string, of: string, fields: Record<string, string> = {}): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value)}">`,
  );
  return `<form class="small" method="post" action="/control/${escaped(path)}">${hidden.join('')}<button class="second" aria-label="${escaped(`${label}: ${of}`)}">${escaped(label)}</button></form>`;
}

function chargeControls(row: ProviderObject, disputedBefore: boolean): [string] {
  const left = Number(row['amount']) - Number(row['amount_refunded']);
  const of = `the payment ${row.id}`;
  if (left === 0 || row['disputed'] === true || row['status'] !== 'succeeded') return [''];
  const part = `<form class="small" method="post" action="/control/refund/${escaped(row.id)}"><input type="text" inputmode="numeric" pattern="[0-9]+" required name="amount" aria-label="${escaped(`Cents to refund of ${of}`)}" placeholder="cents"><button class="second" aria-label="${escaped(`refund a part: ${of}`)}">refund a part</button></form>`;
  return [
    `${control(`refund/${row.id}`, 'refund', of)} ${part} ${disputedBefore ? '' : control(`dispute/${row.id}`, 'dispute', of)}`,
  ];
}

/** Controls whether the next renewals are paid or declined. */
function cardControls(row: ProviderObject): string {
  const of = `the subscription ${row.id}`;
  const card = (number: string, label: string) =>
    control(`card/${String(row['customer'])}`, label, of, { card: number });
  return card('4242424242424242', 'let it pay') + card('4000000000000341', 'let it be declined');
}

function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

function accountControls(row: ProviderObject, balance: number): string {
  const of = `the account ${row.id}`;
  const toggle =
    transfersState(row) === 'active'
      ? control(`restrict/${row.id}`, 'restrict', of)
      : control(`activate/${row.id}`, 'activate', of) +
        (transfersState(row) === 'rejected' ? '' : control(`reject/${row.id}`, 'reject', of));
  return balance > 0 ? `${toggle} ${control(`payout/${row.id}`, 'pay out', of)}` : toggle;
}

function table<T>(title: string, heads: string[], rows: readonly T[], cells: (row: T) => string[]): string {
  const body = rows
    .slice(0, SHOWN)
    .map(
      (row) =>
        `<tr>${cells(row)
          .map((cell) => `<td>${cell}</td>`)
          .join('')}</tr>`,
    )
    .join('');
  const more =
    rows.length > SHOWN ? ` <span class="soft">(the newest ${SHOWN} of ${rows.length})</span>` : '';
  return `<h2>${title}${more}</h2><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead><tbody>${body || `<tr><td colspan="${heads.length}" class="soft">Nothing yet.</td></tr>`}</tbody></table></div>`;
}
