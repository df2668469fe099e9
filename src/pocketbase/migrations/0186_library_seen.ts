import { extend } from './collections.ts';

/** Since when the owner of a product has seen it in their library: until then it is marked as new. */
migrate(
  (app) => extend(app, 'library_marks', [{ type: 'date', name: 'seenAt' }]),
  (app) => {
    const marks = app.findCollectionByNameOrId('library_marks');
    marks.fields.removeByName('seenAt');
    app.save(marks);
  },
);
