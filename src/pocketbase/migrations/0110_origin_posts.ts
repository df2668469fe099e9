const CHOICES = ['origin_weeks', 'order_origins'];

/** The values of a collection's kinds of places. */
const kinds = (app: App, name: string): { collection: Collection; field: { values: string[] } } => {
  const collection = app.findCollectionByNameOrId(name);
  return { collection, field: collection.fields.getByName('origin') as { values: string[] } };
};

/** Visits from a post are a kind of their own. A new folder has it from 0074. */
migrate(
  (app) => {
    for (const name of CHOICES) {
      const { collection, field } = kinds(app, name);
      if (field.values.includes('post')) continue;
      field.values = [...field.values, 'post'];
      app.save(collection);
    }
  },
  (app) => {
    for (const name of CHOICES) {
      const { collection, field } = kinds(app, name);
      field.values = field.values.filter((value) => value !== 'post');
      app.save(collection);
    }
  },
);
