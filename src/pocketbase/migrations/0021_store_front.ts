import { link, text } from './fields.ts';

/** What a seller says of the store beyond its name: the note while it is on vacation, the models that stand first. */
migrate(
  (app) => {
    const stores = app.findCollectionByNameOrId('stores');
    stores.fields.add(new Field(text('vacationNote', 300)));
    stores.fields.add(new Field({ type: 'bool', name: 'mature' }));
    stores.fields.add(
      new Field({ ...link('featured', app.findCollectionByNameOrId('products')), maxSelect: 8 }),
    );
    app.save(stores);
  },
  (app) => {
    const stores = app.findCollectionByNameOrId('stores');
    for (const name of ['vacationNote', 'mature', 'featured']) stores.fields.removeByName(name);
    app.save(stores);
  },
);
