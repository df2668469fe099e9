import { expect, it } from 'vitest';
import { CASE_ANSWER_MAX, CASE_APPEAL_DAYS } from '../../../src/domain/moderation/case.ts';
import {
  businessDaysAfter,
  COUNTER_NOTICE_LIMITS,
  type CounterNotice,
  counterNoticeRefusals,
  counterNoticeText,
  takesCounterNotice,
} from '../../../src/domain/moderation/counter-notice.ts';

const FRIDAY = Date.UTC(2026, 10, 20, 12);
const notice: CounterNotice = {
  name: 'Tess Seller',
  address: '1 Mill Lane\nAshgrove',
  phone: '+44 20 7946 0000',
  statement: 'I sculpted it myself in May.',
  believesMistake: true,
  acceptsCourt: true,
};

it('business days leave out weekends', () => {
  const day = (days: number) => new Date(businessDaysAfter(FRIDAY, days)).toISOString().slice(0, 10);
  expect([0, 1, 5, 10, 14].map(day)).toEqual([
    '2026-11-20',
    '2026-11-23',
    '2026-11-27',
    '2026-12-04',
    '2026-12-10',
  ]);
});

it('is refused with a message for each field that is missing', () => {
  expect(counterNoticeRefusals(notice)).toEqual({});
  const empty = {
    name: '',
    address: '',
    phone: '',
    statement: '',
    believesMistake: false,
    acceptsCourt: false,
  };
  expect(Object.keys(counterNoticeRefusals(empty)).sort()).toEqual(Object.keys(empty).sort());
});

it('can be sent once, against an upheld claim of copyright, while an objection is possible', () => {
  const upheld = { kind: 'copyright', state: 'upheld', decidedAt: FRIDAY, appeal: '' } as const;
  expect(takesCounterNotice(upheld, FRIDAY)).toBe(true);
  expect(takesCounterNotice({ ...upheld, kind: 'spam' }, FRIDAY)).toBe(false);
  expect(takesCounterNotice({ ...upheld, state: 'dismissed' }, FRIDAY)).toBe(false);
  expect(takesCounterNotice({ ...upheld, appeal: 'No.' }, FRIDAY)).toBe(false);
  expect(takesCounterNotice(upheld, FRIDAY + (CASE_APPEAL_DAYS + 1) * 86_400_000)).toBe(false);
});

it('names the sender, both declarations and both dates, and fits where an objection is stored', () => {
  const text = counterNoticeText(notice, 'tess@guildhall.test', FRIDAY);
  expect(text).toContain('Tess Seller\n1 Mill Lane\nAshgrove\n+44 20 7946 0000\ntess@guildhall.test');
  expect(text).toContain('penalty of perjury');
  expect(text).toContain('accept service of process');
  expect(text).toContain('between 4 December 2026 and 10 December 2026');
  const longest = Object.fromEntries(
    Object.entries(COUNTER_NOTICE_LIMITS).map(([field, most]) => [field, 'x'.repeat(most)]),
  );
  expect(counterNoticeText({ ...notice, ...longest }, 'x'.repeat(254), FRIDAY).length).toBeLessThanOrEqual(
    CASE_ANSWER_MAX,
  );
});
