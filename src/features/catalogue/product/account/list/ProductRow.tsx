import { Link } from 'wouter';
import type { SellerProductRow } from '../../../../../data/catalogue/seller-product-list.ts';
import { openPriceText } from '../../../../../domain/catalogue/price/open-price.ts';
import { priceNow, productIsVisible } from '../../../../../domain/catalogue/product.ts';
import { PRODUCT_STATE_TEXTS } from '../../../../../domain/catalogue/product-editing.ts';
import { dayText } from '../../../../../domain/kernel/instant.ts';
import { priceText } from '../../../../../domain/kernel/money.ts';
import { paths } from '../../../../../paths.ts';

interface Props {
  row: SellerProductRow;
  now: number;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
}

/** One product: a row on wide screens, a card on phones. */
export function ProductRow({ row, now, chosen, onChoose }: Props) {
  const { id, name, state, tags } = row;
  // Pictures of hidden products are not served without a token.
  const picture = productIsVisible(state) ? row.mainImage : null;
  return (
    <li className="card grid grid-cols-[auto_3.5rem_minmax(0,1fr)] items-center gap-x-3 gap-y-1 p-3 md:grid-cols-[auto_3.5rem_minmax(0,1fr)_8rem_8rem]">
      <label className="grid size-11 cursor-pointer place-items-center">
        <input
          type="checkbox"
          className="size-5"
          aria-label={`Select ${name}`}
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
      </label>
      <div className="picture size-14">
        {picture && (
          <img
            src={paths.picture('products', id, picture, 320)}
            alt=""
            width={56}
            height={56}
            loading="lazy"
          />
        )}
      </div>
      <div className="min-w-0">
        <Link
          className="link inline-flex min-h-11 max-w-full items-center"
          href={`~${paths.sellerProduct(id)}`}
        >
          <span className="wrap-anywhere md:truncate">{name}</span>
        </Link>
        {tags.length > 0 && <p className="truncate text-sm text-ink-3">{tags.join(', ')}</p>}
      </div>
      <p className="max-md:col-start-3">
        <RowPrice row={row} now={now} />
      </p>
      <p className="text-sm text-ink-2 max-md:col-start-3">
        <span className="font-semibold text-ink">{PRODUCT_STATE_TEXTS[state]}</span>
        <span className="block">
          {state === 'scheduled' && row.publishAt !== null
            ? `for ${dayText(row.publishAt)}`
            : `changed ${dayText(row.updatedAt)}`}
        </span>
      </p>
    </li>
  );
}

function RowPrice({ row, now }: { row: SellerProductRow; now: number }) {
  if (row.free) return 'Free';
  if (row.openPrice) return openPriceText(row.priceCents);
  if (row.priceCents === 0) return <span className="text-ink-3">No price yet</span>;
  const { saleFrom: from, saleTo: to, salePercent: percent } = row;
  const sale = percent > 0 && from !== null && to !== null ? { percent, from, to } : null;
  const price = priceNow({ priceCents: row.priceCents, free: false, sale }, now);
  return (
    <>
      {priceText(price.payCents)}
      {price.percentOff !== null && (
        <span className="block text-sm text-ink-2">
          {price.percentOff}% off {priceText(price.listCents)}
        </span>
      )}
      {price.percentOff === null && sale && now < sale.from && (
        <span className="block text-sm text-ink-2">
          {percent}% off from {dayText(sale.from)}
        </span>
      )}
    </>
  );
}
