import type { Book, Row, Shelf } from './book.ts';
import { Problem } from './problem.ts';

/** Fields the stand-in keeps for itself. */
const OWN = new Set(['items', 'payment_data', 'attempt', 'owner', 'payout']);

/** Which fields name another object, for `expand`. */
const REFERENCES: Record<string, Shelf> = {
  payment_intent: 'payments',
  latest_charge: 'charges',
  balance_transaction: 'bookings',
  charge: 'charges',
  customer: 'customers',
  source_transaction: 'charges',
  transfer: 'transfers',
  source: 'seller_payments',
  destination: 'banks',
};

/** An object as the outside sees it. */
export function viewOf(row: Row): Row {
  const shown = Object.entries(row).filter(([field]) => !OWN.has(field));
  return structuredClone(Object.fromEntries(shown)) as Row;
}

/**
 * An object with the references its wishes name put in place, such as `payment_intent.latest_charge`.
 * @throws Problem where a wish names what cannot be put in place.
 */
export function expanded(book: Book, row: Row, wishes: readonly string[]): Row {
  const shown = viewOf(row);
  for (const wish of wishes) {
    let place: Record<string, unknown> = shown;
    for (const field of wish.split('.')) {
      if (field === 'line_items' && row['items']) {
        place[field] = lineItems(row);
        break;
      }
      const shelf = REFERENCES[field];
      if (!shelf || place[field] === undefined)
        throw new Problem(400, `This property cannot be expanded (${wish}).`, { param: 'expand' });
      const found = book.find(shelf, place[field]);
      if (found) place[field] = viewOf(found);
      const next = place[field];
      // Not there yet, as the payment of an open page: stays null.
      if (typeof next !== 'object' || next === null) break;
      place = next as Record<string, unknown>;
    }
  }
  return shown;
}

/** What is bought on a payment page. */
export function lineItems(session: Row): unknown {
  const items = session['items'] as { name: string; quantity?: number; amount_total: number }[];
  return {
    object: 'list',
    url: `/v1/checkout/sessions/${session.id}/line_items`,
    has_more: false,
    data: items.map(({ name, quantity = 1, amount_total }, at) => ({
      id: `li_${session.id.slice(-12)}${at}`,
      object: 'item',
      description: name,
      quantity,
      amount_subtotal: amount_total,
      amount_total,
      currency: session['currency'],
    })),
  };
}
