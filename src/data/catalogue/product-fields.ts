import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import { PRODUCT_FIELDS } from '../../domain/catalogue/product-fields.ts';
import { without } from '../../domain/kernel/fields/field-table.ts';
import { storedOf } from '../kernel/field-columns.ts';
import { dateOf } from '../kernel/fields.ts';

/** The fields of a product's record, from what its seller wrote. */

/** The record fields of a partial product text. */
export function fieldsOfText(text: Partial<ProductText>) {
  const { categoryId, facets, sale, openPrice, print, ai, ...others } = text;
  // A model that becomes free has no price to choose any more.
  const open = text.free ? null : openPrice;
  return {
    ...without(PRODUCT_FIELDS, others),
    ...storedOf(PRODUCT_FIELDS, text),
    ...(categoryId === undefined ? {} : { category: categoryId ?? '' }),
    ...(ai === undefined ? {} : { ai: ai ?? ('' as const) }),
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
