import { CATEGORIES, type DemoCategory } from './categories.ts';
import { DEMO_PASSWORD, PEOPLE } from './people.ts';
import type { DemoProduct } from './product.ts';
import { ASHGROVE } from './products/ashgrove.ts';
import { BACKSTAGE } from './products/backstage.ts';
import { DEEPDELVE_DUNGEON } from './products/deepdelve-dungeon.ts';
import { DEEPDELVE_OPEN_AIR } from './products/deepdelve-open-air.ts';
import { ORBITAL } from './products/orbital.ts';
import { STORES } from './stores.ts';

/** The people and products of the demo world, for the seed, the tests and the stories in a browser. */
export { CATEGORIES, DEMO_PASSWORD, type DemoCategory, type DemoProduct, PEOPLE, STORES };

/** The products that visitors see: 31 in three open stores. */
export const SHOP_WINDOW: DemoProduct[] = [
  ...ASHGROVE,
  ...DEEPDELVE_DUNGEON,
  ...DEEPDELVE_OPEN_AIR,
  ...ORBITAL,
];

/** The products that no list shows: unlisted, draft, scheduled, archived, and one of a suspended store. */
export { BACKSTAGE };

export const PRODUCTS: DemoProduct[] = [...SHOP_WINDOW, ...BACKSTAGE];

/** The product with this name. @throws Error if there is none: a misspelt name in a test must not pass. */
export function demoProduct(name: string): DemoProduct {
  const found = PRODUCTS.find((product) => product.name === name);
  if (!found) throw new Error(`no demo product is called "${name}"`);
  return found;
}

/** Lines for the terminal at start: who can sign in, and with what. */
export function demoLogins(): string[] {
  return [
    ...Object.values(PEOPLE).map(({ email, part }) => `${email.padEnd(22)} ${part}`),
    `password of all: ${DEMO_PASSWORD}`,
  ];
}
