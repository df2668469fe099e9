import { dropper } from './fields.ts';

/**
 * Everything people own now, a row a grant, with what the library shows of it. A view, so that a library of 5 000
 * products is one query with the database's own sums.
 */
migrate((app) => {
  app.save(
    new Collection({
      type: 'view',
      name: 'library_rows',
      listRule: null,
      viewRule: null,
      viewQuery: `SELECT e.id, e.user, e.product, e.source, e.licences, e.grantedAt,
          p.name, p.images, p.type, p.scale, p.supports, s.name AS storeName,
          (SELECT max(f.created) FROM product_files f WHERE f.product = e.product) AS newestFileAt,
          (SELECT sum(f.sizeBytes) FROM product_files f WHERE f.product = e.product) AS sizeBytes,
          (SELECT max(d.lastAt) FROM downloads d WHERE d.user = e.user AND d.product = e.product) AS downloadedAt
        FROM entitlements e JOIN products p ON p.id = e.product JOIN stores s ON s.id = p.store
        WHERE e.revokedAt = ''`,
    }),
  );
}, dropper('library_rows'));
