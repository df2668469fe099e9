import { expect, it } from 'vitest';
import { dayText } from '../../../src/domain/kernel/instant.ts';

it('names the day in UTC wherever the reader is', () => {
  expect(dayText(Date.UTC(2026, 10, 21, 23, 59))).toBe('21 November 2026');
});
