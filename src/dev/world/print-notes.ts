import { facetLabel } from '../../domain/catalogue/facets.ts';
import { LICENCES } from '../../domain/catalogue/product.ts';
import type { DemoProduct } from './product.ts';

/** The text file that comes with a model's files. */
export function printNotesText(product: DemoProduct): string {
  const { facets } = product;
  const facts = [
    facets.scale === null ? null : `Scale: ${facetLabel('scale', facets.scale)}`,
    product.baseMm === null ? null : `Base: ${product.baseMm} mm`,
    `Printer: ${facets.printer.map((value) => facetLabel('printer', value)).join(', ')}`,
    `Supports: ${facets.supports.map((value) => facetLabel('supports', value)).join(', ')}`,
    `Licence: ${product.licences.map((licence) => LICENCES[licence]).join(', ')}`,
  ].filter((line) => line !== null);
  const notes = product.printNotes === '' ? [] : ['', product.printNotes];
  return `${[product.name, '', ...facts, ...notes].join('\n')}\n`;
}
