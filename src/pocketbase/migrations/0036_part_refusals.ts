import { extend } from './collections.ts';
import { count } from './fields.ts';

/**
 * How often the provider refused to move money between marketplace and seller for a member's payment. It is part of the
 * idempotency key: a request without an answer is repeated under the same key, and only one that was refused gets another.
 */
migrate(
  (app) => extend(app, 'guild_payments', [count('partRefusals', { hidden: true })]),
  () => {
    throw new Error(
      'Keys of requests at the payment provider would be used again; restore a backup instead.',
    );
  },
);
