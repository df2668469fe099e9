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

async function postsUntilRefused(
  limits: ReturnType<typeof openPostingLimits>,
  account: typeof known,
  kind: PostingKind,
  unreliable = false,
) {
  for (let posts = 0; posts < 1000; posts++)
    if ((await limits.postingRefusal(account, kind, NOW, unreliable)) !== null) return posts;
  return Number.POSITIVE_INFINITY;
}

it.each(Object.entries(POSTING_LIMITS).map(([kind, [{ most }]]) => [kind as PostingKind, most] as const))(
  'limits an account to the %s limit of %i, a new or unreliable one to a third',
  async (kind, most) => {
    const limits = openPostingLimits(true);
    expect(await postsUntilRefused(limits, known, kind)).toBe(most);
    expect(await postsUntilRefused(limits, fresh, kind)).toBe(Math.floor(most / 3));
    expect(await postsUntilRefused(limits, { ...known, id: 'unreliable' }, kind, true)).toBe(
      Math.floor(most / 3),
    );
    // One account's limit does not affect others.
    expect(await limits.postingRefusal({ ...known, id: 'dorin' }, kind, NOW)).toBeNull();
  },
);

it('limits nothing where limits are off', async () => {
  expect(await postsUntilRefused(openPostingLimits(false), known, 'report')).toBe(Number.POSITIVE_INFINITY);
});

it('stops public posts of an account with three strikes, not its messages about existing business', async () => {
  for (const on of [true, false]) {
    const limits = openPostingLimits(on);
    const stopped = { ...known, strikes: 3 };
    for (const kind of ['review', 'question', 'answer', 'conversation'] as const) {
      expect(await limits.postingRefusal(stopped, kind, NOW)).toMatch(/were upheld/);
      expect(await limits.postingRefusal({ ...known, strikes: 2 }, kind, NOW)).toBeNull();
    }
    for (const kind of ['message', 'report', 'follow'] as const)
      expect(await limits.postingRefusal(stopped, kind, NOW)).toBeNull();
  }
});

it('treats an account as new for a day', () => {
  expect(postingCost({ since: NOW - NEW_ACCOUNT_MS }, NOW)).toBe(1);
  expect(postingCost({ since: NOW - NEW_ACCOUNT_MS + 1 }, NOW)).toBe(3);
});

it('says how long to wait', () => {
  expect(postingLimitText('message', 40)).toBe(
    'You are sending too many messages. Please try again in a minute.',
  );
  expect(postingLimitText('question', 1800)).toMatch(/in 30 minutes\.$/);
  expect(postingLimitText('review', 80_000)).toMatch(/in 23 hours\.$/);
});
