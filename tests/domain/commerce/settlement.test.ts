import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withIncludedTax } from '../../../src/domain/commerce/included-tax.ts';
import type { OrderLine } from '../../../src/domain/commerce/order.ts';
import { netOfStore, partnerNet } from '../../../src/domain/commerce/partner-part.ts';
import {
  divideRefunds,
  type LedgerRow,
  type RefundFact,
  type RefundPart,
  refundable,
  refundLedger,
  saleLedger,
  settlementOf,
  withLineTax,
} from '../../../src/domain/commerce/settlement.ts';
import type { DisputeState } from '../../../src/domain/payments/payment.ts';

/** A line sold at `paid`, with this commission. All in cents. */
function line(id: string, paid: number, commission: number, storeId = 'store'): OrderLine {
  return {
    id,
    storeId,
    includedTaxCents: 0,
    paidCents: paid,
    commissionCents: commission,
    feeCents: 0,
    netCents: paid - commission,
  } as OrderLine;
}

const refund = (
  id: string,
  amountCents: number,
  lineId: string | null = null,
  state: RefundFact['state'] = 'done',
): RefundFact => ({ id, lineId, amountCents, state });

const sellersOf = ({ sellers }: RefundPart) => sellers.reduce((sum, { cents }) => sum + cents, 0);
const total = (rows: readonly { amountCents: number }[]) =>
  rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
const ofAccount = (rows: readonly LedgerRow[], account: LedgerRow['account']) =>
  total(rows.filter((row) => row.account === account));

const partnerOf = (netCents: number, percent: number | null, storeId: string) =>
  percent === null ? null : { storeId, percent, netCents: partnerNet(netCents, percent) };

/** An order of one to four lines; tax on top, or in the prices; some with a partner who is paid. */
const orders = fc
  .record({
    parts: fc.array(fc.tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 100 })), {
      minLength: 1,
      maxLength: 4,
    }),
    taxCents: fc.integer({ min: 0, max: 900 }),
    isIncluded: fc.boolean(),
    partners: fc.array(fc.option(fc.integer({ min: 0, max: 90 })), { minLength: 4, maxLength: 4 }),
  })
  .map(({ parts, taxCents: drawn, isIncluded, partners }) => {
    const shown = parts.map(([paid, percent], at) => ({
      ...line(`l${at}`, paid, Math.floor((paid * percent) / 100), `s${at % 2}`),
      commissionPercent: percent,
      partner: partnerOf(paid - Math.floor((paid * percent) / 100), partners[at] ?? null, `s${(at + 1) % 2}`),
    }));
    const shownCents = shown.reduce((sum, { paidCents }) => sum + paidCents, 0);
    const taxCents = isIncluded ? Math.min(drawn, shownCents) : drawn;
    const lines = isIncluded ? withIncludedTax(shown, taxCents) : shown;
    const totalCents = lines.reduce((sum, { paidCents }) => sum + paidCents, 0);
    return { id: 'order', lines, taxCents, totalCents, feeCents: 30 };
  });

const states = fc.constantFrom<RefundFact['state']>('pending', 'done', 'failed');
const refundsOf = (count: number) =>
  fc.array(
    fc.record({
      amountCents: fc.integer({ min: 1, max: 12_000 }),
      lineId: fc.constantFrom(null, 'l0', 'l1', 'l2'),
      state: states,
    }),
    { maxLength: count },
  );

