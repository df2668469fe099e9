import type PocketBase from 'pocketbase';
import { weeksWithForeignSales } from '../../data/commerce/sale-week-figures.ts';
import {
  announcedWeeks,
  SALE_WEEKS,
  type SaleWeeks,
  usedNameRefusals,
} from '../../domain/catalogue/price/sale-week.ts';
import { TAX, type TaxSettings } from '../../domain/payments/price-tax.ts';
import type { Payments } from '../adapters/stripe/payments.ts';
import type { SiteSettings } from '../kernel/site-settings.ts';

interface Parts {
  pb: PocketBase;
  site: Pick<SiteSettings, 'get'>;
  commerce: { payments: Pick<Payments, 'taxRefusal'> };
}

/** Why a well-formed group cannot hold now, by field: what only the database or the payment provider knows. */
export async function settingRefusals(
  { pb, site, commerce }: Parts,
  name: string,
  value: unknown,
): Promise<Record<string, string>> {
  if (name === TAX.name) {
    // Buyers could not pay at all where the provider is asked for a tax that it cannot compute.
    const isTaxed = (value as TaxSettings).automaticTax && !site.get(TAX).automaticTax;
    const refusal = isTaxed ? await commerce.payments.taxRefusal() : null;
    return refusal === null ? {} : { automaticTax: refusal };
  }
  if (name === SALE_WEEKS.name) {
    const weeks = value as SaleWeeks;
    const [planned, known] = [announcedWeeks(weeks), announcedWeeks(site.get(SALE_WEEKS))];
    return usedNameRefusals(weeks, await weeksWithForeignSales(pb, planned, known));
  }
  return {};
}
