import { useStore } from '@nanostores/react';
import { preOrderText } from '../../../domain/catalogue/price/pre-order.ts';
import type { CartProduct } from '../../../domain/commerce/cart.ts';
import { LINE_REFUSAL_TEXTS } from '../../../domain/commerce/offer.ts';
import type { QuoteLine } from '../../../domain/commerce/pricing.ts';
import { priceText } from '../../../domain/kernel/money.ts';
import { paths } from '../../../paths.ts';
import { CartLine } from '../cart/CartLine.tsx';
import { cart } from '../cart/cart.store.ts';
import { ChosenPrice } from './ChosenPrice.tsx';
import { $quote } from './quote.store.ts';

interface Props {
  products: readonly CartProduct[];
  onRemove: (product: CartProduct) => void;
}

/** The cart's products by artist; products that cannot be bought now come last, with the reason. */
export function CartGroups({ products, onRemove }: Props) {
  const { quote } = useStore($quote, { ssr: 'initial' });
  const lineOf = (id: string) => quote?.lines.find(({ productId }) => productId === id);
  const refusalOf = (id: string) => quote?.refused.find(({ productId }) => productId === id);
  const stores = new Map(quote?.lines.map(({ storeId, storeName }) => [storeId, storeName]));
  const refused = products.filter(({ id }) => refusalOf(id));
  const waiting = products.filter(({ id }) => !refusalOf(id) && !lineOf(id));
  const draw = (product: CartProduct) => {
    const line = lineOf(product.id);
    const refusal = refusalOf(product.id);
    const was = line && line.discountCents > 0 ? line.listCents : null;
    return (
      <CartLine
        key={product.id}
        product={{ ...product, price: line?.payCents ?? product.price }}
        large
        onRemove={() => onRemove(product)}
        note={
          refusal ? `This product ${LINE_REFUSAL_TEXTS[refusal.reason]}.` : line ? noteOf(line, was) : null
        }
      >
        {line?.openPrice && (
          <ChosenPrice
            key={line.listCents}
            name={product.name}
            cents={line.listCents}
            openPrice={line.openPrice}
            onChoose={(cents) => cart.choose(product.id, cents)}
          />
        )}
      </CartLine>
    );
  };
  return (
    <div className="pb-2">
      {[...stores].map(([storeId, storeName]) => (
        <section key={storeId} aria-label={storeName}>
          <h3 className="mt-4 text-base">
            <a className="link" href={paths.store(storeId)}>
              {storeName}
            </a>
          </h3>
          <ul className="divide-y divide-line">
            {products.filter(({ id }) => lineOf(id)?.storeId === storeId).map(draw)}
          </ul>
        </section>
      ))}
      {waiting.length > 0 && <ul className="divide-y divide-line">{waiting.map(draw)}</ul>}
      {refused.length > 0 && (
        <section aria-label="Cannot be bought now">
          <h3 className="mt-4 text-base text-wax">Cannot be bought now</h3>
          <ul className="divide-y divide-line">{refused.map(draw)}</ul>
        </section>
      )}
    </div>
  );
}

/** When it arrives, and what was taken off; null where there is nothing to say. */
function noteOf(line: QuoteLine, was: number | null): string | null {
  const notes = [
    ...(line.promisedDay === undefined ? [] : [preOrderText(line.promisedDay)]),
    ...(was === null ? [] : [`${priceText(was)} less ${reasonOf(line)}${lowestText(line)}`]),
  ];
  return notes.length > 0 ? notes.join('. ') : null;
}

/** What a sale price is to be shown with. */
function lowestText({ salePercent, lowestCents }: QuoteLine): string {
  return salePercent === null || lowestCents === null
    ? ''
    : `; lowest price in the 30 days before: ${priceText(lowestCents)}`;
}

function reasonOf({ couponCode, memberPercent, salePercent, releaseTitle }: QuoteLine): string {
  if (couponCode !== null) return `your code ${couponCode}`;
  if (releaseTitle !== null) return `what you save with ${releaseTitle}`;
  return memberPercent === null ? `the sale’s ${salePercent}%` : `your ${memberPercent}% as a guild member`;
}
