import { RELEASE_LIMITS } from '../../domain/release.ts';
import { text } from './fields.ts';

/** The past release that a line of an order was bought with, by the title it had then; "" where it was bought alone. */
const FIELD = 'releaseTitle';

migrate(
  (app) => {
    const lines = app.findCollectionByNameOrId('order_lines');
    lines.fields.add(new Field(text(FIELD, RELEASE_LIMITS.title)));
    app.save(lines);
  },
  (app) => {
    const lines = app.findCollectionByNameOrId('order_lines');
    lines.fields.removeByName(FIELD);
    app.save(lines);
  },
);
