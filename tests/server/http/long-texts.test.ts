import fc from 'fast-check';
import { expect, it } from 'vitest';
import { actionData } from '../../../src/dev/action-data.ts';
import { withoutLongTexts } from '../../../src/server/http/long-texts.ts';

/** As Astro writes an answer: a list whose values name each other by their places. */
function stringify(answer: unknown): string {
  const values: unknown[] = [];
  const placeOf = (value: unknown): number => {
    const at = values.push(null) - 1;
    values[at] =
      typeof value === 'object' && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, placeOf(inner)]))
        : value;
    return at;
  };
  placeOf(answer);
  return JSON.stringify(values);
}

const serialised = (answer: unknown) => {
  const { data, filled } = withoutLongTexts(answer);
  return filled(stringify(data));
};
const long = (text: string) => text + 'x'.repeat(10_000);

it('long texts are read as they were, whatever they hold', () => {
  const text = fc
    .oneof(fc.string({ unit: 'binary' }), fc.constantFrom('</script>', '"', '\\', '$&', '\u2028', '\x7f'))
    .map(long);
  fc.assert(
    fc.property(text, text, fc.string(), (first, second, short) => {
      const answer = {
        whole: true,
        rows: { one: first, more: { two: second, again: first } },
        short,
        none: null,
      };
      expect(actionData(serialised(answer))).toEqual(answer);
    }),
    { numRuns: 50 },
  );
});

it('only marks are serialised in the place of long texts', () => {
  const { data } = withoutLongTexts({ rows: { names: long('a'), ids: long('b') }, cursor: '1' });
  expect(stringify(data).length).toBeLessThan(300);
});

it('an answer without one is the same object, also undefined and what is no plain object', () => {
  for (const answer of [
    { items: [long('in a list')] },
    undefined,
    null,
    new Map([['a', long('')]]),
    'short',
  ]) {
    const { data, filled } = withoutLongTexts(answer);
    expect(data).toBe(answer);
    expect(filled('as it was')).toBe('as it was');
  }
});
