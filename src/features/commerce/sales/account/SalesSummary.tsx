import { taxOfSale } from '../../../../domain/commerce/sale.ts';
import type { SaleFigures } from '../../../../domain/commerce/sales-figures.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { MostViewed, type ShownViews } from './MostViewed.tsx';
import { SalesChart } from './SalesChart.tsx';

/** Summary of the sales shown: totals, charts, best sellers, coupons. */
export function SalesSummary({ figures, views }: { figures: SaleFigures; views: ShownViews | null }) {
  const { totals, products, coupons, members } = figures;
  const tiles: [name: string, value: string][] = [
    ['Sold', String(totals.count)],
    [taxOfSale(totals) > 0 ? 'Paid by buyers, without tax' : 'Paid by buyers', moneyText(totals.paidCents)],
    ['Refunded', moneyText(totals.refundedCents)],
    ...(totals.heldCents > 0
      ? [['Held while disputed', moneyText(totals.heldCents)] as [string, string]]
      : []),
    ['Yours', moneyText(totals.yoursCents)],
  ];
  return (
    <section aria-label="Summary" className="mt-6 grid grid-cols-1 gap-3">
      <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(([name, value]) => (
          <div key={name} className="card p-4">
            <dt className="text-sm text-ink-2">{name}</dt>
            <dd className="font-display text-2xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <SalesChart figures={figures} views={views} />
      {views && <MostViewed views={views} />}
      <div className="grid grid-cols-1 gap-3 lg:grid-cols-2">
        <Best
          title="Best sellers"
          rows={products.map(({ name, count, yoursCents }) => [name, `${count} sold`, yoursCents])}
        />
        <Best
          title="Coupons and member prices"
          rows={[
            ...coupons.map(({ code, ...figures }) => ({ name: code, used: 'used', ...figures })),
            ...(members ? [{ name: 'Guild members', used: 'bought', ...members }] : []),
          ].map(({ name, used, count, discountCents, yoursCents }) => [
            name,
            `${count} ${used}, ${moneyText(discountCents)} off`,
            yoursCents,
          ])}
        />
      </div>
    </section>
  );
}

function Best({ title, rows }: { title: string; rows: [name: string, note: string, yoursCents: number][] }) {
  if (rows.length === 0) return null;
  return (
    <section className="card p-5">
      <h2 className="text-lg">{title}</h2>
      <ol className="mt-2 grid">
        {rows.map(([name, note, cents], at) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two products may have one name, and the order is the rank
            key={at}
            className="flex items-baseline justify-between gap-4 border-t border-line py-2 first:border-t-0"
          >
            <span className="min-w-0">
              <span className="block break-words">{name}</span>
              <span className="text-sm text-ink-2">{note}</span>
            </span>
            <span className="tabular-nums whitespace-nowrap">{moneyText(cents)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
