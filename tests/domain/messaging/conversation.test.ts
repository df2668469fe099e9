import { describe, expect, it } from 'vitest';
import {
  answersText,
  type BlockState,
  isReportable,
  writeRefusal,
} from '../../../src/domain/messaging/conversation.ts';
import { excerptOf, messageRefusal } from '../../../src/domain/messaging/message.ts';
import {
  REFUND_ANSWER_DAYS,
  REFUND_REQUEST_DAYS,
  type RefundableLine,
  refundAnswerUntil,
  refundLapsed,
  refundRequestRefusal,
} from '../../../src/domain/messaging/refund-request.ts';
import { parsePushHint, reconnectDelayMs } from '../../../src/domain/notifications/live.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const nobody = { buyer: false, store: false };
const open: BlockState = { blocked: nobody, left: nobody, gone: nobody };

describe('who may write', () => {
  it.each<[string, Partial<BlockState>, ReturnType<typeof writeRefusal>, ReturnType<typeof writeRefusal>]>([
    ['both, at first', {}, null, null],
    ['nobody where the store blocked', { blocked: { buyer: false, store: true } }, 'blocked', 'you-blocked'],
    ['nobody where both blocked', { blocked: { buyer: true, store: true } }, 'you-blocked', 'you-blocked'],
    ['the one who left, not the other', { left: { buyer: true, store: false } }, null, 'other-left'],
    ['not to an account that is gone', { gone: { buyer: true, store: false } }, null, 'other-gone'],
  ])('%s', (_what, standing, buyer, store) => {
    expect(writeRefusal({ ...open, ...standing }, 'buyer')).toBe(buyer);
    expect(writeRefusal({ ...open, ...standing }, 'store')).toBe(store);
  });
});

describe('a message', () => {
  it.each([
    ['', 0, 'Write a message.'],
    [' \u200b\n ', 0, 'Write a message.'],
    ['', 1, null],
    ['Hello', 0, null],
    ['x'.repeat(5000), 6, null],
    ['x'.repeat(5001), 0, 'Use at most 5000 characters.'],
    ['Hello', 7, 'Attach at most 6 files to a message.'],
  ])('%j with %i files', (text, attachments, refusal) => {
    expect(messageRefusal(text, attachments)).toBe(refusal);
  });

  it('is shown on one line in the list', () => {
    expect(excerptOf('One\n\ntwo', 0)).toBe('One two');
    expect(excerptOf('', 2)).toBe('2 files');
    expect([...excerptOf('🐉'.repeat(200), 0)]).toHaveLength(120);
  });

  it('is reported by the other side only', () => {
    expect(isReportable({ by: 'store' }, 'buyer')).toBe(true);
    expect(isReportable({ by: 'buyer' }, 'buyer')).toBe(false);
    expect(isReportable({ by: 'house' }, 'buyer')).toBe(false);
  });
});

describe('how soon a store answers', () => {
  it.each([
    [[], null],
    [[HOUR, HOUR], null],
    [[HOUR, HOUR, 90 * DAY], 'usually answers within an hour'],
    [[HOUR, 5 * HOUR, 90 * DAY], 'usually answers within a few hours'],
    [[20 * HOUR, DAY, DAY, 2 * DAY], 'usually answers within a day'],
    [[DAY, 2.5 * DAY, 9 * DAY], 'usually answers within 3 days'],
    [[HOUR, 9 * DAY, 90 * DAY], 'seldom answers within a week'],
  ])('%j', (waits, words) => {
    expect(answersText(waits)).toBe(words);
  });
});

describe('asking for a refund', () => {
  const now = 1_800_000_000_000;
  const line: RefundableLine = {
    state: 'paid',
    paidAt: now - DAY,
    paidCents: 900,
    refundedCents: 0,
    requests: [],
  };
  it.each<[Partial<RefundableLine>, ReturnType<typeof refundRequestRefusal>]>([
    [{}, null],
    [{ state: 'partly_refunded', refundedCents: 100 }, null],
    [{ requests: ['withdrawn'] }, null],
    [{ paidAt: now - REFUND_REQUEST_DAYS * DAY }, null],
    [{ paidAt: now - REFUND_REQUEST_DAYS * DAY - 1 }, 'too-late'],
    [{ paidCents: 0 }, 'nothing-paid'],
    [{ state: 'pending', paidAt: null }, 'nothing-paid'],
    [{ state: 'disputed' }, 'disputed'],
    [{ refundedCents: 900, requests: ['granted'] }, 'refunded'],
    [{ requests: ['withdrawn', 'asked'] }, 'open'],
    [{ requests: ['granting'] }, 'open'],
    [{ requests: ['declined'] }, 'decided'],
  ])('%j', (more, refusal) => {
    expect(refundRequestRefusal({ ...line, ...more }, now)).toBe(refusal);
  });

  it('is granted by silence, and not a moment before', () => {
    const asked = { state: 'asked' as const, answerUntil: refundAnswerUntil(now) };
    expect(asked.answerUntil).toBe(now + REFUND_ANSWER_DAYS * DAY);
    expect(refundLapsed(asked, asked.answerUntil - 1)).toBe(false);
    expect(refundLapsed(asked, asked.answerUntil)).toBe(true);
    expect(refundLapsed({ ...asked, state: 'declined' }, asked.answerUntil)).toBe(false);
  });
});

describe('live news', () => {
  it('reads what it knows and nothing else', () => {
    const news = { kind: 'read', conversationId: 'c', by: 'store', upTo: 3 };
    expect(parsePushHint(JSON.stringify(news))).toEqual(news);
    for (const json of ['', 'null', '[]', '{"kind":"other"}', '{"kind":7}', '"read"'])
      expect(parsePushHint(json)).toBeNull();
  });

  it('waits longer after each failure, and not all at once', () => {
    expect([1, 2, 3, 10, 50].map((failures) => reconnectDelayMs(failures, 1))).toEqual([
      1000, 2000, 4000, 60_000, 60_000,
    ]);
    expect(reconnectDelayMs(1, 0)).toBe(500);
  });
});
