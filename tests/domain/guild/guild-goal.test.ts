import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  GOAL_LIMITS,
  type GuildGoal,
  goalMembersText,
  goalProgressText,
  goalRefusals,
  goalRemovalRefusal,
  goalSaveRefusal,
  goalsToShow,
  nextGoal,
} from '../../../src/domain/guild/guild-goal.ts';

const aGoal = (more: Partial<GuildGoal> = {}): GuildGoal => ({
  ...{
    id: 'g1',
    members: 50,
    title: 'A dragon',
    text: '',
    productId: null,
    releaseId: null,
    reachedAt: null,
  },
  ...more,
});
const guild = { before: null, goals: [], members: 37 };

it('names each field that is wrong', () => {
  expect(goalRefusals(aGoal())).toEqual({});
  for (const members of [0, -1, 1.5, Number.NaN, GOAL_LIMITS.members + 1])
    expect(Object.keys(goalRefusals(aGoal({ members })))).toEqual(['members']);
  expect(Object.keys(goalRefusals({ members: 1, title: ' ', text: 'x'.repeat(301) }))).toEqual([
    'title',
    'text',
  ]);
});

it('a new goal lies ahead of the members, at a number of its own, as one of ten', () => {
  expect(goalSaveRefusal(aGoal(), guild)).toBeNull();
  expect(goalSaveRefusal(aGoal({ members: 37 }), guild)).toBe('not-ahead');
  expect(goalSaveRefusal(aGoal(), { ...guild, goals: [aGoal({ id: 'other' })] })).toBe('same-number');
  const goals = Array.from({ length: GOAL_LIMITS.goals }, (_, at) =>
    aGoal({ id: `g${at}`, members: 100 + at }),
  );
  expect(goalSaveRefusal(aGoal(), { ...guild, goals })).toBe('too-many');
  const before = goals[3] ?? null;
  expect(goalSaveRefusal(aGoal({ members: 103 }), { ...guild, goals, before })).toBeNull();
  expect(goalSaveRefusal(aGoal({ members: 104 }), { ...guild, goals, before })).toBe('same-number');
});

it('a reached goal keeps number and title, also when members left', () => {
  const before = aGoal({ reachedAt: 1 });
  const facts = { before, goals: [before], members: 12 };
  expect(goalSaveRefusal(before, facts)).toBeNull();
  expect(goalSaveRefusal({ ...before, members: 60 }, facts)).toBe('reached');
  expect(goalSaveRefusal({ ...before, title: 'A toad' }, facts)).toBe('reached');
  expect([goalRemovalRefusal(before), goalRemovalRefusal(aGoal())]).toEqual(['reached', null]);
});

it('the next goal is the lowest that is not reached', () => {
  expect(nextGoal([])).toBeNull();
  fc.assert(
    fc.property(fc.array(fc.record({ members: fc.nat(), reachedAt: fc.option(fc.nat()) })), (goals) => {
      const open = goals.filter(({ reachedAt }) => reachedAt === null).map(({ members }) => members);
      expect(nextGoal(goals)?.members ?? null).toBe(open.length === 0 ? null : Math.min(...open));
    }),
  );
});

it('says how far it is', () => {
  expect(goalProgressText({ members: 50 }, 37)).toBe('37 of 50 members');
  expect(goalProgressText({ members: 50 }, 60)).toBe('50 of 50 members');
  expect(goalProgressText({ members: 1 }, 0)).toBe('0 of 1 member');
  expect(goalMembersText(1200)).toBe('1,200 members');
});

it('goals ahead are shown once the next one is near enough; what was reached is shown for ever', () => {
  const goals = [
    aGoal({ id: 'done', members: 5, reachedAt: 1 }),
    aGoal({ members: 50 }),
    aGoal({ members: 100 }),
  ];
  const shown = (members: number) => goalsToShow(goals, members).map(({ members: at }) => at);
  expect(shown(0)).toEqual([5]);
  expect(shown(19)).toEqual([5]);
  expect(shown(20)).toEqual([5, 50, 100]);
  expect(goalsToShow([aGoal({ members: 25 })], 2)).toEqual([]);
});
