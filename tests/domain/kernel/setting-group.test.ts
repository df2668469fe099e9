import { expect, it } from 'vitest';
import { readFields, settingChanges } from '../../../src/domain/kernel/setting-group.ts';
import { COMMISSION, GIGABYTE, PLAN_STORAGE } from '../../../src/domain/payments/plan-settings.ts';

it('a field that an older build did not know keeps what holds without a row', () => {
  expect(COMMISSION.check({ free: 12 })).toEqual({ value: { free: 12, pro: 5 } });
});

it.each([
  [{ free: 10.5, pro: 5 }, 'free'],
  [{ free: 101, pro: 5 }, 'free'],
  [{ free: '10', pro: 5 }, 'free'],
  [{ free: 10, pro: 11 }, 'pro'],
])('a commission of %j is refused at its field', (value, field) => {
  expect(COMMISSION.check(value)).toEqual({ problems: { [field]: expect.any(String) } });
});

it('Pro cannot have less storage than the free plan', () => {
  expect(PLAN_STORAGE.check({ free: 60 * GIGABYTE, pro: 50 * GIGABYTE })).toEqual({
    problems: { pro: 'Pro cannot have less storage than the free plan.' },
  });
});

it('a list keeps each text once, and one that is too long is refused', () => {
  const read = (ids: unknown) => {
    const fields = readFields({ ids });
    return fields.checked(fields.texts('ids', [], 2, (id) => /^[a-z]$/.test(id), 'Choose letters.'));
  };
  expect(read(['a', 'b', 'a'])).toEqual({ value: ['a', 'b'] });
  expect(read(['a', 'b', 'c'])).toEqual({ problems: { ids: 'Choose at most 2.' } });
  expect(read(['A'])).toEqual({ problems: { ids: 'Choose letters.' } });
});

it('a change is told in one line, without the fields that stayed', () => {
  expect(settingChanges({ free: 10, pro: 5 }, { free: 12, pro: 5 })).toBe('free: 10 → 12');
  expect(settingChanges({ text: '' }, { text: 'x'.repeat(500) })).toHaveLength('text:  → '.length + 80);
});
