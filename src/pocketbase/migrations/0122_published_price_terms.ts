import { sql, triggers } from './collections.ts';

const TERMS = ['priceCents', 'free', 'salePercent', 'saleFrom', 'saleTo'];
/** In brackets: SQLite reads `a IN (x) <> b IN (x)` as `((a IN (x)) <> b) IN (x)`, which was never true. */
const isOffered = (row: string) => `(${row}.state IN ('published', 'unlisted'))`;
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";
const fieldsOf = (row: string) => TERMS.map((name) => `${row}.${name}`).join(', ');

/**
 * The terms of a price are written down too when a product is published or hidden. They were written only when a price changed
 * afterwards, so that the lowest price before a first sale was known of no product that had been a draft.
 */
migrate(
  (app) => {
    sql(app, 'DROP TRIGGER price_terms_change');
    triggers(app, {
      price_terms_change: `AFTER UPDATE OF ${TERMS.join(', ')}, state ON products
        WHEN ${isOffered('old')} <> ${isOffered('new')} OR (${isOffered('new')}
          AND (${TERMS.map((name) => `old.${name} IS NOT new.${name}`).join(' OR ')}))
        BEGIN INSERT INTO price_terms (product, since, ${TERMS.join(', ')}, offered)
          SELECT new.id, ${NOW}, ${fieldsOf('new')}, ${isOffered('new')}; END`,
    });
    // What was asked before is not known where nothing was written down: the terms hold since the product was published.
    sql(
      app,
      `INSERT INTO price_terms (product, since, ${TERMS.join(', ')}, offered)
        SELECT r.id, iif(r.publishedAt = '', r.updated, r.publishedAt), ${fieldsOf('r')}, 1 FROM products r
        WHERE ${isOffered('r')} AND NOT EXISTS (SELECT 1 FROM price_terms t WHERE t.product = r.id)`,
    );
  },
  () => {
    throw new Error(
      'This migration cannot be reverted: a sale would be shown without the lowest price before it.',
    );
  },
);
