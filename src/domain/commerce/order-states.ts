import type { StateTable } from '../kernel/state-table.ts';
import { ORDER_STATES, type OrderState } from './order.ts';

/** States of an order that was paid. They follow from its refunds and disputes, in whatever order these arrive. */
const PAID: readonly OrderState[] = ['paid', 'partly_refunded', 'refunded', 'disputed'];

/** Who may change an order's state: nobody by hand, also not in the dashboard; a refund of the desk is settled in its name. */
export const ORDER_STATE_TABLE: StateTable<OrderState> = {
  noun: 'order',
  collection: 'orders',
  states: ORDER_STATES,
  changes: [
    { from: ['pending'], to: ['paid', 'expired'], by: ['system'] },
    // Paid on a page that was still open.
    { from: ['expired'], to: ['paid'], by: ['system'] },
    { from: PAID, to: PAID, by: ['system', 'operator'] },
  ],
};
