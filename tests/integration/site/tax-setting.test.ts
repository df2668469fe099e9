import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf } from '../../../src/data/kernel/refusal.ts';
import { withSetting } from '../../../src/data/kernel/site-settings.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { priceTaxOf, TAX, type TaxSettings } from '../../../src/domain/payments/price-tax.ts';
import { openPayments } from '../../../src/server/adapters/stripe/payments.ts';
import type { Settings } from '../../../src/server/app/settings.ts';
import { settingDefaults, settingsThatHold } from '../../../src/server/app/site-settings.ts';
import { openSiteSettings, type SiteSettings } from '../../../src/server/kernel/site-settings.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import { bought } from '../commerce/taxed-cart.ts';

let commerce: TestCommerce;
let site: SiteSettings;
let settings: Settings;
beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  const environment = {
    siteName: 'Guildhall',
    payments: {
      ...{ secretKey: 'sk_test_local', webhookSecret: 'whsec_local', apiUrl: commerce.standIn.url },
      ...{ automaticTax: false, taxBehavior: 'exclusive' },
    },
  } as Settings;
  site = await openSiteSettings(commerce.pb, settingDefaults(environment), () => undefined);
  settings = settingsThatHold(environment, site);
});
afterAll(async () => {
  site.close();
  await commerce.close();
});

const change = async (value: TaxSettings, seen: number) => {
  const steps = withSetting(transaction(commerce.pb), { name: TAX.name, value, seen }, Date.now());
  expect(await refusalOf(steps, ['changed-meanwhile'])).toBeNull();
  await site.reload();
};

it('what the desk sets about tax holds for the next cart, without a restart', async () => {
  const shop = { ...commerce, payments: openPayments(settings.payments) };
  expect((await bought(shop)).order).toMatchObject({ totalCents: 1500, taxCents: 0 });
  expect(priceTaxOf(settings.payments)).toBe('none');
  await change({ automaticTax: true, taxBehavior: 'inclusive' }, 0);
  expect(priceTaxOf(settings.payments)).toBe('included');
  expect(shop.payments.priceTax()).toBe('included');
  expect((await bought(shop)).order).toMatchObject({ totalCents: 1260, taxCents: 240 });
  await change({ automaticTax: true, taxBehavior: 'exclusive' }, 1);
  expect((await bought(shop)).order).toMatchObject({ totalCents: 1500, taxCents: 285 });
});

it('the desk is told why a provider cannot compute tax', async () => {
  expect(await commerce.payments.taxRefusal()).toBeNull();
  const untaxed = await openTestCommerce();
  expect(await untaxed.payments.taxRefusal()).toBe(
    'The payment provider is not ready to compute tax (missing: head office). Fill in its tax settings and your registrations first.',
  );
  await untaxed.close();
});
