import { extend, sql, triggers } from './collections.ts';

/** Grants by which somebody owns, or owned without getting their money back: `ownedForReview` of the domain. */
const OWNED = (user: string, product: string) => `EXISTS (SELECT 1 FROM entitlements e
  WHERE e.[[user]] = ${user} AND e.product = ${product} AND (e.revokedAt = '' OR e.revocation = 'takedown'))`;
/** What `hides` of 0013_moderation.ts says. */
const IS_HIDDEN_BY_CASE = `EXISTS (SELECT 1 FROM cases c WHERE c.what = 'review' AND c.subject = reviews.id
  AND (c.state = 'upheld' OR (c.state = 'appealed' AND c.appealedFrom = 'upheld')
    OR (c.suspendMeanwhile AND c.state IN ('open', 'answered'))))`;
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')";

const RETURN = (user: string, product: string) => `UPDATE reviews SET returnedAt = ${NOW}, updated = ${NOW}
  WHERE [[user]] = ${user} AND [[user]] <> '' AND product = ${product} AND returnedAt = '' AND NOT ${OWNED(user, product)};`;
const RESTORE = (user: string, product: string) => `UPDATE reviews SET returnedAt = '', updated = ${NOW},
    hiddenAt = iif(${IS_HIDDEN_BY_CASE}, hiddenAt, '')
  WHERE [[user]] = ${user} AND [[user]] <> '' AND product = ${product} AND returnedAt <> '' AND ${OWNED(user, product)};`;

/**
 * A review whose author got back what they paid, and owns the product in no other way, is hidden, and so it counts in no sum. It
 * is shown again once they own the product again. Who takes a product back does not matter: the database sees each of them.
 */
migrate(
  (app) => {
    extend(app, 'reviews', [{ type: 'date', name: 'returnedAt' }]);
    triggers(app, {
      // Whatever shows it, such as a case that is dismissed: what was returned stays hidden.
      reviews_returned_hidden: `AFTER UPDATE OF returnedAt, hiddenAt ON reviews
        WHEN new.returnedAt <> '' AND new.hiddenAt = ''
        BEGIN UPDATE reviews SET hiddenAt = new.returnedAt WHERE id = new.id; END`,
      reviews_returned: `AFTER UPDATE OF revokedAt ON entitlements WHEN old.revokedAt <> new.revokedAt
        BEGIN ${RETURN('new.[[user]]', 'new.product')} ${RESTORE('new.[[user]]', 'new.product')} END`,
      reviews_owned_again: `AFTER INSERT ON entitlements WHEN new.revokedAt = ''
        BEGIN ${RESTORE('new.[[user]]', 'new.product')} END`,
    });
    sql(
      app,
      `UPDATE reviews SET returnedAt = ${NOW} WHERE [[user]] <> '' AND NOT ${OWNED('reviews.[[user]]', 'reviews.product')}
        AND EXISTS (SELECT 1 FROM entitlements r WHERE r.[[user]] = reviews.[[user]] AND r.product = reviews.product)`,
    );
  },
  (app) => {
    for (const name of ['reviews_returned_hidden', 'reviews_returned', 'reviews_owned_again'])
      sql(app, `DROP TRIGGER ${name}`);
    const reviews = app.findCollectionByNameOrId('reviews');
    reviews.fields.removeByName('returnedAt');
    app.save(reviews);
  },
);
