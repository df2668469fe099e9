import { describe, expect, it } from 'vitest';
import {
  GUILD_MOVE_REFUSAL_TEXTS,
  GUILD_STATES,
  type GuildState,
  guildDraftRefusals,
  guildIsVisible,
  guildMoveRefusal,
  guildRuns,
  guildStateAt,
  LIVE_REFUSAL_TEXTS,
  liveRefusals,
  memberPriceCents,
  membersText,
  PAUSE_MOST_MS,
  PAUSE_NOTICE_MS,
  PAUSE_REFUSAL_TEXTS,
  pauseRefusal,
  releaseTimeOf,
} from '../../../src/domain/guild/guild.ts';
import { DAY, NOW } from './a-guild.ts';

const READY = {
  tiers: [{ state: 'public' }],
  releases: [{ state: 'scheduled' }],
  isHeld: false,
  account: 'active',
  lastMonthEnds: null,
} as const;

describe('a guild goes live', () => {
  it.each([
    [{}, []],
    [{ tiers: [] }, ['no-public-tier']],
    [{ tiers: [{ state: 'hidden' }, { state: 'draft' }] }, ['no-public-tier']],
    [{ tiers: [{ state: 'retired' }, { state: 'public' }] }, []],
    [{ releases: [{ state: 'draft' }] }, ['no-release']],
    [{ releases: [{ state: 'archived' }] }, ['no-release']],
    [{ releases: [{ state: 'published' }] }, []],
    [{ releases: [{ state: 'publishing' }] }, []],
    [{ account: 'pending' }, ['account-not-active']],
    [{ account: 'restricted' }, ['account-not-active']],
    [{ tiers: [], releases: [], account: 'none' }, ['no-public-tier', 'no-release', 'account-not-active']],
  ] as const)('with %j: %j', (changes, refusals) =>
    expect(liveRefusals({ ...READY, ...changes })).toEqual(refusals),
  );
});

describe('a guild moves', () => {
  const allowed = ['draft>live', 'live>paused', 'live>closing', 'paused>live', 'paused>closing'];
  const moves = GUILD_STATES.flatMap((from) => GUILD_STATES.map((to) => [from, to] as const));
  it.each(moves)('from %s to %s', (from, to) => {
    const may = [...allowed, 'closing>closed', 'closed>draft'].includes(`${from}>${to}`);
    expect(guildMoveRefusal(from, to, READY, NOW)).toBe(may ? null : 'no-such-move');
  });

  it('closes after the last paid month', () => {
    const facts = { ...READY, lastMonthEnds: NOW + 1 };
    expect(guildMoveRefusal('closing', 'closed', facts, NOW)).toBe('months-running');
    expect(guildMoveRefusal('closing', 'closed', facts, NOW + 1)).toBeNull();
  });

  it('goes live again only with what a live guild needs', () =>
    expect(guildMoveRefusal('paused', 'live', { ...READY, tiers: [] }, NOW)).toBe('no-public-tier'));
});

