import type { Instant } from '../kernel/instant.ts';
import { readFields, type SettingGroup } from '../kernel/setting-group.ts';
import { isWithin } from './banner.ts';
import { HOME_BLOCKS, type HomeBlock, isHomeBlock } from './home-blocks.ts';

/** What an operator puts on the home page; where nothing is chosen, the site chooses. */
export interface HomeFeatures {
  /** Ids of up to three products at the top, in order. */
  products: readonly string[];
  /** Stores under "Meet the sculptors", in order. */
  stores: readonly FeaturedStore[];
  /** The blocks below the top in the operator's order; those it does not name keep their place (`blocksInOrder`). */
  order: readonly HomeBlock[];
  /** Blocks that are not shown. */
  hidden: readonly HomeBlock[];
}

export interface FeaturedStore {
  id: string;
  from: Instant | null;
  to: Instant | null;
}

export const HERO_PRODUCTS = 3;
export const FEATURED_STORES_MAX = 12;
const isId = (text: string) => /^[a-z0-9]{15}$/.test(text);

export const HOME_FEATURES: SettingGroup<HomeFeatures> = {
  name: 'home',
  fallback: { products: [], stores: [], order: [], hidden: [] },
  check(value) {
    const fields = readFields(value);
    const products = fields.texts('products', [], HERO_PRODUCTS, isId, 'Choose products.');
    const blocks = (field: 'order' | 'hidden') =>
      fields
        .texts(field, [], Object.keys(HOME_BLOCKS).length, isHomeBlock, 'Choose blocks of the home page.')
        .filter(isHomeBlock);
    const [order, hidden] = [blocks('order'), blocks('hidden')];
    const sent = fields.raw('stores') ?? [];
    const stores: FeaturedStore[] = [];
    if (!Array.isArray(sent) || sent.length > FEATURED_STORES_MAX)
      fields.refuse('stores', `Choose at most ${FEATURED_STORES_MAX} stores.`);
    else
      for (const one of sent) {
        const store = readFields(one);
        const id = store.text('id', '', 15, (text) => text);
        const [from, to] = [store.moment('from', null), store.moment('to', null)];
        const read = store.checked({ id, from, to });
        if ('problems' in read || !isId(id))
          fields.refuse('stores', 'Choose stores, and dates that can be read.');
        else if (from !== null && to !== null && to <= from)
          fields.refuse('stores', 'The end must be after the start.');
        else if (stores.some((other) => other.id === id)) fields.refuse('stores', 'Choose each store once.');
        else stores.push(read.value);
      }
    return fields.checked({ products, stores, order, hidden });
  },
};

/** The ids of the stores that are featured at this moment, in order. */
export function featuredStores(home: Pick<HomeFeatures, 'products' | 'stores'>, now: Instant): string[] {
  return home.stores.filter((store) => isWithin(store, now)).map(({ id }) => id);
}
