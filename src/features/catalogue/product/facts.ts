import { type FacetOffer, offeredName } from '../../../domain/catalogue/facet-offer.ts';
import { FACETS } from '../../../domain/catalogue/facets.ts';
import { printSettingsLine } from '../../../domain/catalogue/print/print-settings.ts';
import { type Resin, resinCostText, resinOf, resinText } from '../../../domain/catalogue/print/resin.ts';
import {
  closedText,
  filesText,
  meshVerdict,
  RESIN_CENTS_PER_LITRE,
  sizeText,
} from '../../../domain/catalogue/printing.ts';
import { AI_DECLARATIONS, type Product } from '../../../domain/catalogue/product.ts';
import { PRODUCT_FACT_FIELDS } from '../../../domain/catalogue/product-fields.ts';
import { shownOf } from '../../../domain/kernel/fields/field-table.ts';
import { fileSizeText } from '../../../domain/kernel/file-size.ts';
import { priceText } from '../../../domain/kernel/money.ts';

/** One row of the facts beside a product's picture. */
export interface Fact {
  label: string;
  value: string;
  /** Smaller text below the value. */
  note?: string;
  /** A good sign, highlighted. */
  good?: boolean;
}

const RESIN_NOTES: Readonly<Record<Resin['basis'], string>> = {
  measured: 'measured with its supports',
  'support-free': 'it needs no supports',
  estimated: 'estimated with supports as slicers make them',
};

/** The known printing facts of a product, most asked first; unknown ones are left out. */
export function productFacts(product: Product, offer: Pick<FacetOffer, 'names'> = { names: {} }): Fact[] {
  const { facets, files } = product;
  const facts: Fact[] = [];
  const list = (facet: 'supports' | 'printer', values: readonly string[]) => {
    if (values.length > 0)
      facts.push({
        label: FACETS[facet].label,
        value: values.map((v) => offeredName(offer, facet, v)).join(', '),
      });
  };

  if (facets.scale !== null) facts.push({ label: 'Scale', value: offeredName(offer, 'scale', facets.scale) });
  if (product.size)
    facts.push({ label: 'Size', value: sizeText(product.size), note: 'width × depth × height' });
  if (product.baseMm !== null) facts.push({ label: 'Base', value: `${product.baseMm} mm` });
  list('supports', facets.supports);
  list('printer', facets.printer);
  if (facets.parts !== null) facts.push({ label: 'Parts', value: offeredName(offer, 'parts', facets.parts) });
  facts.push(...shownOf(PRODUCT_FACT_FIELDS, product));
  const settings = printSettingsLine(product.print);
  if (settings !== '') facts.push({ label: 'Printed with', value: settings });
  const resin = resinOf({ ...product, supports: facets.supports });
  if (resin)
    facts.push({
      label: 'Resin',
      value: `${resinText(resin)}, ${resinCostText(resin, RESIN_CENTS_PER_LITRE, priceText)}`,
      note: `${priceText(RESIN_CENTS_PER_LITRE)} a litre; ${RESIN_NOTES[resin.basis]}`,
    });
  const mesh = meshVerdict(files);
  if (mesh?.closed) facts.push({ label: 'Mesh', value: closedText(mesh.repairedEdges), good: true });
  else if (mesh)
    facts.push({ label: 'Mesh', value: 'Has open edges', note: 'most slicers close them by themselves' });
  if (files.length > 0)
    facts.push({
      label: 'Files',
      value: `${filesText(files.length)}, ${fileSizeText(files.reduce((sum, file) => sum + file.sizeBytes, 0))}`,
    });
  facts.push({
    label: 'Use of AI',
    value: product.ai === null ? 'The artist has not said' : AI_DECLARATIONS[product.ai],
  });
  return facts;
}
