import { PRODUCT_STATE_TABLE } from '../catalogue/product-states.ts';
import { STORE_STATE_TABLE } from '../catalogue/store-states.ts';
import { ORDER_STATE_TABLE } from '../commerce/order-states.ts';
import { GUILD_STATE_TABLE } from '../guild/guild-states.ts';
import { MEMBER_STATE_TABLE } from '../guild/member-states.ts';
import type { StateTable } from '../kernel/state-table.ts';
import { CASE_STATE_TABLE } from '../moderation/case-states.ts';

/**
 * Every noun whose changes of state the database guards. A change that is added to one of these tables becomes legal by a
 * migration that calls `guardStates` with that table: see `src/pocketbase/migrations/state-guards.ts`.
 */
export const STATE_TABLES: readonly StateTable[] = [
  PRODUCT_STATE_TABLE,
  STORE_STATE_TABLE,
  GUILD_STATE_TABLE,
  MEMBER_STATE_TABLE,
  CASE_STATE_TABLE,
  ORDER_STATE_TABLE,
];
