import { expect, it } from 'vitest';
import {
  type CountedCase,
  medianOf,
  transparencyCsv,
  transparencyRows,
} from '../../../src/domain/moderation/transparency.ts';

const HOUR = 3_600_000;
const decided = (hours: number, more: Partial<CountedCase> = {}): CountedCase => ({
  ...{ kind: 'spam', upheld: true, automated: false, appealed: false, openedAt: 0, decidedAt: hours * HOUR },
  ...more,
});

it('the transparency report counts decisions by kind, outcome and program, with the median time', () => {
  const rows = transparencyRows([
    decided(1, { automated: true }),
    decided(5, { upheld: false, appealed: true }),
    decided(100),
    decided(2, { kind: 'copyright' }),
  ]);
  expect(rows).toEqual([
    { kind: 'copyright', decided: 1, upheld: 1, dismissed: 0, automated: 0, appealed: 0, medianHours: 2 },
    { kind: 'spam', decided: 3, upheld: 2, dismissed: 1, automated: 1, appealed: 1, medianHours: 5 },
  ]);
  expect(transparencyCsv(rows).trimEnd().split('\r\n')).toEqual([
    'kind,decided,upheld,dismissed,automated,appealed,median_hours',
    'copyright,1,1,0,0,0,2',
    'spam,3,2,1,1,1,5',
  ]);
});

it('a case that is decided before it is entered takes no time', () => {
  expect(transparencyRows([decided(-144)])).toMatchObject([{ medianHours: 0 }]);
});

it('the median of an even number is the mean of the two in the middle', () => {
  expect(medianOf([4, 1, 2, 10])).toBe(3);
  expect(medianOf([])).toBeNull();
});
