import { type FacetOffer, offeredName } from '../../../domain/catalogue/facet-offer.ts';
import { FACETS } from '../../../domain/catalogue/facets.ts';
import { printSettingsLine } from '../../../domain/catalogue/print/print-settings.ts';
import {
  filesText,
  meshVerdict,
  resinCost,
  sizeText,
  volumeText,
} from '../../../domain/catalogue/printing.ts';
import { AI_DECLARATIONS, type Product } from '../../../domain/catalogue/product.ts';
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
  const settings = printSettingsLine(product.print);
  if (settings !== '') facts.push({ label: 'Printed with', value: settings });
  if (product.volumeMl !== null && product.volumeMl > 0)
    facts.push({
      label: 'Resin',
      value: `${volumeText(product.volumeMl)}, about ${priceText(Math.max(1, resinCost(product.volumeMl)))}`,
      note: 'at $35 a litre, supports included',
    });
  const mesh = meshVerdict(files);
  if (mesh !== null)
    facts.push(
      mesh === 'closed'
        ? { label: 'Mesh', value: 'Closed and printable', good: true }
        : { label: 'Mesh', value: 'Has open edges', note: 'most slicers close them by themselves' },
    );
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
