import assert from 'node:assert/strict';
import PocketBase from 'pocketbase';
import { serviceClient } from '../../data/kernel/client.ts';
import { ARTIST, aRelease, createLargeGuild, fill, type LargeGuild } from '../large-guild.ts';
import type { DevStack } from '../stack.ts';

const MEMBERS = Number(process.env['DRILL_MEMBERS'] ?? 5000);
const MODELS = 6;
/** Kills while members receive the release; each kill waits for this many more members than the one before. */
const KILLS = 5;
const EVERY = MEMBERS / (KILLS + 1);
const LOOK_EVERY_MS = 20;
/** How long the drill waits for the next step before it calls it a failure. In ms. */
const PATIENCE_MS = 120_000;

/**
 * Publishes a release to thousands of members while the site, and once the database, is killed without warning, then once
 * more while they are notified. Afterwards each member has each model once and one mail, and the release is published.
 * @param killedMeanwhile how many kills have to come before the last member is reached: where other sites go on, or the
 *   machine is busy, some come later.
 */
export async function drillRelease(stack: DevStack, killedMeanwhile = KILLS): Promise<void> {
  const pb = serviceClient({ url: stack.pocketbaseUrl, ...stack.service });
  const guild = await createLargeGuild(pb);
  await fill(pb, guild, MEMBERS);
  const release = await aRelease(pb, guild, MODELS);
  const began = performance.now();
  await publish(stack, release);
  const killedAt: number[] = [];
  for (let kill = 1; kill <= KILLS; kill++) {
    const reached = await until(async () => {
      const row = await pb.collection('releases').getOne(release);
      const now = Number(row['reached']);
      return now >= kill * EVERY || row['state'] === 'published' ? now : null;
    });
    killHard(kill === KILLS - 1 ? stack.supervisor.pid() : stack.sitePid());
    killedAt.push(reached);
  }
  const mailed = await until(async () => (await mailsOf(pb, release)) || null);
  killHard(stack.sitePid());
  await until(async () => (await pb.collection('releases').getOne(release))['state'] === 'published' || null);
  const seconds = (performance.now() - began) / 1000;
  await check(pb, guild, release);
  const meanwhile = killedAt.filter((reached) => reached > 0 && reached < MEMBERS).length;
  assert.ok(meanwhile >= killedMeanwhile, `${meanwhile} of ${KILLS} kills fell into the middle`);
  console.log(
    `A release of ${MODELS} models for ${MEMBERS} members, killed at ${killedAt.join(', ')} members and at ${mailed} mails: ` +
      `published in ${seconds.toFixed(1)} s, ${MEMBERS * MODELS} entitlements and ${MEMBERS} mails, each once.`,
  );
}

/** Publishes it like its seller does. */
async function publish(stack: DevStack, release: string): Promise<void> {
  const { token, record } = await new PocketBase(stack.pocketbaseUrl)
    .collection('users')
    .authWithPassword(ARTIST.email, ARTIST.password);
  const answer = await fetch(`${stack.siteUrl}/_actions/releases.publish`, {
    method: 'POST',
    headers: {
      cookie: `pb_auth=${encodeURIComponent(JSON.stringify({ token, record }))}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ id: release }),
  });
  assert.equal(answer.status, 200, await answer.text());
}

function killHard(pid: number | null): void {
  if (pid !== null) process.kill(pid, 'SIGKILL');
}

/** Retries until `look` finds something; a process that does not answer is being restarted. */
async function until<T>(look: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look().catch((reason: unknown) => {
      if (Date.now() > end) throw reason;
      return null;
    });
    if (found !== null) return found;
    if (Date.now() > end) throw new Error('the release does not go on');
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

async function mailsOf(pb: PocketBase, release: string): Promise<number> {
  const filter = pb.filter('mailKey ~ {:key}', { key: `release:${release}:%` });
  return (await pb.collection('mails').getList(1, 1, { filter })).totalItems;
}

/** Reads the rows themselves: the expected number, without duplicates. */
async function check(pb: PocketBase, guild: LargeGuild, release: string): Promise<void> {
  const all = (collection: string, filter: string) =>
    pb.collection(collection).getFullList({ filter, batch: 1000 });
  const row = await pb.collection('releases').getOne(release);
  assert.equal(row['reached'], MEMBERS, 'members reached');
  assert.equal(row['toReach'], MEMBERS, 'members to reach');
  const handouts = await all('guild_handouts', pb.filter('what = {:release}', { release }));
  assert.equal(handouts.length, MEMBERS, 'handouts');
  assert.equal(new Set(handouts.map(({ member }) => member)).size, MEMBERS, 'each member has it once');
  // By product: in the grown world all entitlements from releases are more than a question may look through.
  const models = await all('products', pb.filter('store = {:store}', { store: guild.store }));
  const anyModel = models.map(({ id }) => pb.filter('product = {:id}', { id })).join(' || ');
  const owned = await all('entitlements', `source = 'release' && (${anyModel})`);
  assert.equal(owned.length, MEMBERS * MODELS, 'entitlements');
  assert.equal(
    new Set(owned.map(({ user, product }) => `${user}:${product}`)).size,
    MEMBERS * MODELS,
    'no member has a model twice',
  );
  const mails = await all('mails', pb.filter('mailKey ~ {:key}', { key: `release:${release}:%` }));
  assert.equal(mails.length, MEMBERS, 'mails');
  assert.equal(new Set(mails.map(({ to }) => to)).size, MEMBERS, 'no member is notified twice');
}
