import { describe, expect, it } from 'vitest';
import {
  POLL_LIMITS,
  pollRefusals,
  pollShares,
  pollStartRefusal,
  resultIsShown,
  voteRefusal,
  voteWeight,
} from '../../../src/domain/guild/guild-poll.ts';
import { aTier, DAY, NOW, TIERS } from './a-guild.ts';

const draft = { question: 'What next?', options: ['A dragon', 'A keep'], weighted: false, days: 7 };

describe('a poll', () => {
  it('has a question, two to six different answers, and an end', () => {
    expect(pollRefusals(draft)).toEqual({});
    for (const [change, field] of [
      [{ question: '' }, 'question'],
      [{ question: 'x'.repeat(POLL_LIMITS.question + 1) }, 'question'],
      [{ options: ['One'] }, 'options'],
      [{ options: ['1', '2', '3', '4', '5', '6', '7'] }, 'options'],
      [{ options: ['A dragon', 'a Dragon'] }, 'options'],
      [{ options: ['A dragon', ''] }, 'options'],
      [{ options: ['A dragon', 'x'.repeat(POLL_LIMITS.option + 1)] }, 'options'],
      [{ days: 0 }, 'days'],
      [{ days: POLL_LIMITS.daysMost + 1 }, 'days'],
      [{ days: 1.5 }, 'days'],
    ] as const)
      expect(
        Object.keys(
          pollRefusals({
            ...draft,
            ...change,
            options: [...(('options' in change && change.options) || draft.options)],
          }),
        ),
      ).toEqual([field]);
  });

  it('is asked by a guild that is live or paused, and only so many run at once', () => {
    const running = Array.from({ length: POLL_LIMITS.running }, () => ({ endsAt: NOW + 1 }));
    const ended = Array.from({ length: POLL_LIMITS.running }, () => ({ endsAt: NOW }));
    expect(pollStartRefusal({ state: 'live' }, ended, NOW)).toBeNull();
    expect(pollStartRefusal({ state: 'paused' }, [], NOW)).toBeNull();
    expect(pollStartRefusal({ state: 'live' }, running, NOW)).toBe('too-many-running');
    expect(pollStartRefusal({ state: 'live' }, Array(POLL_LIMITS.polls).fill({ endsAt: 0 }), NOW)).toBe(
      'too-many',
    );
    for (const state of ['draft', 'closing', 'closed'] as const)
      expect(pollStartRefusal({ state }, [], NOW)).toBe('guild-not-open');
  });
});

describe('a vote', () => {
  const poll = { endsAt: NOW + DAY, options: ['A', 'B'] };
  const voter = { isMember: true, isHeld: false, guildState: 'live' } as const;

  it('is for members, until the end, for an answer that there is', () => {
    expect(voteRefusal(poll, voter, 1, NOW)).toBeNull();
    expect(voteRefusal(poll, voter, 1, NOW + DAY)).toBe('ended');
    expect(voteRefusal(poll, voter, 2, NOW)).toBe('no-such-option');
    expect(voteRefusal(poll, voter, -1, NOW)).toBe('no-such-option');
    expect(voteRefusal(poll, voter, 0.5, NOW)).toBe('no-such-option');
    expect(voteRefusal(poll, { ...voter, isMember: false }, 0, NOW)).toBe('not-a-member');
  });

  it('waits while the guild is on hold, and goes on while it is paused or closing', () => {
    expect(voteRefusal(poll, { ...voter, isHeld: true }, 0, NOW)).toBe('on-hold');
    expect(voteRefusal(poll, { ...voter, guildState: 'closed' }, 0, NOW)).toBe('on-hold');
    expect(voteRefusal(poll, { ...voter, guildState: 'paused' }, 0, NOW)).toBeNull();
    expect(voteRefusal(poll, { ...voter, guildState: 'closing' }, 0, NOW)).toBeNull();
  });

  it('counts once, or by the place of the tier where the artist weights them', () => {
    const ladder = [aTier({ id: 'draft', position: 0, state: 'draft' }), ...TIERS];
    const weights = (weighted: boolean) => TIERS.map(({ id }) => voteWeight({ weighted }, ladder, id));
    expect(weights(false)).toEqual([1, 1, 1]);
    expect(weights(true)).toEqual([1, 2, 3]);
    expect(voteWeight({ weighted: true }, ladder, 'gone')).toBe(1);
  });

  it('shows the result, and so does the end; before, nobody is swayed', () => {
    expect(resultIsShown(poll, null, NOW)).toBe(false);
    expect(resultIsShown(poll, 0, NOW)).toBe(true);
    expect(resultIsShown(poll, null, NOW + DAY)).toBe(true);
  });

  it('is a share of all votes', () => {
    expect(pollShares({ votes: [3, 1] })).toEqual([75, 25]);
    expect(pollShares({ votes: [0, 0] })).toEqual([0, 0]);
  });
});
