import { actions } from 'astro:actions';
import { useState } from 'react';
import { orderNumber } from '../../../../domain/commerce/order.ts';
import {
  PAYOUT_STATE_TEXTS,
  type Payout,
  type PayoutLine,
  payoutLinesCsv,
  payoutsCsv,
} from '../../../../domain/commerce/payout.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { saveFile } from '../../../../ui/save-file.ts';
import { toast } from '../../../../ui/toast.ts';

/** The byte order mark tells spreadsheets that this is UTF-8. */
const saveCsv = (name: string, csv: string) => saveFile(name, 'text/csv;charset=utf-8', `\uFEFF${csv}`);

/** Payouts, newest first, each with the sales behind it. */
export function PayoutList({ payouts }: { payouts: readonly Payout[] }) {
  return (
    <section aria-labelledby="payouts" className="mt-8">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="payouts" className="text-2xl">
          Payouts
        </h2>
        {payouts.length > 0 && (
          <button
            type="button"
            className="link min-h-11 text-sm"
            onClick={() => saveCsv('payouts.csv', payoutsCsv(payouts))}
          >
            Export CSV
          </button>
        )}
      </div>
      {payouts.length === 0 ? (
        <p className="mt-2 text-ink-2">
          No payouts yet. Available money is paid out automatically every Monday.
        </p>
      ) : (
        <ul className="mt-3 grid gap-3">
          {payouts.map((payout) => (
            <PayoutCard key={payout.id} payout={payout} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PayoutCard({ payout }: { payout: Payout }) {
  const [lines, setLines] = useState<PayoutLine[] | null>(null);
  const [open, setOpen] = useState(false);
  const { id, amountCents, state, leftAt, arrivesAt, bank } = payout;
  const show = async () => {
    setOpen(!open);
    if (open || lines) return;
    const { data, error } = await actions.payouts
      .lines({ payoutId: id })
      .catch(() => ({ data: undefined, error: new Error('There is no connection. Try again in a moment.') }));
    if (data) return setLines(data);
    setOpen(false);
    void toast(error?.message ?? 'The sales behind it could not be shown.', { kind: 'error' });
  };
  const arrival =
    state === 'on-its-way'
      ? `arrives about ${dayText(arrivesAt)}`
      : state === 'paid'
        ? `arrived on ${dayText(arrivesAt)}`
        : 'the money is back at the payment provider';
  return (
    <li className="card grid gap-1 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">{dayText(leftAt)}</h3>
        <span className="font-display text-xl tabular-nums">{moneyText(amountCents)}</span>
      </div>
      <p className={state === 'sent-back' ? 'text-wax' : 'text-ink-2'}>
        {PAYOUT_STATE_TEXTS[state]}, {arrival}
        {bank && `, ${bank.name === '' ? 'bank account' : bank.name} ending in ${bank.last4}`}
      </p>
      <p>
        <button
          type="button"
          className="link min-h-11"
          aria-expanded={open}
          aria-label={`The sales behind the payout of ${dayText(leftAt)}`}
          onClick={() => void show()}
        >
          {open ? 'Hide the sales behind it' : 'Show the sales behind it'}
        </button>
      </p>
      {open && !lines && <div className="skeleton h-16" aria-busy="true" />}
      {open && lines && (
        <>
          <ul className="grid" aria-label={`Sales behind the payout of ${dayText(leftAt)}`}>
            {lines.map((line, at) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and an order may appear in it twice
                key={at}
                className="flex items-baseline justify-between gap-4 border-t border-line py-2"
              >
                <span className="min-w-0">
                  <span className="block break-words">
                    {line.cents < 0 ? 'Reversed: ' : ''}
                    {line.products.join(', ') || 'Something from outside this marketplace'}
                  </span>
                  <span className="text-sm text-ink-2">
                    {dayText(line.at)}
                    {line.order && `, ${orderNumber(line.order)}`}
                  </span>
                </span>
                <span className="tabular-nums whitespace-nowrap">{moneyText(line.cents)}</span>
              </li>
            ))}
          </ul>
          {lines.length > 0 && (
            <p>
              <button
                type="button"
                className="link min-h-11 text-sm"
                onClick={() =>
                  saveCsv(
                    `payout-${new Date(leftAt).toISOString().slice(0, 10)}.csv`,
                    payoutLinesCsv(lines, orderNumber),
                  )
                }
              >
                Export these as CSV
              </button>
            </p>
          )}
        </>
      )}
    </li>
  );
}
