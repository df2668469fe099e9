// The API checks its input by the same rules, below the actions.
export { checkedBy } from '../../server/kernel/checked-by.ts';
