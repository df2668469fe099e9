import type { ProductText } from '../../domain/catalogue/product-editing.ts';
import { dateOf } from '../kernel/fields.ts';

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
