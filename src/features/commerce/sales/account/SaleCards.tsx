import type { Sale } from '../../../../domain/commerce/sale.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { RefundButton, SaleOrigin, SaleState } from './SaleTable.tsx';
import { netOf, SALE_AMOUNTS } from './sale-amounts.ts';

interface Props {
  sales: readonly Sale[];
  onRefund: (sale: Sale & { orderId: string }) => void;
}

/** Sales on a phone: one card per sale, with the same amounts as the table. */
export function SaleCards({ sales, onRefund }: Props) {
  return (
    <ul aria-label="Sales" className="mt-6 grid gap-3 md:hidden">
      {sales.map((sale) => (
        <li key={sale.lineId} className="card grid gap-2 p-4">
          <div>
            <h3 className="text-base font-semibold break-words">{sale.productName}</h3>
            <p className="text-sm">
              <SaleOrigin sale={sale} />
            </p>
          </div>
          <dl className="grid gap-1 text-sm">
            {amountsOf(sale).map(([name, cents]) => (
              <div key={name} className="flex justify-between gap-4">
                <dt className="text-ink-2">{name}</dt>
                <dd className="tabular-nums">{moneyText(cents)}</dd>
              </div>
            ))}
            <div className="flex justify-between gap-4 border-t border-line pt-1 font-semibold">
              <dt>Net</dt>
              <dd className="tabular-nums">{moneyText(netOf(sale))}</dd>
            </div>
          </dl>
          <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
            <p>
              <SaleState sale={sale} />
            </p>
            <RefundButton sale={sale} onRefund={onRefund} />
          </div>
        </li>
      ))}
    </ul>
  );
}

/** The amounts of a sale, each with what stands beside it; those that are nothing are left out. */
function amountsOf(sale: Sale): [name: string, cents: number][] {
  return SALE_AMOUNTS.filter(({ of, always }) => always?.phone || of(sale) !== 0).map(
    ({ name, phoneName = name, of, note }) => {
      const beside = note?.(sale) ?? null;
      return [beside === null ? phoneName : `${phoneName}, ${beside}`, of(sale)];
    },
  );
}
