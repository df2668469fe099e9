/** How many people bought a product, and how many of them published a photo of their print. */
export interface ProductOwners {
  bought: number;
  printed: number;
}

/** Below these numbers nothing is said: small numbers are true of every new model and speak against it. */
export const OWNERS_LEAST = { bought: 10, printed: 3 } as const;
/** People are counted up to here. */
export const OWNERS_COUNTED = 1_000;

const number = new Intl.NumberFormat('en-GB');
const shown = (count: number) => `${number.format(count)}${count >= OWNERS_COUNTED ? ' or more' : ''}`;

/** "Bought by 34, printed by 12", without what is too small to be told; null where nothing is. */
export function ownersText({ bought, printed }: ProductOwners, isFree: boolean): string | null {
  if (bought < OWNERS_LEAST.bought) return null;
  const owners = `${isFree ? 'In the library of' : 'Bought by'} ${shown(bought)}`;
  return printed < OWNERS_LEAST.printed ? owners : `${owners}, printed by ${shown(printed)}`;
}