describe('refunds are divided', () => {
  it('one for a line goes to that line alone', () => {
    const order = { lines: [line('a', 1000, 100), line('b', 500, 50)], taxCents: 0 };
    expect(divideRefunds(order, [refund('r', 300, 'b')])[0]?.parts).toEqual([
      {
        ...{ lineId: 'b', buyerCents: 300, taxCents: 0 },
        sellers: [{ storeId: 'store', cents: 270, isPartner: false }],
      },
    ]);
  });

  it('one for the whole order goes by what is left of each line and of the tax', () => {
    const order = { lines: [line('a', 1000, 100), line('b', 500, 50)], taxCents: 150 };
    const [divided] = divideRefunds(order, [refund('r', 165)]);
    expect(divided?.parts.map(({ buyerCents }) => buyerCents)).toEqual([100, 50]);
    expect(divided?.taxCents).toBe(15);
  });

  it('one for a line gives the tax on it back, too', () => {
    const order = { lines: [line('a', 1000, 100), line('b', 500, 50)], taxCents: 300 };
    const whole = refundable(order, 'b', []);
    expect(whole).toEqual({ paidCents: 600, refundedCents: 0 });
    const half = withLineTax(order, 'b', 250);
    expect(half).toBe(300);
    expect(divideRefunds(order, [refund('r', half, 'b')])[0]).toMatchObject({
      taxCents: 50,
      parts: [{ lineId: 'b', buyerCents: 250, taxCents: 50, sellers: [{ cents: 225 }] }],
    });
    expect(refundable(order, 'b', [refund('r', half, 'b')])).toEqual({ paidCents: 600, refundedCents: 300 });
  });

  it('never return more tax than was taken, and all of it with the last cent', () => {
    fc.assert(
      fc.property(orders, refundsOf(8), (order, drawn) => {
        const facts = drawn.map((fact, at) => ({ id: `r${at}`, ...fact }));
        const lineIds = [null, ...order.lines.map(({ id }) => id)];
        for (const lineId of lineIds) {
          const { paidCents, refundedCents } = refundable(order, lineId, facts);
          expect(refundedCents).toBeLessThanOrEqual(paidCents);
        }
        const { paidCents, refundedCents } = refundable(order, null, facts);
        const rest = refund('rest', paidCents - refundedCents);
        const divided = divideRefunds(order, [...facts, rest]).filter(
          ({ refund: { state } }) => state !== 'failed',
        );
        let tax = 0;
        for (const { taxCents, parts } of divided) {
          expect(taxCents).toBe(parts.reduce((sum, part) => sum + part.taxCents, 0));
          for (const part of parts)
            expect(
              Math.min(part.taxCents, part.buyerCents, ...part.sellers.map(({ cents }) => cents)),
            ).toBeGreaterThanOrEqual(0);
          tax += taxCents;
          expect(tax).toBeLessThanOrEqual(order.taxCents);
        }
        expect(tax).toBe(order.taxCents);
        const seller = divided.flatMap(({ parts }) => parts).reduce((sum, part) => sum + sellersOf(part), 0);
        expect(seller).toBe(order.lines.reduce((sum, { netCents }) => sum + netCents, 0));
      }),
      { numRuns: 2000 },
    );
  });

  it('a line refunded in odd parts returns exactly what seller and operator had', () => {
    const order = { lines: [line('a', 999, 133)], taxCents: 0 };
    const parts = divideRefunds(order, [
      refund('1', 333, 'a'),
      refund('2', 1, 'a'),
      refund('3', 665, 'a'),
    ]).flatMap((divided) => divided.parts);
    expect(parts.reduce((sum, part) => sum + sellersOf(part), 0)).toBe(866);
    expect(parts.reduce((sum, { buyerCents }) => sum + buyerCents, 0)).toBe(999);
  });

  it('a failed one leaves room for the next', () => {
    const order = { lines: [line('a', 1000, 100)], taxCents: 0 };
    const settlement = settlementOf(
      { ...order, totalCents: 1000 },
      { refunds: [refund('1', 1000, 'a', 'failed'), refund('2', 1000, 'a')], disputes: [] },
    );
    expect(settlement.refundedCents).toBe(1000);
    expect(settlement.state).toBe('refunded');
  });

  it('nobody returns more than they received', () => {
    fc.assert(
      fc.property(orders, refundsOf(8), (order, drawn) => {
        const refunds = drawn.map((fact, at) => ({ id: `r${at}`, ...fact }));
        const settlement = settlementOf(order, { refunds, disputes: [] });
        expect(settlement.refundedCents).toBeLessThanOrEqual(order.totalCents + order.taxCents);
        for (const { shareCents, storeId } of settlement.shares) {
          expect(shareCents).toBeGreaterThanOrEqual(0);
          expect(shareCents).toBeLessThanOrEqual(
            order.lines.reduce((sum, known) => sum + netOfStore(known, storeId), 0),
          );
        }
        for (const known of settlement.lines) {
          const paid = order.lines.find(({ id }) => id === known.id)?.paidCents ?? 0;
          expect(known.refundedCents).toBeLessThanOrEqual(paid);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

it('two artists of a model: each has what the ledger says, and together what one would have', () => {
  fc.assert(
    fc.property(orders, refundsOf(8), (order, drawn) => {
      const refunds = drawn.map((fact, at) => ({ id: `r${at}`, ...fact }));
      const settlement = settlementOf(order, { refunds, disputes: [] });
      const sale = saleLedger(order);
      const rows = [...sale, ...refundLedger(settlement.refunds, sale)];
      expect(total(rows)).toBe(0);
      expect(new Set(rows.map(({ entry }) => entry)).size).toBe(rows.length);
      for (const { storeId, shareCents } of settlement.shares)
        expect(total(rows.filter((row) => row.account === 'seller' && row.storeId === storeId))).toBe(
          shareCents,
        );
      const alone = settlementOf(
        { ...order, lines: order.lines.map((sold) => ({ ...sold, partner: null })) },
        { refunds, disputes: [] },
      );
      const sum = (shares: typeof settlement.shares) =>
        shares.reduce((cents, { shareCents }) => cents + shareCents, 0);
      expect(sum(settlement.shares)).toBe(sum(alone.shares));
    }),
    { numRuns: 2000 },
  );
});

describe('a dispute', () => {
  it.each<[DisputeState[], boolean, number, string | null]>([
    [[], false, 900, null],
    [['open'], true, 0, 'dispute'],
    [['lost'], false, 0, 'dispute'],
    [['won'], false, 900, null],
    [['won', 'open'], true, 0, 'dispute'],
  ])('in states %j: frozen %s, share %i cents, revoked by %s', (states, frozen, shareCents, word) => {
    const order = { lines: [line('a', 1000, 100)], taxCents: 0, totalCents: 1000 };
    const disputes = states.map((state, at) => ({ id: `dp_${at}`, state, amountCents: 1000 }));
    const settlement = settlementOf(order, { refunds: [], disputes });
    expect(settlement.shares).toEqual([{ storeId: 'store', frozen, held: false, shareCents }]);
    expect(settlement.lines[0]?.revocation).toBe(word);
  });

  it('lost about a part is divided over all stores like a refund of that part, and only lines given back in full end', () => {
    const order = {
      ...{ id: 'o', feeCents: 0, taxCents: 0, totalCents: 3000 },
      lines: [line('a', 1000, 100, 'ash'), line('b', 2000, 200, 'elm')],
    };
    const lost = { id: 'dp_1', state: 'lost' as const, amountCents: 1001 };
    const settlement = settlementOf(order, { refunds: [refund('re_1', 700, 'a')], disputes: [lost] });
    expect(settlement).toMatchObject({ state: 'partly_refunded', refundedCents: 1701, lostCents: 1001 });
    expect(settlement.lines.map(({ refundedCents, lostCents }) => [refundedCents, lostCents])).toEqual([
      [831, 131],
      [870, 870],
    ]);
    expect(settlement.lines.map(({ revocation }) => revocation)).toEqual([null, null]);
    const whole = settlementOf(order, {
      refunds: [refund('re_1', 1000, 'a')],
      disputes: [{ ...lost, amountCents: 2000 }],
    });
    expect(whole).toMatchObject({ state: 'refunded', refundedCents: 3000, lostCents: 2000 });
    expect(whole.lines.map(({ revocation }) => revocation)).toEqual(['refund', 'dispute']);
  });

  it('lost, won after all, and of any amount leaves in the ledger what the shares say, whatever was refunded before', () => {
    const facts = fc.record({
      amountCents: fc.nat(20_000),
      states: fc.array(fc.constantFrom('open', 'won', 'lost'), { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(orders, refundsOf(4), facts, (drawn, refunded, { amountCents, states }) => {
        const written = saleLedger(drawn);
        const refunds = refunded.map((fact, at) => ({ id: `r${at}`, ...fact }));
        for (const state of states) {
          const disputes = [{ id: 'dp_1', state, amountCents }];
          const settlement = settlementOf(drawn, { refunds, disputes });
          written.push(...refundLedger(settlement.refunds, written));
          expect(total(written)).toBe(0);
          expect(new Set(written.map(({ entry }) => entry)).size).toBe(written.length);
          expect(ofAccount(written, 'buyer')).toBe(
            settlement.refundedCents - drawn.totalCents - drawn.taxCents,
          );
          for (const { storeId, shareCents, frozen } of settlement.shares)
            expect(
              frozen
                ? 0
                : total(written.filter((row) => row.account === 'seller' && row.storeId === storeId)),
            ).toBe(shareCents);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the ledger', () => {
  const order = { id: 'o', lines: [line('a', 1000, 100), line('b', 333, 33)], taxCents: 0, feeCents: 59 };

  it('tells a sale in rows that sum to nothing, account by account', () => {
    const rows = saleLedger(order);
    expect(total(rows)).toBe(0);
    expect(ofAccount(rows, 'buyer')).toBe(-1333);
    expect(ofAccount(rows, 'seller')).toBe(1200);
    expect(ofAccount(rows, 'hall')).toBe(133 - 59);
    expect(ofAccount(rows, 'provider')).toBe(59);
  });

  it('adds nothing when nothing is new', () => {
    const refunds = divideRefunds(order, [refund('1', 700), refund('2', 40, 'b')]);
    const rows = refundLedger(refunds, saleLedger(order));
    expect(rows.length).toBeGreaterThan(0);
    expect(refundLedger(refunds, [...saleLedger(order), ...rows])).toEqual([]);
  });

  it('takes a refund that failed back in rows of their own', () => {
    const before = refundLedger(divideRefunds(order, [refund('1', 700, 'a', 'pending')]), []);
    const after = refundLedger(divideRefunds(order, [refund('1', 700, 'a', 'failed')]), before);
    expect(after.every(({ kind }) => kind === 'refund_failed')).toBe(true);
    expect(ofAccount([...before, ...after], 'buyer')).toBe(0);
    expect(ofAccount([...before, ...after], 'seller')).toBe(0);
  });

  it('handles two refunds of the same second that were first reported in another order', () => {
    const one = refund('1', 334);
    const two = refund('2', 501);
    const before = refundLedger(divideRefunds(order, [one, two]), []);
    const divided = divideRefunds(order, [two, one]);
    const rows = [...before, ...refundLedger(divided, before)];
    for (const { refund: fact, parts } of divided)
      for (const { lineId, buyerCents } of parts) {
        const refundRows = rows.filter(
          ({ entry, account }) =>
            account === 'buyer' && entry.split(':')[1] === fact.id && entry.split(':')[2] === lineId,
        );
        expect(total(refundRows)).toBe(buyerCents);
      }
  });

  it('ends at the same sums whatever was known in between, sums to nothing after each event, names no row twice', () => {
    const histories = fc.array(fc.array(states, { minLength: 4, maxLength: 4 }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(orders, refundsOf(4), histories, (drawn, facts, history) => {
        const written = saleLedger(drawn);
        let settlement = settlementOf(drawn, { refunds: [], disputes: [] });
        for (const states of history) {
          const refunds = facts.map((fact, at) => ({ ...fact, id: `r${at}`, state: states[at] ?? 'done' }));
          settlement = settlementOf(drawn, { refunds, disputes: [] });
          const rows = refundLedger(settlement.refunds, written);
          expect(total(rows)).toBe(0);
          written.push(...rows);
        }
        expect(new Set(written.map(({ entry }) => entry)).size).toBe(written.length);
        expect(ofAccount(written, 'buyer')).toBe(
          settlement.refundedCents - drawn.totalCents - drawn.taxCents,
        );
        const shares = settlement.shares.reduce((sum, { shareCents }) => sum + shareCents, 0);
        expect(ofAccount(written, 'seller')).toBe(shares);
      }),
      { numRuns: 2000 },
    );
  });
});
