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

describe('who can write', () => {
  it.each<[string, Partial<BlockState>, ReturnType<typeof writeRefusal>, ReturnType<typeof writeRefusal>]>([
    ['both by default', {}, null, null],
    ['nobody if the store blocks', { blocked: { buyer: false, store: true } }, 'blocked', 'you-blocked'],
    ['nobody if both block', { blocked: { buyer: true, store: true } }, 'you-blocked', 'you-blocked'],
    ['the side that left, not the other', { left: { buyer: true, store: false } }, null, 'other-left'],
    ['nobody to a deleted account', { gone: { buyer: true, store: false } }, null, 'other-gone'],
  ])('%s', (_what, state, buyer, store) => {
    expect(writeRefusal({ ...open, ...state }, 'buyer')).toBe(buyer);
    expect(writeRefusal({ ...open, ...state }, 'store')).toBe(store);
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

  it('can be reported by the other side only', () => {
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
  ])('%j', (waits, text) => {
    expect(answersText(waits)).toBe(text);
  });
});

describe('requesting a refund', () => {
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

  it('is granted at the deadline and not before', () => {
    const request = { state: 'asked' as const, answerUntil: refundAnswerUntil(now) };
    expect(request.answerUntil).toBe(now + REFUND_ANSWER_DAYS * DAY);
    expect(refundLapsed(request, request.answerUntil - 1)).toBe(false);
    expect(refundLapsed(request, request.answerUntil)).toBe(true);
    expect(refundLapsed({ ...request, state: 'declined' }, request.answerUntil)).toBe(false);
  });
});

describe('push hints', () => {
  it('parses known kinds only', () => {
    const hint = { kind: 'read', conversationId: 'c', by: 'store', upTo: 3 };
    expect(parsePushHint(JSON.stringify(hint))).toEqual(hint);
    for (const json of ['', 'null', '[]', '{"kind":"other"}', '{"kind":7}', '"read"'])
      expect(parsePushHint(json)).toBeNull();
  });

  it('waits longer after each failure, with jitter', () => {
    expect([1, 2, 3, 10, 50].map((failures) => reconnectDelayMs(failures, 1))).toEqual([
      1000, 2000, 4000, 60_000, 60_000,
    ]);
    expect(reconnectDelayMs(1, 0)).toBe(500);
  });
});
