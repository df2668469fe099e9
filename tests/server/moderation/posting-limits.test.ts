import { expect, it } from 'vitest';
import {
  NEW_ACCOUNT_MS,
  POSTING_LIMITS,
  type PostingKind,
  postingCost,
  postingLimitText,
} from '../../../src/domain/moderation/posting-limits.ts';
import { openPostingLimits } from '../../../src/server/moderation/posting-limits.ts';

const NOW = Date.UTC(2026, 5, 1);
const known = { id: 'mira', since: NOW - 30 * NEW_ACCOUNT_MS, strikes: 0 };
const fresh = { id: 'wren', since: NOW - NEW_ACCOUNT_MS + 1, strikes: 0 };

async function said(
  limits: ReturnType<typeof openPostingLimits>,
  speaker: typeof known,
  kind: PostingKind,
  doubted = false,
) {
  for (let words = 0; words < 1000; words++)
    if ((await limits.postingRefusal(speaker, kind, NOW, doubted)) !== null) return words;
  return Number.POSITIVE_INFINITY;
}

it.each(Object.entries(POSTING_LIMITS).map(([kind, [{ most }]]) => [kind as PostingKind, most] as const))(
  'an account says of %s at most %i, a new one or a doubted one a third',
  async (kind, most) => {
    const limits = openPostingLimits(true);
    expect(await said(limits, known, kind)).toBe(most);
    expect(await said(limits, fresh, kind)).toBe(Math.floor(most / 3));
    expect(await said(limits, { ...known, id: 'doubted' }, kind, true)).toBe(Math.floor(most / 3));
    // One who must wait stands in nobody else's way.
    expect(await limits.postingRefusal({ ...known, id: 'dorin' }, kind, NOW)).toBeNull();
  },
);

it('limits nobody where limits are off', async () => {
  expect(await said(openPostingLimits(false), known, 'report')).toBe(Number.POSITIVE_INFINITY);
});

it('stops the public words of somebody with three strikes, not what he owes to those he dealt with', async () => {
  for (const on of [true, false]) {
    const limits = openPostingLimits(on);
    const stopped = { ...known, strikes: 3 };
    for (const kind of ['review', 'question', 'answer', 'conversation'] as const) {
      expect(await limits.postingRefusal(stopped, kind, NOW)).toMatch(/found right/);
      expect(await limits.postingRefusal({ ...known, strikes: 2 }, kind, NOW)).toBeNull();
    }
    for (const kind of ['message', 'report', 'follow'] as const)
      expect(await limits.postingRefusal(stopped, kind, NOW)).toBeNull();
  }
});

it('takes an account for new for a day', () => {
  expect(postingCost({ since: NOW - NEW_ACCOUNT_MS }, NOW)).toBe(1);
  expect(postingCost({ since: NOW - NEW_ACCOUNT_MS + 1 }, NOW)).toBe(3);
});

it('says how long to wait', () => {
  expect(postingLimitText('message', 40)).toBe(
    'You are sending very many messages. Please try again in a minute.',
  );
  expect(postingLimitText('question', 1800)).toMatch(/in 30 minutes\.$/);
  expect(postingLimitText('review', 80_000)).toMatch(/in 23 hours\.$/);
});
