import { byOperator, changesOf, type StateTable } from '../kernel/state-table.ts';
import { STORE_STATES, STORE_TRANSITIONS, type StoreState } from './store.ts';

/** Who may change a store's state. */
export const STORE_STATE_TABLE: StateTable<StoreState> = {
  noun: 'store',
  collection: 'stores',
  states: STORE_STATES,
  changes: [
    ...changesOf(STORE_TRANSITIONS, ['seller']),
    { from: STORE_STATES.filter((state) => state !== 'suspended'), to: ['suspended'], by: ['moderator'] },
    { from: ['suspended'], to: STORE_STATES, by: ['moderator'] },
    byOperator(STORE_STATES),
    { from: STORE_STATES, to: ['suspended'], by: 'case-hides' },
    { from: ['suspended'], to: STORE_STATES, by: 'case-is-over' },
  ],
};
