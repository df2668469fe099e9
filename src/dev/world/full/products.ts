import type { DemoProduct } from '../product.ts';
import { ANVILHOLD } from './products/anvilhold.ts';
import { BOGTOOTH } from './products/bogtooth.ts';
import { GRAVEWICK } from './products/gravewick.ts';
import { OATHLIGHT } from './products/oathlight.ts';
import { OWLMARCH } from './products/owlmarch.ts';
import { PLINTH } from './products/plinth.ts';
import { VANTA } from './products/vanta.ts';

/** What the full world sells beside the small one; the last one marks that everything is there. */
export const FULL_PRODUCTS: readonly DemoProduct[] = [
  ...BOGTOOTH,
  ...OATHLIGHT,
  ...GRAVEWICK,
  ...ANVILHOLD,
  ...VANTA,
  ...OWLMARCH,
  ...PLINTH,
];

/** The product of the full world with this name. @throws Error if there is none. */
export function fullProduct(name: string): DemoProduct {
  const found = FULL_PRODUCTS.find((product) => product.name === name);
  if (!found) throw new Error(`no product of the full world is called "${name}"`);
  return found;
}
