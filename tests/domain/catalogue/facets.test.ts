import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FACET_NAMES, FACETS, facetLabel, isFacetValue } from '../../../src/domain/catalogue/facets.ts';

const facet = fc.constantFrom(...FACET_NAMES);
/** Words that every object knows and no list of ours does. */
const inherited = fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf');

describe('the controlled lists', () => {
  it('know each of their own values and give each a label to read', () => {
    for (const name of FACET_NAMES)
      for (const [value, label] of Object.entries(FACETS[name].values)) {
        expect(isFacetValue(name, value)).toBe(true);
        expect(facetLabel(name, value)).toBe(label);
        expect(label.trim()).not.toBe('');
      }
  });

  it('have no two values of one facet that read alike', () => {
    for (const name of FACET_NAMES) {
      const labels = Object.values(FACETS[name].values);
      expect(new Set(labels).size).toBe(labels.length);
    }
  });

  it('hold the scales of the trade', () => {
    expect(Object.keys(FACETS.scale.values).sort()).toEqual(
      ['6', '10', '15', '20', '28', '32', '35', '54', '75', 'free'].sort(),
    );
  });
});

describe('a value from outside', () => {
  it('belongs to a facet only when its list says so', () => {
    fc.assert(
      fc.property(facet, fc.anything(), (name, value) => {
        const listed = typeof value === 'string' && Object.keys(FACETS[name].values).includes(value);
        expect(isFacetValue(name, value)).toBe(listed);
      }),
    );
  });

  it('is no facet value when it is a word every object knows', () => {
    fc.assert(
      fc.property(facet, inherited, (name, word) => {
        expect(isFacetValue(name, word)).toBe(false);
        expect(facetLabel(name, word)).toBe(word);
      }),
    );
  });

  it('is its own label where the list does not know it', () => {
    fc.assert(
      fc.property(facet, fc.string(), (name, value) => {
        fc.pre(!isFacetValue(name, value));
        expect(facetLabel(name, value)).toBe(value);
      }),
    );
  });

  it('of one facet is not a value of another', () => {
    expect(isFacetValue('type', 'fantasy')).toBe(false);
    expect(isFacetValue('genre', 'figure')).toBe(false);
  });
});
