import { byOperator, mayChange, type StateTable } from '../kernel/state-table.ts';
import { PRODUCT_STATES, type ProductState, PUBLISHABLE_STATES } from './product.ts';
import { PRODUCT_TRANSITIONS, PRODUCT_VERBS } from './product-editing.ts';

/** States that a seller may return to when they undo what they did to many products at once. */
const UNDONE: readonly ProductState[] = ['draft', 'ready', 'scheduled'];

/**
 * Who may change a product's state. A product that is suspended or in review becomes visible by the desk's hand only, or
 * when the case that hid it is over.
 */
export const PRODUCT_STATE_TABLE: StateTable<ProductState> = {
  noun: 'product',
  collection: 'products',
  states: PRODUCT_STATES,
  changes: [
    ...PRODUCT_VERBS.map((verb) => ({
      from: PRODUCT_TRANSITIONS[verb].from,
      to: [PRODUCT_TRANSITIONS[verb].to],
      by: ['seller' as const],
    })),
    // Publishing waits for review where the marketplace reviews first.
    { from: PUBLISHABLE_STATES, to: ['in-review'], by: ['seller'] },
    // Undoing what was done to many.
    { from: ['published', 'unlisted', 'in-review'], to: UNDONE, by: ['seller'] },
    { from: ['ready', 'archived'], to: [...UNDONE, 'published', 'unlisted'], by: ['seller'] },
    // What is due comes out, goes to review first, or goes back to its seller.
    { from: ['scheduled'], to: ['published', 'in-review', 'ready'], by: ['system'] },
    // A pre-order whose day is over.
    { from: ['published', 'unlisted', 'scheduled', 'in-review'], to: ['draft'], by: ['system'] },
    { from: ['in-review'], to: ['published', 'ready'], by: ['moderator'] },
    { from: PRODUCT_STATES.filter((state) => state !== 'suspended'), to: ['suspended'], by: ['moderator'] },
    { from: ['suspended'], to: PRODUCT_STATES, by: ['moderator'] },
    byOperator(PRODUCT_STATES),
    { from: PRODUCT_STATES, to: ['suspended'], by: 'case-hides' },
    { from: ['suspended'], to: PRODUCT_STATES, by: 'case-is-over' },
  ],
};

/** Whether a seller may return a product to a state that it had, in an undo. */
export function mayReturnTo(from: ProductState, to: ProductState): boolean {
  return mayChange(PRODUCT_STATE_TABLE, from, to, 'seller');
}
