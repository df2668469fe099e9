import { extend } from './collections.ts';

/** An index of the sales that have not ended: the search index reads them at each start, as prices change by time. */
migrate(
  (app) => {
    extend(
      app,
      'products',
      [],
      [
        "CREATE INDEX products_sale_ends ON products (saleTo, free, saleFrom, salePercent, id) WHERE state = 'published' AND salePercent > 0",
      ],
    );
  },
  () => {
    throw new Error('This index stays: without it each start of the site reads all products.');
  },
);
