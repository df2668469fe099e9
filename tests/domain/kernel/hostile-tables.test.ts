import { describe, expect, it } from 'vitest';
import { NO_PRINT_SETTINGS } from '../../../src/domain/catalogue/print/print-settings.ts';
import { productsCsv } from '../../../src/domain/catalogue/product-csv.ts';
import { PRODUCT_CSV_FIELDS } from '../../../src/domain/catalogue/product-fields.ts';
import { payoutLinesCsv, payoutsCsv } from '../../../src/domain/commerce/payout.ts';
import type { Sale } from '../../../src/domain/commerce/sale.ts';
import { salesCsv } from '../../../src/domain/commerce/sales-figures.ts';
import { membersCsv } from '../../../src/domain/guild/tenure-import.ts';
import { cleanText } from '../../../src/domain/kernel/clean-text.ts';
import { readCsv, withoutFormulaGuard } from '../../../src/domain/kernel/csv.ts';
import { emptyOf } from '../../../src/domain/kernel/fields/field-table.ts';
import { peopleCsv } from '../../../src/domain/library/access-import.ts';
import { libraryCsv } from '../../../src/domain/library/library-export.ts';
import { HOSTILE } from '../../hostile-texts.ts';
import { anItem, NOW } from '../library/library-items.ts';

const SALE: Sale = {
  source: 'sale',
  lineId: 'l1',
  orderId: 'k3x9m2p7q1w5e8r',
  number: '2611-K3X9M2',
  memberId: null,
  orderState: 'paid',
  buyer: 'wren',
  productId: 'p1',
  productName: 'Golem',
  soldAt: NOW,
  placedAt: NOW,
  listCents: 1000,
  discountCents: 0,
  couponCode: null,
  memberPercent: null,
  releaseTitle: null,
  paidCents: 1000,
  commissionPercent: 10,
  commissionCents: 100,
  netCents: 900,
  refundedCents: 0,
  heldCents: 0,
  yoursCents: 900,
  share: null,
};

/** Every table that the app exports, with hostile texts in every field that users control. */
const TABLES: Record<string, (words: string) => string> = {
  library: (name) =>
    libraryCsv([anItem({ name, store: name, lists: ['list-a'] }), anItem()], [{ id: 'list-a', name }]),
  sales: (name) => salesCsv([{ ...SALE, productName: name, buyer: name, couponCode: name }, SALE]),
  members: (name) => {
    const terms = { tierId: 't', state: 'active', billing: 'monthly', since: 0, joinedAt: 0 } as const;
    const figures = { streak: 1, months: 1, tenureMonths: 0, priceCents: 800 };
    const member = { ...terms, ...figures, username: name, email: 'wren@guildhall.test', note: name };
    return membersCsv([member, { ...member, username: 'wren', note: '' }], () => name);
  },
  'people of a group': (name) => {
    const times = { claimedAt: null, mailedAt: null, mails: 0, addedAt: NOW };
    const person = { ...times, id: 'a', email: name, name, note: name, state: 'invited' } as const;
    return peopleCsv([person, { ...person, email: 'wren@guildhall.test' }]);
  },
  products: (name) => {
    const facets = { type: null, genre: [], scale: null, supports: [], printer: [], parts: null };
    const row = {
      id: 'a',
      name,
      state: 'draft',
      priceCents: 900,
      free: false,
      openPrice: null,
      sale: null,
      print: { ...NO_PRINT_SETTINGS, printer: name },
      ...emptyOf(PRODUCT_CSV_FIELDS),
    } as const;
    return productsCsv([{ ...row, tags: [name, name], shelves: [name], facets, licences: [], ai: null }]);
  },
  payouts: (name) => {
    const money = { amountCents: 900, state: 'paid', leftAt: NOW, arrivesAt: NOW } as const;
    return payoutsCsv([{ ...money, id: 'po_1', bank: { name, last4: '6789' } }]);
  },
  'lines of a payout': (name) =>
    payoutLinesCsv([{ at: NOW, order: null, products: [name, name], cents: 900 }], () => 'G-1'),
};

describe.each(Object.entries(TABLES))('the table of %s', (_, table) => {
  it.each(Object.entries(HOSTILE))('holds words that try %s as the text of their cells', (_name, typed) => {
    const words = cleanText(typed);
    const read = readCsv(table(words), { rows: 10, cellsARow: 30 });
    if (!('rows' in read)) throw new Error(`not a table: ${read.refusal}`);
    expect(read.separator).toBe(',');
    const [head, ...rows] = read.rows.map(({ cells }) => cells);
    for (const cells of rows) {
      expect(cells).toHaveLength(head?.length ?? 0);
      for (const cell of cells) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/u);
    }
    expect(rows.flat().map(withoutFormulaGuard).join('\u0001')).toContain(words);
  });
});
