import { count } from './fields.ts';

/** What being in a store's guild took off a line of an order, in percent; 0 where something else did, or nothing. */
migrate(
  (app) => {
    const lines = app.findCollectionByNameOrId('order_lines');
    lines.fields.add(new Field(count('memberPercent', { max: 100 })));
    app.save(lines);
  },
  (app) => {
    const lines = app.findCollectionByNameOrId('order_lines');
    lines.fields.removeByName('memberPercent');
    app.save(lines);
  },
);
