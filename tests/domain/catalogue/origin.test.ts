import { describe, expect, it } from 'vitest';
import { type Origin, originRefusal, originRefusals } from '../../../src/domain/catalogue/origin.ts';

describe('the declared origin of a product', () => {
  it('is asked for when a product is published for the first time', () => {
    expect(originRefusal(null, null)).toBe('Say whether it is your own design or licensed.');
    expect(originRefusal({ kind: 'own' }, null)).toBeNull();
  });

  it('is not asked again for what was public once', () => {
    expect(originRefusal(null, 0)).toBeNull();
  });

  it('names whose design it is and the licence', () => {
    const licensed = (from: string, licence: string): Origin => ({ kind: 'licensed', from, licence });
    expect(originRefusals(licensed('Mira', 'CC BY 4.0'))).toEqual({});
    expect(Object.keys(originRefusals(licensed(' ', 'CC BY 4.0')))).toEqual(['from']);
    expect(Object.keys(originRefusals(licensed('Mira', '')))).toEqual(['licence']);
    expect(Object.keys(originRefusals(licensed('x'.repeat(201), 'x'.repeat(201))))).toEqual([
      'from',
      'licence',
    ]);
    expect(originRefusal(licensed('', ''), null)).toBe('Say whose design it is.');
  });
});
