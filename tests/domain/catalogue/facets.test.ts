import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACET_NAMES, FACETS, facetLabel, isFacetValue } from '../../../src/domain/catalogue/facets.ts';

const facet = fc.constantFrom(...FACET_NAMES);
/** Property names of every object, which are not facet values. */
const inherited = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf');

describe('facets', () => {
  it('accept each of their values and label it', () => {
    for (const name of FACET_NAMES)
      for (const [value, label] of Object.entries(FACETS[name].values)) {
        expect(isFacetValue(name, value)).toBe(true);
        expect(facetLabel(name, value)).toBe(label);
        expect(label.trim()).not.toBe('');
      }
  });

  it('have unique labels within a facet', () => {
    for (const name of FACET_NAMES) {
      const labels = Object.values(FACETS[name].values);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  it('include the common scales', () => {
    expect(Object.keys(FACETS.scale.values).sort()).toEqual(
      ['6', '10', '15', '20', '28', '32', '35', '54', '75', 'free'].sort(),
    );
  });
});

describe('an unchecked value', () => {
  it('is a facet value only if the list contains it', () => {
    fc.assert(
      fc.property(facet, fc.anything(), (name, value) => {
        const listed = typeof value === 'string' && Object.keys(FACETS[name].values).includes(value);
        expect(isFacetValue(name, value)).toBe(listed);
      }),
    );
  });

  it('is not a facet value if it is a property of every object', () => {
    fc.assert(
      fc.property(facet, inherited, (name, word) => {
        expect(isFacetValue(name, word)).toBe(false);
        expect(facetLabel(name, word)).toBe(word);
      }),
    );
  });

  it('is its own label if the list does not contain it', () => {
    fc.assert(
      fc.property(facet, fc.string(), (name, value) => {
        fc.pre(!isFacetValue(name, value));
        expect(facetLabel(name, value)).toBe(value);
      }),
    );
  });

  it('of one facet is not valid for another', () => {
    expect(isFacetValue('type', 'fantasy')).toBe(false);
    expect(isFacetValue('genre', 'figure')).toBe(false);
  });
});
