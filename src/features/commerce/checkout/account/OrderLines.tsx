import { type BuyerOrder, shownPrice, shownRefund } from '../../../../domain/commerce/order.ts';
import { priceText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import { PreOrderedLine } from './PreOrderedLine.tsx';
import { RefundRequestForm } from './RefundRequestForm.tsx';

/** An order's lines by artist, with discounts, refunds, and links to ask for a refund or write to the store. */
export function OrderLines({ order, onChanged }: { order: BuyerOrder; onChanged: () => void }) {
  const artists = [...new Set(order.lines.map(({ storeName }) => storeName))];
  const storeOf = (artist: string) => order.lines.find(({ storeName }) => storeName === artist)?.storeId;
  return (
    <table className="w-full text-left">
      <caption className="sr-only">What was bought</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Paid</th>
        </tr>
      </thead>
      {artists.map((artist) => (
        <tbody key={artist}>
          <tr>
            <th colSpan={2} scope="rowgroup" className="pt-4 pb-1 text-sm font-semibold text-ink-2">
              {artist}
              <WriteLink storeId={storeOf(artist) ?? null} orderId={order.id} />
            </th>
          </tr>
          {order.lines
            .filter(({ storeName }) => storeName === artist)
            .map((line) => (
              <tr key={line.id} className="border-t border-line align-top">
                <td className="py-2 pr-4 wrap-anywhere">
                  {line.productName}
                  {line.discountCents > 0 && (
                    <span className="block text-sm text-ink-2">
                      {priceText(line.listCents)} less {priceText(line.discountCents)}
                      {line.couponCode !== null && ` with ${line.couponCode}`}
                      {line.releaseTitle !== null && ` as part of ${line.releaseTitle}`}
                      {line.memberPercent !== null && ` as a guild member, ${line.memberPercent}%`}
                    </span>
                  )}
                  {line.refundedCents > 0 && (
                    <span className="block text-sm text-wax">{priceText(shownRefund(line))} refunded</span>
                  )}
                  <PreOrderedLine order={order} line={line} onCancelled={onChanged} />
                  <RefundRequestForm order={order} line={line} />
                </td>
                <td className="py-2 text-right tabular-nums">{priceText(shownPrice(line))}</td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
}

function WriteLink({ storeId, orderId }: { storeId: string | null; orderId: string }) {
  if (storeId === null) return null;
  return (
    <a
      className="link ml-3 inline-flex min-h-11 items-center print:hidden"
      href={paths.writeTo(storeId, { order: orderId })}
    >
      Write to the store
    </a>
  );
}
