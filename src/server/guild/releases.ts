import { countReleaseDue, grantRelease } from '../../data/guild/guild-grants.ts';
import { grantDueMonths, membersDue } from '../../data/guild/membership-periods.ts';
import {
  contentsDue,
  type DueRelease,
  deliverContent,
  releasesDue,
  releasesPublishing,
} from '../../data/guild/release-jobs.ts';
import { changeReleaseState, productsOfRelease, releaseOfGuild } from '../../data/guild/releases.ts';
import { type GuildState, guildStateAt } from '../../domain/guild/guild.ts';
import {
  RELEASE_MOVE_REFUSAL_TEXTS,
  type ReleaseMoveRefusal,
  releaseMoveRefusal,
} from '../../domain/guild/release.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import type { ReviewHold } from '../catalogue/review-hold.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** What publishing releases needs of the commerce context. */
export type ReleaseParts = Pick<CommerceContext, 'pb' | 'now' | 'onError'> & {
  /** Called when a release has reached its members, before it becomes published; called again after a crash. */
  onPublished?: (release: { id: string; guildId: string }) => Promise<void>;
  /** What keeps products of a store from reaching anybody before they are reviewed; nothing without it. */
  holdOf?: (storeId: string) => ReviewHold;
  /** Called when a scheduled release becomes a draft at its time, with a sentence why; called again after a crash. */
  onReturned?: (release: DueRelease, reason: string) => Promise<void>;
  /** Called when a later month of a member has begun and its grants are made. */
  onMonth?: (member: { id: string; guildId: string }) => Promise<void>;
};

/** Members per transaction, so that the database stays free for others. */
const MEMBERS_AT_ONCE = 500;
const RELEASES_AT_ONCE = 20;
const DUE_AT_ONCE = 200;
const EVERY_MS = 30_000;

/**
 * Starts publishing a release. Returns null on success; the caller then wakes the release job. `no-such-move` also covers
 * a release that is not the guild's.
 */
export async function beginPublishing(
  parts: ReleaseParts,
  guild: { id: string; state: GuildState },
  releaseId: string,
  publishedAt: number = parts.now(),
): Promise<ReleaseMoveRefusal | null> {
  const { pb } = parts;
  const release = await releaseOfGuild(pb, guild.id, releaseId);
  if (!release) return 'no-such-move';
  const products = await productsOfRelease(pb, release.id);
  const now = parts.now();
  const refusal = releaseMoveRefusal({ ...release, products }, 'publishing', guild, now);
  if (refusal) return refusal;
  return (await changeReleaseState(pb, release, 'publishing', now, publishedAt)) ? null : 'no-such-move';
}

/**
 * The release job: scheduled releases whose time has come, releases being published, models added to earlier grants, and
 * months that begin. Each step is one transaction, so that a crash loses and repeats nothing. Several processes may run
 * it at once.
 */
export async function runReleaseJob(parts: ReleaseParts): Promise<void> {
  const { pb } = parts;
  const each = async <T>(items: readonly T[], process: (item: T) => Promise<unknown>) => {
    for (const item of items) await process(item).catch(parts.onError);
  };
  await each(await releasesDue(pb, parts.now(), RELEASES_AT_ONCE), async (due) => {
    const { id, guildId, publishAt, guild } = due;
    const state = guildStateAt(guild, parts.now());
    let reason = await holdOn(parts, due);
    if (reason === null) {
      const refusal = await beginPublishing(parts, { id: guildId, state }, id, publishAt);
      // In a paused guild it waits.
      if (refusal === null || refusal === 'guild-not-open' || refusal === 'no-such-move') return;
      reason = RELEASE_MOVE_REFUSAL_TEXTS[refusal];
    }
    // A release that is no longer valid, or whose products are reviewed first by now, becomes a draft again.
    await parts.onReturned?.(due, reason);
    await changeReleaseState(pb, { id, guildId, state: 'scheduled' }, 'draft', parts.now());
  });
  await each(await releasesPublishing(pb, RELEASES_AT_ONCE), (release) => publish(parts, release));
  await each(await contentsDue(pb, DUE_AT_ONCE), (due) =>
    deliverContent(pb, due, licenceTexts(), parts.now()),
  );
  await grantBegunMonths(parts);
}

/**
 * A sentence why a model of a release that is due is reviewed first, or null: the review may have been turned on since it
 * was scheduled.
 */
async function holdOn(
  { pb, holdOf }: ReleaseParts,
  { id, storeId }: Pick<DueRelease, 'id' | 'storeId'>,
): Promise<string | null> {
  if (!holdOf) return null;
  const products = await productsOfRelease(pb, id);
  return holdOf(storeId)(products.map((product) => product.id));
}

async function publish(parts: ReleaseParts, release: { id: string; guildId: string }): Promise<void> {
  const { pb } = parts;
  await countReleaseDue(pb, release, parts.now());
  const texts = licenceTexts();
  while ((await grantRelease(pb, release, texts, parts.now(), MEMBERS_AT_ONCE)) > 0);
  await parts.onPublished?.(release);
  await changeReleaseState(pb, { ...release, state: 'publishing' }, 'published', parts.now());
}

/** Makes the grants of months that have begun, such as the later months of a year. */
async function grantBegunMonths(parts: ReleaseParts): Promise<void> {
  for (;;) {
    const members = await membersDue(parts.pb, parts.now(), DUE_AT_ONCE);
    if (members.length === 0) return;
    await grantDueMonths(parts.pb, members, licenceTexts(), parts.now());
    for (const member of members) await parts.onMonth?.(member).catch(parts.onError);
  }
}

/** Runs the release job now, when woken, and every half minute. */
export function openReleaseJob(parts: ReleaseParts): PeriodicJob {
  return openPeriodicJob(() => runReleaseJob(parts), EVERY_MS, parts.onError);
}
