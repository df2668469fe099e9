import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { coverMonths } from '../../../src/data/guild/membership-periods.ts';
import {
  changeRelease,
  changeReleaseState,
  createRelease,
  deleteReleaseDraft,
  newestReleases,
  productsOfRelease,
  releaseOfGuild,
  releasesOfGuild,
  shownReleases,
} from '../../../src/data/guild/releases.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { reviewHold } from '../../../src/server/catalogue/review-hold.ts';
import { notifyOfReturn } from '../../../src/server/guild/membership-notifications.ts';
import {
  beginPublishing,
  openReleaseJob,
  type ReleaseParts,
  runReleaseJob,
} from '../../../src/server/guild/releases.ts';
import { type GuildBackend, openGuildBackend, paidMonth, TEXTS, type TestGuild } from './guild-backend.ts';

let backend: GuildBackend;
let guild: TestGuild;
const BEGIN = Date.parse('2026-11-21T12:00:00Z');
let now = BEGIN;
const errors: unknown[] = [];
const parts = (): ReleaseParts => ({
  pb: backend.pb,
  now: () => now,
  onError: (reason) => errors.push(reason),
});

beforeEach(async () => {
  now = BEGIN;
  errors.length = 0;
  backend = await openGuildBackend();
  guild = await backend.guild();
});
afterEach(async () => {
  expect(errors).toEqual([]);
  await backend.close();
});

async function ready(storeId: string): Promise<string> {
  const product = await backend.product(storeId, { state: 'draft' });
  await backend.pb.collection('product_files').create({
    product,
    name: 'a.stl',
    role: 'unsupported',
    sha256: 'a'.repeat(64),
    storageKey: 'key',
  });
  return product;
}
const draft = (productIds: string[], tierIds: string[], publishAt: number | null = null) => ({
  title: 'November',
  month: '2026-11',
  description: '',
  productIds,
  tierIds,
  publishAt,
  backCents: null,
});
/** Members who have paid November, inserted directly. */
async function payers(of: TestGuild, count: number, tier = of.low): Promise<void> {
  const members = await backend.members(of, count, tier);
  const at = '2026-11-10 00:00:00.000Z';
  await transaction(backend.pb)
    .exec(
      sql`INSERT INTO membership_periods (id, guild, member, tier, month, kind, payment, part, paidCents, startsAt, endsAt,
          joinedAt, raiseTier, raisePayment, raiseCents, raiseRefunded, handedAt, created, updated)
        SELECT 'p' || lower(hex(randomblob(7))), {:guild}, value ->> '$.id', {:tier}, '2026-11', 'paid',
          'in_' || (value ->> '$.id'), 0, 800, {:at}, '2026-12-10 00:00:00.000Z', {:at}, '', '', 0, FALSE, {:at}, {:at}, {:at}
        FROM json_each({:members})`,
      { guild: of.id, tier, members: JSON.stringify(members), at },
    )
    .run();
}
const holders = async (release: string) =>
  (await backend.rows('guild_handouts', "what = {:release} && revokedAt = ''", { release })).length;
const owners = async (product: string) =>
  (await backend.rows('entitlements', "product = {:product} && revokedAt = ''", { product })).length;

