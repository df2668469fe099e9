import { MAXIMUM_PRICE_CENTS } from '../../domain/kernel/money.ts';
import { extend } from './collections.ts';
import { count } from './fields.ts';

/** Prices that buyers choose: `priceCents` is the least they pay; a suggestion of 0 is none. */
migrate(
  (app) => {
    extend(app, 'products', [
      { type: 'bool', name: 'openPrice' },
      count('suggestedCents', { max: MAXIMUM_PRICE_CENTS }),
    ]);
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    for (const field of ['openPrice', 'suggestedCents']) products.fields.removeByName(field);
    app.save(products);
  },
);
