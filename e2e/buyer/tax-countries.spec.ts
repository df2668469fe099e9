import { expect, type Page, test } from '@playwright/test';
import { serviceClient } from '../../src/data/kernel/client.ts';
import type { DevStack } from '../../src/dev/stack.ts';
import { paths } from '../../src/paths.ts';
import { settingStates } from '../../tests/dashboard-states.ts';
import { pdfText } from '../../tests/pdf-text.ts';
import { loginAs } from '../support/people.ts';
import { type Person, personIn, studioIn } from '../support/sculptor.ts';
import { openOwnStack } from '../support/stack.ts';

/**
 * One buyer in four countries, each with a cart of $9.99 and $5.01: what the payment page asks, and what invoice and credit
 * note say, to the cent. Prices contain their tax, except for the shop that sells to America.
 */

interface Shop {
  stack: DevStack;
  buyer: Person;
  models: ReadonlyMap<string, string>;
}

async function openShop(prices: 'inclusive' | 'exclusive', countries: readonly string[]): Promise<Shop> {
  const stack = await openOwnStack(
    { STRIPE_TAX: 'on', TAX_PRICES: prices, RATE_LIMITS: 'off' },
    { taxPercent: 19 },
  );
  const [seller, buyer] = [await personIn(stack, 'fen'), await personIn(stack, 'mira')];
  const names = countries.flatMap((country) => [`Knight ${country}`, `Squire ${country}`]);
  const models = await studioIn(stack, seller, names);
  const products = settingStates(serviceClient({ url: stack.pocketbaseUrl, ...stack.service })).collection(
    'products',
  );
  for (const [name, id] of models)
    await products.update(id, { state: 'published', priceCents: name.startsWith('Knight') ? 999 : 501 });
  return { stack, buyer, models };
}

/** Reads the PDF behind a link of the receipt. */
async function textOf(page: Page, link: RegExp): Promise<string> {
  const address = await page.getByRole('link', { name: link }).getAttribute('href');
  const answer = await page.request.get(new URL(address ?? '', page.url()).href);
  expect(answer.headers()['content-type']).toBe('application/pdf');
  return pdfText(await answer.body());
}

interface Sums {
  net: string;
  tax: string;
  gross: string;
}
const cents = (amount: string) => Math.round(Number(amount.slice(1)) * 100);

/** Expects the sums of a document, and that net and tax are gross in each of its rows. */
function expectSums(text: string, percent: string, { net, tax, gross }: Sums): void {
  expect(text).toContain(`Sum at ${percent} ${net} ${percent} ${tax} ${gross}`);
  expect(text).toContain(`Total ${net} ${tax} ${gross}`);
  const rows = [...text.matchAll(/(\$[\d.]+) (?:[\d.]+% )?(\$[\d.]+) (\$[\d.]+)$/gm)];
  // Two models, the sum at the rate, and the total.
  expect(rows).toHaveLength(4);
  for (const [, rowNet = '', rowTax = '', rowGross = ''] of rows)
    expect(cents(rowNet) + cents(rowTax)).toBe(cents(rowGross));
  const of = (column: number) => rows.slice(0, 2).reduce((sum, row) => sum + cents(row[column] ?? ''), 0);
  expect([of(1), of(2), of(3)]).toEqual([cents(net), cents(tax), cents(gross)]);
}

interface Place {
  /** As the payment page has it. */
  code: string;
  country: string;
  isWaiverAsked: boolean;
  percent: string;
  sums: Sums;
}

