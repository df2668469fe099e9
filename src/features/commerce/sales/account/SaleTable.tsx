import {
  leftToRefund,
  type Sale,
  saleStateText,
  sharedText,
  shareTextOf,
} from '../../../../domain/commerce/sale.ts';
import type { SaleTotals } from '../../../../domain/commerce/sales-figures.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import { DataTable, type TableColumn } from '../../../../ui/account/DataTable.tsx';
import { netOf, SALE_AMOUNTS, type SaleAmount } from './sale-amounts.ts';

interface Props {
  sales: readonly Sale[];
  /** Sums over all sales, also those not shown yet; null if they are not available. */
  totals: SaleTotals | null;
  onRefund: (sale: Sale & { orderId: string }) => void;
}

/** Sales as a table, one row per sale, with the sums below. An amount that no sale has, such as tax, has no column. */
export function SaleTable({ sales, totals, onRefund }: Props) {
  const hasAmount = ({ of }: SaleAmount) =>
    (totals !== null && of(totals) !== 0) || sales.some((sale) => of(sale) !== 0);
  return (
    <DataTable<Sale, SaleTotals>
      label="Sales"
      className="mt-6 max-md:hidden"
      frame="card"
      rows={sales}
      keyOf={({ lineId }) => lineId}
      sums={totals}
      columns={[
        {
          head: 'Sold',
          isRowHead: true,
          cell: (sale) => (
            <>
              <span className="block font-semibold">{sale.productName}</span>
              <SaleOrigin sale={sale} />
            </>
          ),
          sum: ({ count }) => `${count} in total`,
        },
        ...SALE_AMOUNTS.filter((one) => one.always?.column || hasAmount(one)).map(column),
        column({ name: 'Net', of: netOf }),
        {
          head: 'State',
          cell: (sale) => <SaleState sale={sale} />,
          sum: (sums) => <HeldAndRefunded totals={sums} />,
        },
        {
          head: 'Actions',
          isHeadHidden: true,
          cell: (sale) => <RefundButton sale={sale} onRefund={onRefund} />,
        },
      ]}
    />
  );
}

const column = ({ name, of, note = () => null }: SaleAmount): TableColumn<Sale, SaleTotals> => ({
  head: name,
  isNumber: true,
  cell: (sale) => <Amount cents={of(sale)} note={note(sale)} strong={of === netOf} />,
  sum: (sums) => <Amount cents={of(sums)} note={null} strong={of === netOf} />,
});

function Amount({ cents, note, strong }: { cents: number; note: string | null; strong: boolean }) {
  const text = cents === 0 ? '–' : moneyText(cents);
  return (
    <>
      {strong ? <strong className="font-semibold">{text}</strong> : text}
      {note !== null && cents !== 0 && <span className="block text-ink-2">{note}</span>}
    </>
  );
}

/** What is held or was refunded of all sales. */
function HeldAndRefunded({ totals: { heldCents, refundedCents, yoursCents } }: { totals: SaleTotals }) {
  return (
    <>
      {heldCents > 0 && <span className="block text-wax">{moneyText(heldCents)} held while disputed</span>}
      {refundedCents > 0 && (
        <>
          <span className="block text-wax">{moneyText(refundedCents)} refunded</span>
          <span className="block text-ink-2">{moneyText(yoursCents)} is yours</span>
        </>
      )}
    </>
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
