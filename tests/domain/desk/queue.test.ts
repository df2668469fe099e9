import { expect, it } from 'vitest';
import { dueText, isLetterKind, providerWords, queueKindsOf } from '../../../src/domain/desk/queue.ts';

it('the queue of moderators holds what people show and write, and nothing that is paid, disputed or mailed', () => {
  expect(queueKindsOf('moderator')).toEqual(['report', 'held', 'appeal', 'product', 'match']);
  expect(queueKindsOf('operator')).toEqual(
    expect.arrayContaining(['report', 'dispute', 'memberDispute', 'fraud', 'mail', 'event', 'archive']),
  );
  expect(queueKindsOf(null)).toEqual([]);
});

it('knows what is tried again or closed beside the list', () => {
  expect(queueKindsOf('operator').filter(isLetterKind)).toEqual([
    ...(['transfer', 'mail', 'event', 'preview', 'archive'] as const),
  ]);
});

it('says when something is due', () => {
  const hour = 3_600_000;
  expect(dueText(10 * hour, 11 * hour)).toBe('1 hour late');
  expect(dueText(10 * hour, 10 * hour - 1)).toBe('in less than an hour');
  expect(dueText(100 * hour, 0)).toBe('in 4 days');
});

it('says the provider’s reasons in words', () => {
  expect(providerWords('made_with_stolen_card')).toBe('Made with stolen card');
  expect(providerWords('')).toBe('');
});
