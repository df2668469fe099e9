import { BUILD_SIDE_MM } from '../../domain/catalogue/print/build-volume.ts';
import { RESIN_CURRENCIES, RESIN_PRICE_MAX } from '../../domain/catalogue/print/my-printer.ts';
import { PRINTER_NAME_MAX } from '../../domain/catalogue/print/print-settings.ts';
import { collection } from './collections.ts';
import { choice, count, created, link, number, text, updated } from './fields.ts';

/** The printers of people: build volume in mm, and what a litre of resin costs them in hundredths; 0 if they do not say. */
migrate(
  (app) => {
    const side = { min: BUILD_SIDE_MM.min, max: BUILD_SIDE_MM.max, required: true };
    collection(
      app,
      'printers',
      [
        link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true }),
        text('name', PRINTER_NAME_MAX, { required: true }),
        number('x', side),
        number('y', side),
        number('z', side),
        count('resinCents', { max: RESIN_PRICE_MAX }),
        choice('currency', RESIN_CURRENCIES, { required: true }),
        created,
        updated,
      ],
      ['CREATE INDEX printers_user ON printers (`user`, created)'],
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('printers')),
);
