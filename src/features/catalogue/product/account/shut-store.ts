import { type StoreState, storeIsVisible } from '../../../../domain/catalogue/store.ts';

const TEXTS: Partial<Record<StoreState, string>> = {
  draft: 'your store is not open yet',
  closed: 'your store is closed',
  suspended: 'your store is suspended',
};

/** Why nobody sees what a store has published, as the end of a sentence; null where everybody does. */
export function shutStoreText(state: StoreState): string | null {
  return storeIsVisible(state) ? null : (TEXTS[state] ?? 'your store is not open');
}
