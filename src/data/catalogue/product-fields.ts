import type { OpenPrice } from '../../domain/catalogue/price/open-price.ts';
import type { Sale } from '../../domain/catalogue/product.ts';
import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import type { ProductsRecord } from '../kernel/records.ts';

/** The fields of a product's record, from what its seller wrote. */

/** The record fields of a partial product text. */
export function fieldsOfText(text: Partial<ProductText>) {
  const { categoryId, facets, sale, openPrice, archetype, baseMm, print, ai, ...plain } = text;
  // A model that becomes free has no price to choose any more.
  const open = text.free ? null : openPrice;
  return {
    ...plain,
    ...(categoryId === undefined ? {} : { category: categoryId ?? '' }),
    ...(archetype === undefined ? {} : { archetype: archetype ?? '' }),
    ...(ai === undefined ? {} : { ai: ai ?? ('' as const) }),
    ...(baseMm === undefined ? {} : { baseMm: baseMm ?? 0 }),
    ...(facets === undefined
      ? {}
      : { ...facets, scale: facets.scale ?? '', type: facets.type ?? '', parts: facets.parts ?? '' }),
    ...(print === undefined
      ? {}
      : {
          printLayerMm: print.layerMm ?? 0,
          printExposureS: print.exposureS ?? 0,
          printSupports: print.supports ?? ('' as const),
          printMaterial: print.material ?? ('' as const),
          printPrinter: print.printer,
        }),
    ...(open === undefined ? {} : { openPrice: open !== null, suggestedCents: open?.suggestedCents ?? 0 }),
    ...(sale === undefined
      ? {}
      : {
          salePercent: sale?.percent ?? 0,
          saleFrom: dateOf(sale?.from ?? null),
          saleTo: dateOf(sale?.to ?? null),
        }),
  };
}

/** @param record from a record, or from a row, where a boolean is 0 or 1. */
export function openPriceOf(record: {
  openPrice: boolean | number;
  suggestedCents: number;
}): OpenPrice | null {
  return record.openPrice ? { suggestedCents: orAbsent(record.suggestedCents) } : null;
}

export function saleOf(record: Pick<ProductsRecord, 'salePercent' | 'saleFrom' | 'saleTo'>): Sale | null {
  const from = instantOf(record.saleFrom);
  const to = instantOf(record.saleTo);
  return record.salePercent > 0 && from !== null && to !== null
    ? { percent: record.salePercent, from, to }
    : null;
}