describe('a pause', () => {
  const from = NOW + PAUSE_NOTICE_MS;
  it.each([
    ['live', from, from + DAY, null],
    ['live', from - 1, from + DAY, 'too-soon'],
    ['live', NOW - DAY, from, 'too-soon'],
    ['live', from, from, 'ends-before-it-begins'],
    ['live', from, from - 1, 'ends-before-it-begins'],
    ['live', from, from + PAUSE_MOST_MS, null],
    ['live', from, from + PAUSE_MOST_MS + 1, 'too-long'],
    ['live', Number.NaN, from, 'no-moment'],
    ['live', from, Number.NaN, 'no-moment'],
    ['draft', from, from + DAY, 'not-live'],
    ['paused', from, from + DAY, 'not-live'],
    ['closing', from, from + DAY, 'not-live'],
  ] as const)('of a %s guild from %i to %i: %s', (state, begin, end, refusal) =>
    expect(pauseRefusal({ state }, { from: begin, to: end }, NOW)).toBe(refusal),
  );

  it.each<[GuildState, number | null, number | null, GuildState]>([
    ['live', null, null, 'live'],
    ['live', NOW + 1, NOW + 2, 'live'],
    ['live', NOW, NOW + 1, 'paused'],
    ['live', NOW - 2, NOW, 'live'],
    ['paused', NOW - 2, NOW, 'live'],
    ['paused', NOW - 2, NOW + 1, 'paused'],
    ['paused', null, null, 'paused'],
    ['closing', NOW - 2, NOW + 1, 'closing'],
    ['draft', null, null, 'draft'],
  ])('%s from %s to %s is %s now', (state, pausesAt, resumesAt, then) =>
    expect(guildStateAt({ state, pausesAt, resumesAt, heldAt: null }, NOW)).toBe(then),
  );

  it.each([
    ['live', null, null, 'paused', true],
    ['live', NOW + 1, NOW + 2, 'paused', true],
    ['paused', NOW - 2, NOW, 'paused', true],
    ['paused', NOW - 2, NOW + 1, 'paused', false],
    ['closing', null, null, 'closing', true],
    ['draft', null, null, 'draft', false],
    ['closed', null, null, 'closed', false],
  ] as const)(
    '%s from %s to %s is %s while its store is not open; it runs: %s',
    (state, pausesAt, resumesAt, then, runs) => {
      expect(guildStateAt({ state, pausesAt, resumesAt, heldAt: NOW - 1 }, NOW)).toBe(then);
      expect(guildRuns({ state, pausesAt, resumesAt }, NOW)).toBe(runs);
    },
  );

  it('cannot go live while its store is not open', () => {
    const facts = { ...READY, isHeld: true };
    expect(liveRefusals(facts)).toEqual(['store-not-open']);
    expect(guildMoveRefusal('paused', 'live', facts, NOW)).toBe('store-not-open');
    expect(guildMoveRefusal('paused', 'closing', facts, NOW)).toBeNull();
  });
});

describe('the fields a seller edits', () => {
  it.each([
    [{ name: 'Ashgrove Circle' }, []],
    [{ name: 'A' }, ['name']],
    [{ name: ' '.repeat(9) }, ['name']],
    [{ name: 'a'.repeat(81) }, ['name']],
    [{ tagline: 'a'.repeat(160) }, []],
    [{ tagline: 'a'.repeat(161) }, ['tagline']],
    [{ welcome: 'a'.repeat(5001) }, ['welcome']],
    [{ memberDiscountPercent: 0 }, []],
    [{ memberDiscountPercent: 50 }, []],
    [{ memberDiscountPercent: 51 }, ['memberDiscountPercent']],
    [{ memberDiscountPercent: -1 }, ['memberDiscountPercent']],
    [{ memberDiscountPercent: 7.5 }, ['memberDiscountPercent']],
    [{ billings: [] }, ['billings']],
    [{ billings: ['annual' as const] }, []],
    [{}, []],
  ])('%j: %j', (front, fields) => expect(Object.keys(guildDraftRefusals(front))).toEqual(fields));
});

it.each([
  [1000, 0, 1000],
  [1000, 10, 900],
  [999, 25, 749],
  [60, 50, 50],
  [50, 50, 50],
  [0, 20, 0],
])('members pay for %i with %i percent: %i', (price, percent, pays) =>
  expect(memberPriceCents(price, percent)).toBe(pays),
);

it('is visible while live, paused or closing', () => {
  expect(GUILD_STATES.filter(guildIsVisible)).toEqual(['live', 'paused', 'closing']);
});

it('every reason is a full sentence', () => {
  for (const text of [GUILD_MOVE_REFUSAL_TEXTS, LIVE_REFUSAL_TEXTS, PAUSE_REFUSAL_TEXTS].flatMap((texts) =>
    Object.values(texts),
  ))
    expect(text).toMatch(/^[A-Z].*\.$/);
});

it('a release that falls into a pause comes out when it is over', () => {
  const pause = { state: 'live', pausesAt: 100, resumesAt: 200 } as const;
  expect([99, 100, 199, 200].map((at) => releaseTimeOf(pause, at))).toEqual([99, 200, 200, 200]);
  expect(releaseTimeOf({ ...pause, state: 'closing' }, 150)).toBe(150);
  expect(releaseTimeOf({ state: 'live', pausesAt: null, resumesAt: null }, 150)).toBe(150);
  expect(releaseTimeOf(pause, null)).toBeNull();
});

it('the number of members is shown from ten on', () => {
  expect([0, 2, 9].map(membersText)).toEqual([null, null, null]);
  expect([10, 1234].map(membersText)).toEqual(['10', '1,234']);
});
