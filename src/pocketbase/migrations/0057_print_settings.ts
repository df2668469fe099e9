import {
  EXPOSURE_S,
  LAYER_MM,
  MATERIAL_NAMES,
  PRINT_SUPPORT_NAMES,
  PRINTER_NAME_MAX,
} from '../../domain/catalogue/print/print-settings.ts';
import { extend } from './collections.ts';
import { choice, number, text } from './fields.ts';

/**
 * Print settings as fields, of products and of prints that people show, and whether a person hides what was made with
 * generative AI. A number that was not given is 0.
 */
migrate(
  (app) => {
    extend(app, 'products', [
      number('printLayerMm', { min: 0, max: LAYER_MM.max }),
      number('printExposureS', { min: 0, max: EXPOSURE_S.max }),
      choice('printSupports', PRINT_SUPPORT_NAMES),
      choice('printMaterial', MATERIAL_NAMES),
      text('printPrinter', PRINTER_NAME_MAX),
    ]);
    extend(app, 'reviews', [
      number('layerMm', { min: 0, max: LAYER_MM.max }),
      number('exposureS', { min: 0, max: EXPOSURE_S.max }),
      choice('supports', PRINT_SUPPORT_NAMES),
    ]);
    extend(app, 'users', [{ type: 'bool', name: 'hidesAi' }]);
  },
  (app) => {
    const added: Record<string, string[]> = {
      products: ['printLayerMm', 'printExposureS', 'printSupports', 'printMaterial', 'printPrinter'],
      reviews: ['layerMm', 'exposureS', 'supports'],
      users: ['hidesAi'],
    };
    for (const [name, fields] of Object.entries(added)) {
      const collection = app.findCollectionByNameOrId(name);
      for (const field of fields) collection.fields.removeByName(field);
      app.save(collection);
    }
  },
);
