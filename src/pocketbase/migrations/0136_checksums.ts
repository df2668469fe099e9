import { extend } from './collections.ts';
import { text } from './fields.ts';

/**
 * The CRC-32 of each file, as 8 hexadecimal digits, which a zip needs of what it holds: with it the place of every byte of an
 * archive is known before anything is read. Empty for files of before; it is written when they are first packed.
 */
migrate(
  (app) => {
    for (const name of ['product_files', 'uploads']) extend(app, name, [text('crc32', 8)]);
  },
  (app) => {
    for (const name of ['product_files', 'uploads']) {
      const files = app.findCollectionByNameOrId(name);
      files.fields.removeByName('crc32');
      app.save(files);
    }
  },
);
