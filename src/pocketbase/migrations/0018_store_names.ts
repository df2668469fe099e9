import { foldedName } from '../../domain/kernel/look-alike.ts';
import { extend } from './collections.ts';
import { text } from './fields.ts';

/**
 * A store's name as it is compared: no two stores have names that look alike. The site writes it with the name; it is
 * empty for rows that were written without it, such as those of tests.
 */
migrate(
  (app) => {
    extend(app, 'stores', [text('nameFold', 200, { hidden: true })]);
    const stores = arrayOf(new DynamicModel({ id: '', name: '' }));
    const database = app.nonconcurrentDB();
    database.newQuery('SELECT id, name FROM stores ORDER BY created').all(stores);
    const taken: { [fold: string]: boolean } = {};
    for (const store of stores) {
      const fold = foldedName(String(store['name']));
      // Of stores that look alike already, the oldest has the name; the others keep theirs until they change it.
      if (taken[fold]) continue;
      taken[fold] = true;
      database
        .newQuery('UPDATE stores SET nameFold = {:fold} WHERE id = {:id}')
        .bind({ fold, id: store['id'] })
        .execute();
    }
    extend(
      app,
      'stores',
      [],
      ["CREATE UNIQUE INDEX stores_name_fold ON stores (nameFold) WHERE nameFold <> ''"],
    );
  },
  () => {
    throw new Error('The names of stores cannot go back to being unequal only; restore a backup instead.');
  },
);