describe('a release', () => {
  it('is stored, read and found through its guild only', async () => {
    const own = await ready(guild.storeId);
    const foreign = await ready(await backend.store());
    const id = await createRelease(
      backend.pb,
      guild.id,
      draft([own, foreign], [guild.low, 'nobodys'], now + 1000),
      now,
    );
    const release = await releaseOfGuild(backend.pb, guild.id, id);
    expect(release).toMatchObject({
      productIds: [own],
      tierIds: [guild.low],
      state: 'draft',
      backCents: null,
    });
    const other = await backend.guild();
    expect(await releaseOfGuild(backend.pb, other.id, id)).toBeNull();
    expect(await releasesOfGuild(backend.pb, other.id)).toEqual([]);
    expect(await shownReleases(backend.pb, guild.id)).toEqual([]);
    expect(await productsOfRelease(backend.pb, id)).toMatchObject([{ id: own, files: 1, state: 'draft' }]);
    if (!release) throw new Error('no release');
    const second = await ready(guild.storeId);
    const changed = { ...draft([second, own], [guild.high]), backCents: 1200 };
    expect(await changeRelease(backend.pb, release, changed, now)).toBe(true);
    expect(await releaseOfGuild(backend.pb, guild.id, id)).toMatchObject({
      productIds: [second, own],
      tierIds: [guild.high],
      backCents: 1200,
      publishAt: null,
    });
    expect(await changeRelease(backend.pb, { ...release, state: 'published' }, changed, now)).toBe(false);
    expect(await deleteReleaseDraft(backend.pb, other.id, id)).toBe(false);
    expect(await deleteReleaseDraft(backend.pb, guild.id, id)).toBe(true);
    expect(await releaseOfGuild(backend.pb, guild.id, id)).toBeNull();
  });

  it('is refused with the reason why it cannot be published', async () => {
    const live = { id: guild.id, state: 'live' as const };
    const empty = await createRelease(backend.pb, guild.id, draft([], [guild.low]), now);
    expect(await beginPublishing(parts(), live, empty)).toBe('no-product');
    const bare = await backend.product(guild.storeId);
    const noFile = await createRelease(backend.pb, guild.id, draft([bare], [guild.low]), now);
    expect(await beginPublishing(parts(), live, noFile)).toBe('product-not-ready');
    const good = await createRelease(
      backend.pb,
      guild.id,
      draft([await ready(guild.storeId)], [guild.low]),
      now,
    );
    expect(await beginPublishing(parts(), { ...live, state: 'paused' }, good)).toBe('guild-not-open');
    expect(await beginPublishing(parts(), { ...live, id: 'somebody' }, good)).toBe('no-such-move');
  });

  it('reaches 1000 members once, although two jobs run and one of them crashes', async () => {
    const big = await backend.guild();
    await payers(big, 1000);
    await payers(big, 30, big.merchant);
    const [low, high] = [await ready(big.storeId), await ready(big.storeId)];
    const id = await createRelease(backend.pb, big.id, draft([low, high], [big.low]), now);
    const onlyHigh = await createRelease(backend.pb, big.id, draft([high], [big.high]), now);
    const live = { id: big.id, state: 'live' as const };
    expect(await beginPublishing(parts(), live, id, now - 1)).toBeNull();
    expect(await beginPublishing(parts(), live, onlyHigh)).toBeNull();
    let steps = 0;
    const dying: ReleaseParts = {
      ...parts(),
      now: () => {
        steps += 1;
        if (steps > 4) throw new Error('the process ends');
        return now;
      },
      onError: () => undefined,
    };
    await expect(runReleaseJob(dying)).rejects.toThrow('the process ends');
    const half = await releaseOfGuild(backend.pb, big.id, id);
    expect(half).toMatchObject({ state: 'publishing', toReach: 1030 });
    expect(half?.reached).toBeGreaterThan(0);
    expect(half?.reached).toBeLessThan(1030);
    await Promise.all([runReleaseJob(parts()), runReleaseJob(parts())]);
    expect(await releaseOfGuild(backend.pb, big.id, id)).toMatchObject({ state: 'published', reached: 1030 });
    expect([await holders(id), await owners(low), await holders(onlyHigh), await owners(high)]).toEqual([
      1030, 1030, 30, 1060,
    ]);
    await runReleaseJob(parts());
    expect(await owners(low)).toBe(1030);
    const merchants = await backend.rows('guild_handouts', "what = {:id} && licence = 'merchant'", { id });
    expect(merchants).toHaveLength(30);
  }, 20_000);

  it('that is scheduled is published at its time, and waits while the guild pauses', async () => {
    const calm = await backend.guild({
      pausesAt: new Date(now - 1000).toISOString(),
      resumesAt: new Date(now + 10_000).toISOString(),
    });
    await payers(calm, 3);
    const product = await ready(calm.storeId);
    const id = await createRelease(backend.pb, calm.id, draft([product], [calm.low], now + 5000), now);
    await changeReleaseState(backend.pb, { id, guildId: calm.id, state: 'draft' }, 'scheduled', now);
    expect(await shownReleases(backend.pb, calm.id)).toHaveLength(1);
    await runReleaseJob(parts());
    now += 6000;
    await runReleaseJob(parts());
    expect(await releaseOfGuild(backend.pb, calm.id, id)).toMatchObject({ state: 'scheduled' });
    expect(await owners(product)).toBe(0);
    now += 5000;
    await openReleaseJob(parts()).wake();
    expect(await releaseOfGuild(backend.pb, calm.id, id)).toMatchObject({
      state: 'published',
      publishedAt: now - 6000,
      reached: 3,
    });
    expect(await owners(product)).toBe(3);
  });

  it('that was scheduled before new sellers are reviewed waits for its review', async () => {
    const fresh = await backend.guild();
    await payers(fresh, 2);
    const product = await ready(fresh.storeId);
    const id = await createRelease(backend.pb, fresh.id, draft([product], [fresh.low], now + 5000), now);
    const schedule = () =>
      changeReleaseState(backend.pb, { id, guildId: fresh.id, state: 'draft' }, 'scheduled', now);
    const reviewed: ReleaseParts = {
      ...parts(),
      holdOf: (storeId) => reviewHold(backend.pb, storeId, 'three'),
    };
    await schedule();
    now += 6000;
    await runReleaseJob(reviewed);
    expect(await releaseOfGuild(backend.pb, fresh.id, id)).toMatchObject({ state: 'draft' });
    expect(await owners(product)).toBe(0);
    // Reviewed and published once, it may go out.
    await backend.pb.collection('products').update(product, { publishedAt: new Date(now).toISOString() });
    await schedule();
    await runReleaseJob(reviewed);
    expect(await releaseOfGuild(backend.pb, fresh.id, id)).toMatchObject({ state: 'published' });
    expect(await owners(product)).toBe(2);
  });

  it('whose product was archived becomes a draft again', async () => {
    const product = await ready(guild.storeId);
    const id = await createRelease(backend.pb, guild.id, draft([product], [guild.low], now), now);
    await changeReleaseState(backend.pb, { id, guildId: guild.id, state: 'draft' }, 'scheduled', now);
    await backend.pb.collection('products').update(product, { state: 'archived' });
    const commerce = { ...backend, ...{ siteUrl: 'https://guildhall.test', siteName: 'Guildhall' } };
    const told = { ...commerce, now: () => now, mailQueued: () => undefined };
    const onReturned: ReleaseParts['onReturned'] = (release, reason) => notifyOfReturn(told, release, reason);
    // The process ends between the mail and the change, and the job runs again.
    const dies = async (...returned: Parameters<typeof onReturned>) => {
      await onReturned(...returned);
      throw new Error('the process ends');
    };
    const dying = { ...parts(), onError: () => undefined };
    await runReleaseJob({ ...dying, onReturned: dies });
    expect(await releaseOfGuild(backend.pb, guild.id, id)).toMatchObject({ state: 'scheduled' });
    await runReleaseJob({ ...parts(), onReturned });
    expect(await releaseOfGuild(backend.pb, guild.id, id)).toMatchObject({ state: 'draft' });
    const mails = await backend.rows('mails', 'mailKey ~ {:id}', { id });
    expect(mails.map(({ body }) => body)).toEqual([expect.stringMatching(/archived or has no\sfiles yet/)]);
  });

  it('that grows reaches its holders with the new models, also those who left', async () => {
    const growing = await backend.guild();
    await payers(growing, 5);
    await payers(growing, 2, growing.high);
    const first = await ready(growing.storeId);
    const id = await createRelease(backend.pb, growing.id, draft([first], [growing.high]), now);
    await beginPublishing(parts(), { id: growing.id, state: 'live' }, id);
    await runReleaseJob(parts());
    expect(await owners(first)).toBe(2);
    const members = await backend.rows('guild_members', 'guild = {:id}', { id: growing.id });
    for (const { id: member } of members)
      await backend.pb.collection('guild_members').update(String(member), { state: 'left' });
    const later = await backend.product(growing.storeId, { state: 'suspended' });
    const published = await releaseOfGuild(backend.pb, growing.id, id);
    if (!published) throw new Error('no release');
    await changeRelease(backend.pb, published, draft([first, later], [growing.high]), now);
    await runReleaseJob(parts());
    expect(await owners(later)).toBe(0);
    await backend.pb.collection('products').update(later, { state: 'ready' });
    await runReleaseJob(parts());
    expect([await owners(later), await holders(id)]).toEqual([2, 2]);
    const wider = await releaseOfGuild(backend.pb, growing.id, id);
    if (!wider) throw new Error('no release');
    await changeRelease(backend.pb, wider, draft([first, later], [growing.high, growing.low]), now);
    await runReleaseJob(parts());
    expect([await owners(first), await owners(later), await holders(id)]).toEqual([7, 7, 7]);
  });

  it('and concurrent payments miss nobody', async () => {
    const busy = await backend.guild();
    const members = await backend.members(busy, 40);
    const product = await ready(busy.storeId);
    const id = await createRelease(backend.pb, busy.id, draft([product], [busy.low]), now);
    await beginPublishing(parts(), { id: busy.id, state: 'live' }, id);
    await Promise.all([
      ...members.map((member) =>
        coverMonths(backend.pb, member, paidMonth('2026-11', { tierId: busy.low }), TEXTS, now),
      ),
      runReleaseJob(parts()),
    ]);
    expect([await holders(id), await owners(product)]).toEqual([40, 40]);
  });
});

describe('the newest releases of several guilds', () => {
  it('are those that are out, with a picture that everybody may see', async () => {
    const [one, two, foreign] = [await backend.guild(), await backend.guild(), await backend.guild()];
    const shown = await backend.product(one.storeId);
    const mature = await backend.product(one.storeId, { mature: true });
    const out = (of: TestGuild, publishedAt: number, more: object = {}) =>
      backend.release(of, '2026-11', { state: 'published', publishedAt, ...more });
    const older = await out(one, now - 2, { productIds: [mature, shown] });
    const newer = await out(two, now - 1);
    await out(foreign, now);
    await backend.release(one, '2026-11', { state: 'scheduled', publishAt: now });
    const found = await newestReleases(backend.pb, [one.id, two.id], 4);
    expect(found.map(({ id }) => id)).toEqual([newer.id, older.id]);
    expect(found[1]?.model?.id).toBe(shown);
    expect(await newestReleases(backend.pb, [one.id, two.id], 1)).toHaveLength(1);
    expect(await newestReleases(backend.pb, [], 4)).toEqual([]);
  });
});
