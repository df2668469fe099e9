import { extend } from './collections.ts';

/** A model has one sale at a time: in several weeks, it waits with the later ones until the earlier one is over. */
migrate(
  (app) => {
    extend(
      app,
      'sale_week_products',
      [{ type: 'bool', name: 'waiting' }],
      [
        'CREATE INDEX sale_week_products_waiting ON sale_week_products (startsAt, product) WHERE waiting = TRUE',
      ],
    );
  },
  () => {
    throw new Error('What waits for a later week would be lost; restore a backup instead.');
  },
);
