import { type MembersQuery, membersOfGuild } from '../../data/guild/guild-members.ts';
import { releaseOfGuild } from '../../data/guild/releases.ts';
import { serviceClient } from '../../data/kernel/client.ts';
import { notifyOfRelease } from '../../server/guild/membership-notifications.ts';
import { beginPublishing, type ReleaseParts, runReleaseJob } from '../../server/guild/releases.ts';
import { aRelease, createLargeGuild, fill } from '../large-guild.ts';
import type { DevStack } from '../stack.ts';
import { figure, median, terminalTable } from './figures.ts';

const MEMBERS = 5000;
const MODELS = 6;
const QUESTIONS = 12;
const LOOK_EVERY_MS = 50;

/**
 * A guild of 5 000 members: how long a release of six models and its mails take to reach them, how its progress is
 * shown, how long others wait meanwhile, and how fast the seller's page of members is.
 */
export async function benchGuild({ pocketbaseUrl, service, siteUrl }: DevStack): Promise<void> {
  const pb = serviceClient({ url: pocketbaseUrl, ...service });
  const guild = await createLargeGuild(pb);
  await fill(pb, guild, MEMBERS);
  const release = await aRelease(pb, guild, MODELS);
  const parts: ReleaseParts = { pb, now: Date.now, onError: (reason) => console.error(reason) };
  const refusal = await beginPublishing(parts, { id: guild.id, state: 'live' }, release);
  if (refusal) throw new Error(`the release is refused: ${refusal}`);
  const seen = new Set<number>();
  const waits: number[] = [];
  let running = true;
  const watch = (async () => {
    // A client of its own, like the seller's page.
    const other = serviceClient({ url: pocketbaseUrl, ...service });
    while (running) {
      const at = performance.now();
      const { reached } = (await releaseOfGuild(other, guild.id, release)) ?? { reached: 0 };
      waits.push(performance.now() - at);
      seen.add(reached);
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  })();
  const published = await secondsOf(() => runReleaseJob(parts));
  const news = { pb, now: Date.now, siteUrl, siteName: 'Guildhall', mailQueued: () => undefined };
  const mailed = await secondsOf(() => notifyOfRelease(news, { id: release, guildId: guild.id }));
  running = false;
  await watch;
  const got = await pb.collection('entitlements').getList(1, 1, {
    filter: pb.filter("source = 'release' && product.store = {:store}", { store: guild.store }),
    fields: 'id',
  });
  console.log(`A release of ${MODELS} models for ${figure(MEMBERS)} members`);
  console.log(
    terminalTable(
      ['', 's', 'rows', 'steps seen', 'others wait ms', 'at most'],
      [
        [
          'published',
          figure(published),
          figure(got.totalItems),
          String(seen.size),
          figure(median(waits)),
          figure(Math.max(...waits)),
        ],
        ['mails written', figure(mailed), figure(MEMBERS), '', '', ''],
      ],
    ),
  );
  console.log(`The page of its members, 50 at a time, medians of ${QUESTIONS}`);
  const query: MembersQuery = { text: '', states: [], tierId: null, after: null, limit: 50 };
  const deep = { joinedAt: Date.now() - (MEMBERS / 2) * 60_000, id: '' };
  const questions: [string, MembersQuery][] = [
    ['first page', query],
    ['in the middle', { ...query, after: deep }],
    ['of a state', { ...query, states: ['active'] }],
    ['by part of a name', { ...query, text: 'member-49' }],
  ];
  const answers: string[][] = [];
  for (const [name, question] of questions) {
    const times: number[] = [];
    for (let turn = 0; turn < QUESTIONS; turn++)
      times.push(1000 * (await secondsOf(() => membersOfGuild(pb, guild.id, question))));
    answers.push([name, figure(median(times)), figure(Math.max(...times))]);
  }
  console.log(terminalTable(['', 'ms', 'at most'], answers));
  console.log('');
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const at = performance.now();
  await work();
  return (performance.now() - at) / 1000;
}
