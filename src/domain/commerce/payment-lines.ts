import type { Cents } from '../kernel/money.ts';
import type { OrderLine } from './order.ts';

/** A line of the payment page. */
export interface PaymentLine {
  name: string;
  /** The picture of a product; null for several products, or where there is none. */
  picture: { productId: string; file: string } | null;
  payCents: Cents;
}

type PaidLine = Pick<
  OrderLine,
  'productId' | 'productName' | 'storeId' | 'storeName' | 'picture' | 'paidCents'
>;

/**
 * The lines of the payment page of an order: one for each product that costs something. If there are more than `max`,
 * one for each artist, and if there are more artists than that, the last line holds all further ones. The sum is always
 * the sum of the order; the receipt names every product.
 * @param max at least 1.
 */
export function paymentLines(lines: readonly PaidLine[], max: number): PaymentLine[] {
  const paid = lines.filter(({ paidCents }) => paidCents > 0);
  if (paid.length <= max) return paid.map(productLine);
  const ofArtists = new Map<string, PaidLine[]>();
  for (const line of paid) {
    // Two artists may have the same name.
    const artist = line.storeId ?? line.storeName;
    ofArtists.set(artist, [...(ofArtists.get(artist) ?? []), line]);
  }
  const byArtist = [...ofArtists.values()];
  const single = byArtist.length <= max ? byArtist : byArtist.slice(0, max - 1);
  const artists = single.map((ofArtist) => groupLine(ofArtist, ofArtist[0]?.storeName ?? ''));
  const rest = byArtist.slice(single.length);
  if (rest.length === 0) return artists;
  return [...artists, groupLine(rest.flat(), `${rest.length} more artists`)];
}

function productLine({ productId, productName, picture, paidCents }: PaidLine): PaymentLine {
  return {
    name: productName,
    picture: productId === null || picture === '' ? null : { productId, file: picture },
    payCents: paidCents,
  };
}

function groupLine(lines: readonly PaidLine[], from: string): PaymentLine {
  const [only] = lines;
  if (only && lines.length === 1) return { ...productLine(only), name: `${only.productName} from ${from}` };
  return {
    name: `${lines.length} models from ${from}`,
    picture: null,
    payCents: lines.reduce((sum, { paidCents }) => sum + paidCents, 0),
  };
}