/** Buys a cart in a place, reads its invoice, is refunded, and reads the credit note. */
async function buyIn(page: Page, { stack, models }: Shop, place: Place): Promise<void> {
  const { code, country, isWaiverAsked, percent, sums } = place;
  for (const model of ['Knight', 'Squire']) {
    await page.goto(stack.siteUrl + paths.product(models.get(`${model} ${code}`) ?? ''));
    const main = page.getByRole('main');
    await main
      .getByRole('button', { name: /^Add to cart$/ })
      .first()
      .click();
    await expect(main.getByRole('button', { name: 'In your cart' }).first()).toBeVisible();
  }
  await page.goto(stack.siteUrl + paths.cart());
  const pay = page.getByRole('button', { name: 'Pay $15.00' });
  const waiver = page.getByRole('checkbox', { name: /I lose my right of withdrawal/ });
  await expect(pay).toBeVisible();
  if (isWaiverAsked) {
    // Without the tick nothing is paid: the button leads to it.
    await pay.click();
    await expect(waiver).toBeFocused();
    await waiver.check();
  } else await expect(waiver).toHaveCount(0);
  await pay.click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_/);
  await page.getByLabel('Country').selectOption(code);
  // Where the country decides the sum, it is not on the button.
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'It is all yours' })).toBeVisible();

  await page.goto(stack.siteUrl + paths.payments());
  await page.getByRole('link', { name: /^G-/ }).first().click();
  await expect(page.getByText(`Knight ${code}`)).toBeVisible();
  const invoice = await textOf(page, /^Invoice /);
  expect(invoice).toContain(country);
  expect(invoice).not.toContain('Reason:');
  expectSums(invoice, percent, sums);
  const number = /Number: (INV-\S+)/.exec(invoice)?.[1] ?? 'no number';

  // The operator gives all of it back, at the payment provider.
  if (!stack.payments) throw new Error('no payment stand-in');
  const { simulator } = stack.payments;
  const [charge] = simulator.book.all('charges');
  expect(charge?.['amount']).toBe(cents(sums.gross));
  simulator.refund({ charge: charge?.id ?? '' });
  const note = page.getByRole('link', { name: /^Credit note / });
  await expect(async () => {
    await page.reload();
    await expect(note).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  const credit = await textOf(page, /^Credit note /);
  expect(credit).toContain(`Credit for: Invoice ${number}`);
  expectSums(credit, percent, sums);
}

const GERMANY: Place = {
  ...{ code: 'DE', country: 'Germany', isWaiverAsked: true, percent: '19%' },
  sums: { net: '$12.60', tax: '$2.40', gross: '$15.00' },
};
const BRITAIN: Place = {
  ...{ code: 'GB', country: 'United Kingdom', isWaiverAsked: true, percent: '20%' },
  sums: { net: '$12.49', tax: '$2.51', gross: '$15.00' },
};
const JAPAN: Place = {
  ...{ code: 'JP', country: 'Japan', isWaiverAsked: false, percent: '10%' },
  sums: { net: '$13.63', tax: '$1.37', gross: '$15.00' },
};
const AMERICA: Place = {
  ...{ code: 'US-NY', country: 'United States', isWaiverAsked: false, percent: '8.875%' },
  sums: { net: '$15.00', tax: '$1.33', gross: '$16.33' },
};

test.describe('invoices and credit notes', () => {
  // One stack for each way of pricing, and one sign-in.
  for (const [prices, zones] of [
    [
      'inclusive',
      [
        ['Europe/Berlin', GERMANY],
        ['Europe/London', BRITAIN],
        ['Asia/Tokyo', JAPAN],
      ],
    ],
    ['exclusive', [['America/New_York', AMERICA]]],
  ] as const)
    test(`say what was paid in ${zones.map(([, { country }]) => country).join(', ')}`, async ({
      browser,
    }) => {
      test.setTimeout(120_000);
      const shop = await openShop(
        prices,
        zones.map(([, { code }]) => code),
      );
      try {
        let state: Awaited<ReturnType<import('@playwright/test').BrowserContext['storageState']>> | null =
          null;
        for (const [timezoneId, place] of zones) {
          const context = await browser.newContext({
            timezoneId,
            baseURL: shop.stack.siteUrl,
            ...(state && { storageState: state }),
          });
          const page = await context.newPage();
          if (!state) {
            await loginAs(page, shop.buyer);
            state = await context.storageState();
          }
          await buyIn(page, shop, place);
          await context.close();
        }
      } finally {
        await shop.stack.stop();
      }
    });
});
