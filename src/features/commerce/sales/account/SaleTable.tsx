import {
  discountReason,
  leftToRefund,
  type Sale,
  saleStateText,
  sharedText,
  shareTextOf,
  taxOfSale,
} from '../../../../domain/commerce/sale.ts';
import type { SaleTotals } from '../../../../domain/commerce/sales-figures.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';

interface Props {
  sales: readonly Sale[];
  /** Sums over all sales, also those not shown yet; null if they are not available. */
  totals: SaleTotals | null;
  onRefund: (sale: Sale & { orderId: string }) => void;
}

const HEADS = ['Sold', 'List', 'Discount', 'Tax in it', 'Paid', 'Commission', 'Net', 'State', ''];

/** Sales as a table, one row per sale, with the sums below. There is a column for tax where prices contain any. */
export function SaleTable({ sales, totals, onRefund }: Props) {
  const hasTax = (totals !== null && taxOfSale(totals) > 0) || sales.some((sale) => taxOfSale(sale) > 0);
  return (
    <section
      aria-label="Sales"
      className="relative mt-6 overflow-x-auto rounded-card border border-line bg-card max-md:hidden"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is scrolled by keys, too
      tabIndex={0}
    >
      <table className="w-full min-w-3xl text-left text-sm">
        <thead className="text-ink-2">
          <tr>
            {HEADS.filter((head) => hasTax || head !== 'Tax in it').map((head) => (
              <th key={head} scope="col" className="px-3 py-3 font-semibold whitespace-nowrap">
                {head || <span className="sr-only">Actions</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sales.map((sale) => (
            <tr key={sale.lineId} className="border-t border-line align-top">
              <th scope="row" className="px-3 py-3 font-normal">
                <span className="block font-semibold">{sale.productName}</span>
                <SaleOrigin sale={sale} />
              </th>
              <Amount cents={sale.listCents} />
              <Amount cents={sale.discountCents} less note={discountReason(sale)} />
              {hasTax && <Amount cents={taxOfSale(sale)} less />}
              <Amount cents={sale.paidCents} />
              <Amount cents={sale.commissionCents} less note={`${sale.commissionPercent}%`} />
              <Amount cents={sale.netCents} strong />
              <td className="px-3 py-3">
                <SaleState sale={sale} />
              </td>
              <td className="px-3 py-2">
                <RefundButton sale={sale} onRefund={onRefund} />
              </td>
            </tr>
          ))}
        </tbody>
        {totals && (
          <tfoot>
            <tr className="border-t-2 border-line align-top">
              <th scope="row" className="px-3 py-3 font-semibold">
                {totals.count} in total
              </th>
              <Amount cents={totals.listCents} />
              <Amount cents={totals.discountCents} less />
              {hasTax && <Amount cents={taxOfSale(totals)} less />}
              <Amount cents={totals.paidCents} />
              <Amount cents={totals.commissionCents} less />
              <Amount cents={totals.netCents} strong />
              <td className="px-3 py-3" colSpan={2}>
                {totals.heldCents > 0 && (
                  <span className="block text-wax">{moneyText(totals.heldCents)} held while disputed</span>
                )}
                {totals.refundedCents > 0 && (
                  <>
                    <span className="block text-wax">{moneyText(totals.refundedCents)} refunded</span>
                    <span className="block text-ink-2">{moneyText(totals.yoursCents)} is yours</span>
                  </>
                )}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

/** Date, order and buyer, and the other artist who is paid for it. */
export function SaleOrigin({ sale }: { sale: Sale }) {
  return (
    <span className="text-ink-2">
      {sale.source === 'membership' && 'Guild membership, '}
      {dayText(sale.soldAt)}
      {sale.number !== '' && `, ${sale.number}`}
      {sale.buyer !== null && `, ${sale.buyer}`}
      {sale.shared && <span className="block">{sharedText(sale)}</span>}
    </span>
  );
}

/** State of the sale, refunded amount, and state of the seller's share. */
export function SaleState({ sale }: { sale: Sale }) {
  const share = shareTextOf(sale);
  return (
    <>
      {saleStateText(sale)}
      {sale.refundedCents > 0 && (
        <span className="block text-wax">
          {moneyText(sale.refundedCents)} {sale.isLost ? 'taken back by the bank' : 'refunded'}
        </span>
      )}
      {share !== null && <span className="block text-ink-2">{share}</span>}
    </>
  );
}

/**
 * Opens the refund dialog, if something is left to refund and the payment is not disputed. A member is refunded on the
 * member's page.
 */
export function RefundButton({ sale, onRefund }: { sale: Sale } & Pick<Props, 'onRefund'>) {
  const { orderId, memberId } = sale;
  if (memberId !== null)
    return (
      <a className="link inline-flex min-h-11 items-center" href={paths.sellerMembers(memberId)}>
        Member
      </a>
    );
  if (orderId === null || leftToRefund(sale) <= 0 || sale.orderState === 'disputed') return null;
  return (
    <button
      type="button"
      className="link min-h-11 whitespace-nowrap"
      aria-label={`Refund ${sale.productName}`}
      onClick={() => onRefund({ ...sale, orderId })}
    >
      Refund
    </button>
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
      {cents === 0 ? '–' : moneyText(less ? -cents : cents)}
      {note !== null && cents > 0 && <span className="block text-ink-2">{note}</span>}
    </td>
  );
}
