import { expect } from 'vitest';
import type { TestCounter } from './counter.ts';

interface Row {
  id: string;
  [field: string]: unknown;
}

/**
 * What must hold after every flow, read from the rows themselves: what was paid is what was ordered, every sale is
 * divided to the cent, nothing is granted twice, the ledger balances, and sellers hold what is theirs.
 */
export async function audit(counter: TestCounter): Promise<void> {
  const rows = (name: string) => counter.pb.collection(name).getFullList<Row>();
  const [orders, lines, entitlements, ledger, shares, uses, coupons] = await Promise.all(
    ['orders', 'order_lines', 'entitlements', 'ledger', 'seller_shares', 'coupon_uses', 'coupons'].map(rows),
  );
  const { book } = counter.house.till;
  const paid = (orders ?? []).filter(({ state }) => state !== 'pending' && state !== 'expired');
  const sum = (list: Row[] | undefined, field: string) =>
    (list ?? []).reduce((whole, row) => whole + Number(row[field]), 0);

  const charged = book.all('charges').reduce((whole, { amount }) => whole + Number(amount), 0);
  expect(sum(paid, 'totalCents') + sum(paid, 'taxCents'), 'paid at the till = orders').toBe(charged);
  const refunded = book.all('charges').reduce((whole, row) => whole + Number(row['amount_refunded']), 0);
  expect(sum(paid, 'refundedCents'), 'given back at the till = orders').toBe(refunded);

  for (const order of orders ?? []) {
    const own = (lines ?? []).filter((line) => line['order'] === order.id);
    expect(sum(own, 'paidCents'), `lines of ${order.id}`).toBe(order['totalCents']);
    for (const line of own) {
      const { listCents, discountCents, paidCents, commissionCents, feeCents, netCents, refundedCents } =
        line;
      const cents = [listCents, discountCents, paidCents, commissionCents, feeCents, netCents, refundedCents];
      expect(cents.every((value) => Number.isSafeInteger(value) && Number(value) >= 0)).toBe(true);
      expect(Number(listCents) - Number(discountCents)).toBe(paidCents);
      expect(Number(commissionCents) + Number(feeCents) + Number(netCents)).toBe(paidCents);
      expect(Number(refundedCents)).toBeLessThanOrEqual(Number(paidCents));
    }
  }
  const grants = (entitlements ?? []).map((row) =>
    [row['user'], row['product'], row['source'], row['sourceId']].join(),
  );
  expect(new Set(grants).size, 'one grant per buyer, product and source').toBe(grants.length);
  for (const order of paid.filter(({ giftEmail }) => giftEmail === '')) {
    const own = (lines ?? []).filter((line) => line['order'] === order.id);
    const granted = (entitlements ?? []).filter(({ sourceId }) => own.some(({ id }) => id === sourceId));
    expect(granted.length, `everything of ${order.id} is granted`).toBe(own.length);
    for (const line of own) {
      const entitlement = granted.find(({ sourceId }) => sourceId === line.id);
      const whole = Number(line['refundedCents']) > 0 && line['refundedCents'] === line['paidCents'];
      const revoked = whole || order['state'] === 'disputed';
      expect(entitlement?.['revokedAt'] !== '', `access to ${line.id}`).toBe(revoked);
    }
  }
  const events = Map.groupBy(ledger ?? [], ({ entry }) => String(entry).split(':').slice(0, 2).join(':'));
  for (const [event, entries] of events) expect(sum(entries, 'amountCents'), `ledger of ${event}`).toBe(0);
  const buyers = (ledger ?? []).filter(({ account }) => account === 'buyer');
  expect(charged - refunded + sum(buyers, 'amountCents'), 'the ledger knows every payment').toBe(0);

  const moved = book.all('transfers');
  const sent = moved.reduce(
    (whole, row) => whole + Number(row['amount']) - Number(row['amount_reversed']),
    0,
  );
  expect(sum(shares, 'sentCents'), 'sent at the till = shares').toBe(sent);
  for (const share of shares ?? []) {
    const at = `share of ${share['store']} in ${share['order']}`;
    if (share['state'] === 'sent' || share['state'] === 'returned') {
      expect(share['sentCents'], at).toBe(share['shareCents']);
    }
  }
  for (const coupon of coupons ?? []) {
    const held = (uses ?? []).filter((use) => use['coupon'] === coupon.id && use['state'] !== 'returned');
    expect(coupon['uses'], `uses of ${coupon['code']}`).toBe(held.length);
  }
}
