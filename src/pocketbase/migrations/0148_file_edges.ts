import { extend } from './collections.ts';
import { count } from './fields.ts';

/**
 * The edges of a file with more than two triangles, which slicers repair: measured with each upload since long, and now kept.
 * Uploads of files that products have already are still there with what was measured of them.
 */
migrate(
  (app) => {
    extend(app, 'product_files', [count('crowdedEdges')]);
    app
      .nonconcurrentDB()
      .newQuery(
        `UPDATE product_files SET crowdedEdges = m.edges FROM
          (SELECT product, sha256, max(json_extract(mesh, '$.crowdedEdges')) AS edges FROM uploads
            WHERE state = 'used' AND json_valid(mesh) GROUP BY product, sha256) m
          WHERE m.product = product_files.product AND m.sha256 = product_files.sha256 AND m.edges > 0`,
      )
      .execute();
  },
  (app) => {
    const files = app.findCollectionByNameOrId('product_files');
    files.fields.removeByName('crowdedEdges');
    app.save(files);
  },
);
