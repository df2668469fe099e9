import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SELECTION_MAX_PRODUCTS } from '../../../src/domain/assets/variant.ts';
import {
  SELECTION_MAX_BYTES,
  SELECTION_REFUSAL_TEXTS,
  selectionFolders,
  selectionRefusal,
} from '../../../src/domain/library/selection.ts';

it('refuses nothing, too many models, and too many bytes', () => {
  expect(selectionRefusal(0, 0)).toBe('none');
  expect(selectionRefusal(1, 0)).toBeNull();
  expect(selectionRefusal(SELECTION_MAX_PRODUCTS, SELECTION_MAX_BYTES)).toBeNull();
  expect(selectionRefusal(SELECTION_MAX_PRODUCTS + 1, 0)).toBe('too-many');
  expect(selectionRefusal(1, SELECTION_MAX_BYTES + 1)).toBe('too-large');
  expect(SELECTION_REFUSAL_TEXTS['too-large']).toContain('10 GB');
});

it('names folders by artist and model, and no two alike', () => {
  expect(
    selectionFolders([
      { store: 'Ashgrove', name: 'Goblin' },
      { store: 'ashgrove', name: 'GOBLIN' },
      { store: 'Ash/grove', name: '../../etc' },
      { store: '...', name: 'CON' },
      { store: 'Ashgrove', name: `${'a'.repeat(49)} b` },
    ]),
  ).toEqual([
    'Ashgrove/Goblin',
    'ashgrove/GOBLIN (2)',
    'Ash-grove/-..-etc',
    'file/_CON',
    `Ashgrove/${'a'.repeat(49)}`,
  ]);
});

it('no name leads out of its folder or makes two folders one', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('..', '.', '/', 'a', 'A', ' '),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ name, store: name }), { maxLength: 12 }), (products) => {
      const folders = selectionFolders(products);
      expect(new Set(folders.map((folder) => folder.toLowerCase())).size).toBe(products.length);
      for (const folder of folders) expect(folder).toMatch(/^[^/\\]+\/[^/\\]+$/);
      for (const step of folders.flatMap((folder) => folder.split('/'))) {
        expect(step).not.toMatch(/^\.|[. ]$/);
        expect([...step].length).toBeLessThan(60);
      }
    }),
  );
});
