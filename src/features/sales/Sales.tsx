import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import { dayText } from '../../domain/instant.ts';
import { priceText } from '../../domain/money.ts';
import { ORDER_STATE_TEXTS, orderNumber } from '../../domain/order.ts';
import { type Sale, SHARE_STATE_TEXTS } from '../../domain/sale.ts';
import { paths } from '../../paths.ts';
import { RefundDialog } from './RefundDialog.tsx';

interface Shown {
  sales: Sale[];
  total: number;
  page: number;
  state: 'asking' | 'ready' | 'failed' | 'no-store';
}

/** What my store sold, a row a line, each cent explained. */
export default function Sales() {
  const [shown, setShown] = useState<Shown>({ sales: [], total: 0, page: 0, state: 'asking' });
  const [asked, setAsked] = useState<Sale | null>(null);
  const { sales, total, page, state } = shown;
  const ask = async (next: number) => {
    setShown((before) => ({ ...before, state: 'asking' }));
    const answer = await actions.sales.mine({ page: next }).catch(() => null);
    setShown((before) => {
      if (!answer || answer.error) return { ...before, state: 'failed' };
      if (!answer.data) return { ...before, state: 'no-store' };
      const rows = next === 1 ? answer.data.sales : [...before.sales, ...answer.data.sales];
      return { sales: rows, total: answer.data.total, page: next, state: 'ready' };
    });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page is opened
  useEffect(() => void ask(1), []);

  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Sales
      </h1>
      <p className="mt-2 text-ink-2">What your store sold, and what of it is yours.</p>
      {state === 'failed' && (
        <p className="notice notice-bad mt-4" role="alert">
          Your sales could not be shown.{' '}
          <button type="button" className="link" onClick={() => void ask(page + 1)}>
            Try again
          </button>
        </p>
      )}
      {state === 'asking' && page === 0 && <div className="skeleton mt-6 h-40" aria-busy="true" />}
      {state === 'no-store' && (
        <div className="empty mt-6">
          <h2 className="text-2xl">You have no store yet</h2>
          <p>What you sell stands here, a row for each product, with every cent explained.</p>
          <a className="btn" href={paths.join()}>
            How selling works
          </a>
        </div>
      )}
      {state === 'ready' && total === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">Nothing sold yet</h2>
          <p>Each sale stands here with its price, discount, commission and your share.</p>
        </div>
      )}
      {sales.length > 0 && (
        <section
          aria-label="Sales"
          className="relative mt-6 overflow-x-auto rounded-card border border-line bg-card"
          tabIndex={-1}
        >
          <table className="w-full min-w-3xl text-left text-sm">
            <thead className="text-ink-2">
              <tr>
                {['Product', 'List', 'Discount', 'Paid', 'Commission', 'Yours', 'State', ''].map((head) => (
                  <th key={head} scope="col" className="px-3 py-3 font-semibold">
                    {head || <span className="sr-only">What to do</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sales.map((sale) => (
                <tr key={sale.lineId} className="border-t border-line align-top">
                  <th scope="row" className="px-3 py-3 font-normal">
                    <span className="block font-semibold">{sale.productName}</span>
                    <span className="text-ink-2">
                      {dayText(sale.soldAt)}, {orderNumber({ id: sale.orderId, placedAt: sale.placedAt })}
                      {sale.buyer !== null && `, ${sale.buyer}`}
                    </span>
                  </th>
                  <Amount cents={sale.listCents} />
                  <Amount cents={sale.discountCents} less note={sale.couponCode} />
                  <Amount cents={sale.paidCents} />
                  <Amount
                    cents={sale.commissionCents + sale.feeCents}
                    less
                    note={`${sale.commissionPercent} %`}
                  />
                  <Amount cents={sale.netCents} strong />
                  <td className="px-3 py-3">
                    {ORDER_STATE_TEXTS[sale.orderState]}
                    {sale.refundedCents > 0 && (
                      <span className="block text-wax">{priceText(sale.refundedCents)} given back</span>
                    )}
                    {sale.share !== null && (
                      <span className="block text-ink-2">{SHARE_STATE_TEXTS[sale.share]}</span>
                    )}
                  </td>
                  <td className="px-3 py-2">
                    {sale.refundedCents < sale.paidCents && sale.orderState !== 'disputed' && (
                      <button
                        type="button"
                        className="link min-h-11 whitespace-nowrap"
                        aria-label={`Give money back for ${sale.productName}`}
                        onClick={() => setAsked(sale)}
                      >
                        Give back
                      </button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {sales.length < total && (
        <button
          type="button"
          className="btn btn-quiet mt-4 w-full"
          aria-busy={state === 'asking'}
          onClick={() => void ask(page + 1)}
        >
          Show older ones
        </button>
      )}
      {asked && (
        <RefundDialog
          sale={asked}
          onClose={() => setAsked(null)}
          onRefunded={() => {
            setAsked(null);
            void ask(1);
          }}
        />
      )}
    </>
  );
}

interface AmountProps {
  cents: number;
  less?: boolean;
  strong?: boolean;
  note?: string | null;
}

function Amount({ cents, less = false, strong = false, note = null }: AmountProps) {
  return (
    <td className={`px-3 py-3 tabular-nums whitespace-nowrap ${strong ? 'font-semibold' : ''}`}>
      {cents === 0 ? '–' : `${less ? '−' : ''}${priceText(cents)}`}
      {note !== null && cents > 0 && <span className="block text-ink-2">{note}</span>}
    </td>
  );
}
