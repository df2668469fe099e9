import type { Row } from './book.ts';
import { TEST_CARDS } from './cards.ts';
import type { Delivery } from './deliveries.ts';
import type { Till } from './till.ts';

/** The stand-in's own pages: the payment page a buyer sees, and the list of everything that happened. */

const STYLE = `
  :root{color-scheme:light dark;--paper:#faf6ee;--card:#fffdf8;--ink:#2b2620;--soft:#6b6256;--line:#ddd2c0;--act:#1f6f63;--on:#fff;--bad:#a3341f}
  @media (prefers-color-scheme:dark){:root{--paper:#171a1f;--card:#20242b;--ink:#efe7d8;--soft:#b5ab9b;--line:#3a3f48;--act:#5fc4b1;--on:#10201d;--bad:#ff9d86}}
  *{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
  main{max-width:34rem;margin:0 auto;padding:1.5rem 1rem 4rem}main.wide{max-width:76rem}h1{font-size:1.5rem;margin:.5rem 0}h2{font-size:1.1rem;margin:2rem 0 .5rem}
  .card{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;margin:1rem 0}
  .row{display:flex;justify-content:space-between;gap:1rem;padding:.25rem 0}.total{font-weight:600;border-top:1px solid var(--line);margin-top:.5rem;padding-top:.75rem}
  fieldset{border:0;padding:0;margin:0;display:grid;gap:.5rem}legend{font-weight:600;margin-bottom:.5rem}
  label.card{display:flex;gap:.75rem;align-items:center;margin:0;padding:.75rem 1rem;min-height:2.75rem;cursor:pointer}label small{display:block;color:var(--soft)}
  input:focus-visible,button:focus-visible,a:focus-visible{outline:3px solid var(--act);outline-offset:2px}
  button{font:inherit;font-weight:600;border:0;border-radius:.6rem;background:var(--act);color:var(--on);padding:.75rem 1.25rem;min-height:2.75rem;cursor:pointer}
  button.big{width:100%;margin-top:1rem}a{color:var(--act)}.soft{color:var(--soft)}.bad{color:var(--bad);font-weight:600}
  .scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}th,td{text-align:left;padding:.35rem .6rem;border-bottom:1px solid var(--line);white-space:nowrap}td form{display:inline}td button{padding:.2rem .6rem;min-height:1.75rem;font-weight:500}`;

function page(title: string, body: string, wide = false): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${text(title)}</title><style>${STYLE}</style></head><body><main${wide ? ' class="wide"' : ''}>${body}</main></body></html>`;
}

function text(value: unknown): string {
  return String(value ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function money(cents: unknown): string {
  return `$${(Number(cents) / 100).toFixed(2)}`;
}

/** The hosted payment page. `problem` is the sentence of a refused card. */
export function paymentPage(session: Row, problem: string | null): string {
  const back = `<p><a href="${text(session['cancel_url'])}">Back to the shop without paying</a></p>`;
  if (session['status'] !== 'open') {
    return page(
      'Payment',
      `<h1>This payment page is over</h1><p>Nothing can be paid here any more.</p>${back}`,
    );
  }
  const items = (session['items'] as { name: string; amount_total: number }[])
    .map(
      ({ name, amount_total }) =>
        `<div class="row"><span>${text(name)}</span><span>${money(amount_total)}</span></div>`,
    )
    .join('');
  const cards = TEST_CARDS.map(
    ({ number, label }, at) =>
      `<label class="card"><input type="radio" name="card" value="${number}"${at === 0 ? ' checked' : ''}><span>${text(label)}<small>${number.replace(/(.{4})(?=.)/g, '$1 ')}</small></span></label>`,
  ).join('');
  return page(
    `Pay ${money(session['amount_total'])}`,
    `<p class="soft">Payment stand-in: no money moves here.</p><h1>Pay ${money(session['amount_total'])}</h1>
    <div class="card">${items}<div class="row total"><span>Total</span><span>${money(session['amount_total'])}</span></div></div>
    ${problem === null ? '' : `<p class="bad" role="alert">${text(problem)}</p>`}
    <form method="post"><p class="soft">Receipt to ${text(session['customer_email'])}</p><fieldset><legend>Test card</legend>${cards}</fieldset>
    <button class="big">Pay ${money(session['amount_total'])}</button></form>${back}`,
  );
}

/** Everything the stand-in did, with what can be done to it by hand. */
export function overviewPage(till: Till, deliveries: readonly Delivery[], mode: string): string {
  const { book } = till;
  const table = (title: string, heads: string[], rows: string[][]) =>
    `<h2>${title}</h2><div class="scroll"><table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${
      rows
        .slice(0, 50)
        .map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
        .join('') || `<tr><td colspan="${heads.length}" class="soft">Nothing yet.</td></tr>`
    }</tbody></table></div>`;
  const act = (path: string, label: string) =>
    `<form method="post" action="/control/${path}"><button>${label}</button></form>`;
  return page(
    'Payment stand-in',
    `<h1>Payment stand-in</h1><p class="soft">Stands in for the payment provider on this machine. No money moves. Webhooks: ${text(mode)}.
      ${['send', 'hold', 'drop'].map((to) => act(`webhooks/${to}`, to)).join(' ')} ${act('release', 'release held')}</p>` +
      table(
        'Payment pages',
        ['id', 'order', 'amount', 'state'],
        book
          .all('sessions')
          .map((row) => [
            text(row.id),
            text(row['client_reference_id']),
            money(row['amount_total']),
            row['url'] ? `<a href="${text(row['url'])}">${text(row['status'])}</a>` : text(row['status']),
          ]),
      ) +
      table(
        'Payments',
        ['id', 'amount', 'refunded', 'by hand'],
        book
          .all('charges')
          .map((row) => [
            text(row.id),
            money(row['amount']),
            money(row['amount_refunded']),
            act(`refund/${row.id}`, 'refund') + act(`dispute/${row.id}`, 'dispute'),
          ]),
      ) +
      table(
        'Disputes',
        ['id', 'amount', 'state', 'by hand'],
        book
          .all('disputes')
          .map((row) => [
            text(row.id),
            money(row['amount']),
            text(row['status']),
            act(`won/${row.id}`, 'won') + act(`lost/${row.id}`, 'lost'),
          ]),
      ) +
      table(
        'Refunds',
        ['id', 'amount', 'state', 'by hand'],
        book
          .all('refunds')
          .map((row) => [
            text(row.id),
            money(row['amount']),
            text(row['status']),
            act(`fail/${row.id}`, 'let it fail'),
          ]),
      ) +
      table(
        'Transfers',
        ['id', 'to', 'amount', 'called back'],
        book
          .all('transfers')
          .map((row) => [
            text(row.id),
            text(row['destination']),
            money(row['amount']),
            money(row['amount_reversed']),
          ]),
      ) +
      table(
        'Webhooks',
        ['event', 'type', 'state', 'tries', 'last answer'],
        [...deliveries]
          .reverse()
          .map(({ event, state, tries, status }) => [
            text(event.id),
            text(event['type']),
            state,
            String(tries),
            text(status ?? ''),
          ]),
      ),
    true,
  );
}
