import type PocketBase from 'pocketbase';
import { goalsOfGuild } from '../../data/guild/guild-goals.ts';
import { pollsOfGuild } from '../../data/guild/guild-polls.ts';
import { dateOf } from '../../data/kernel/fields.ts';
import { transaction } from '../../data/kernel/transaction.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { monthOf, monthStart } from '../../domain/kernel/month.ts';
import { demoId } from './ids.ts';

/** The first is reached with the members that the demo guild has. */
const REACHED = {
  id: demoId('goal', 'ashgrove/first'),
  members: 2,
  title: 'A creature of the members’ choice',
  text: 'You name what lives past the edge of the map, and I sculpt the one with the most voices.',
};
const NEXT = {
  id: demoId('goal', 'ashgrove/next'),
  members: 25,
  title: 'Scenery for each release',
  text: 'A tree stump, a ruined arch, a hollow hill: a piece of the wood with every creature.',
};

/** Creates the goals of the demo guild once; its members were told when the first was reached. */
export async function seedGoals(pb: PocketBase, guild: string, now: Instant): Promise<void> {
  const there = new Set((await goalsOfGuild(pb, guild)).map(({ id }) => id));
  const reachedAt = dateOf(monthStart(monthOf(now)));
  const steps = transaction(pb);
  if (!there.has(REACHED.id))
    steps.create('guild_goals', { guild, ...REACHED, reachedAt, toldAt: reachedAt });
  if (!there.has(NEXT.id)) steps.create('guild_goals', { guild, ...NEXT });
  await steps.run();
}

const POLL = {
  id: demoId('poll', 'ashgrove/next'),
  question: 'What should come next?',
  options: ['A bog troll with a lantern', 'The owl queen', 'A hollow oak as a shrine'],
};
const POLL_DAYS = 14;

/** Asks the members of the demo guild once what comes next: its highest tier sells a vote on that. */
export async function seedPoll(pb: PocketBase, guild: string, now: Instant): Promise<void> {
  const there = await pollsOfGuild(pb, guild, 1);
  if (there.length > 0) return;
  const endsAt = dateOf(now + POLL_DAYS * 86_400_000);
  await transaction(pb)
    .create('guild_polls', { guild, ...POLL, weighted: true, endsAt })
    .run();
}
