import { countReleaseDue, grantRelease } from '../../data/guild/guild-grants.ts';
import { grantDueMonths, membersDue } from '../../data/guild/membership-periods.ts';
import {
  contentsDue,
  deliverContent,
  releasesDue,
  releasesPublishing,
} from '../../data/guild/release-jobs.ts';
import { changeReleaseState, productsOfRelease, releaseOfGuild } from '../../data/guild/releases.ts';
import { type GuildState, guildStateAt } from '../../domain/guild/guild.ts';
import { type ReleaseMoveRefusal, releaseMoveRefusal } from '../../domain/guild/release.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** What publishing releases needs of the commerce context. */
export type ReleaseParts = Pick<CommerceContext, 'pb' | 'now' | 'onError'> & {
  /** Told of a release that has reached its members, before it counts as published; again where that was cut short. */
  onPublished?: (release: { id: string; guildId: string }) => Promise<void>;
  /** Told of a member whose later month has begun and brought him what it brings. */
  onMonth?: (member: { id: string; guildId: string }) => Promise<void>;
};

/** Members reached in one step: the database is free for others in between. */
const MEMBERS_AT_ONCE = 500;
const RELEASES_AT_ONCE = 20;
const DUE_AT_ONCE = 200;
const EVERY_MS = 30_000;

/**
 * Begins to publish a release now, for its seller. Null where it is on its way; whoever holds the open `Releases` wakes
 * them. `no-such-move` also stands for a release that is not the guild's.
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
 * Works off what waits: announced releases whose moment has come, releases on their way to their members, models that
 * were added to what members hold, and months that begin. Each step is a transaction that leaves nothing half given, so
 * that an end in the middle loses and repeats nothing. Any number of processes may work on it at once.
 */
export async function workOffReleases(parts: ReleaseParts): Promise<void> {
  const { pb } = parts;
  const each = async <T>(items: readonly T[], deal: (item: T) => Promise<unknown>) => {
    for (const item of items) await deal(item).catch(parts.onError);
  };
  await each(
    await releasesDue(pb, parts.now(), RELEASES_AT_ONCE),
    async ({ id, guildId, publishAt, guild }) => {
      const state = guildStateAt(guild, parts.now());
      const refusal = await beginPublishing(parts, { id: guildId, state }, id, publishAt);
      // What the rules no longer allow goes back to its seller's desk; a guild that pauses only waits.
      if (refusal === null || refusal === 'guild-not-open' || refusal === 'no-such-move') return;
      await changeReleaseState(pb, { id, guildId, state: 'scheduled' }, 'draft', parts.now());
    },
  );
  await each(await releasesPublishing(pb, RELEASES_AT_ONCE), (release) => publish(parts, release));
  await each(await contentsDue(pb, DUE_AT_ONCE), (due) =>
    deliverContent(pb, due, licenceTexts(), parts.now()),
  );
  await grantBegunMonths(parts);
}

async function publish(parts: ReleaseParts, release: { id: string; guildId: string }): Promise<void> {
  const { pb } = parts;
  await countReleaseDue(pb, release, parts.now());
  const texts = licenceTexts();
  while ((await grantRelease(pb, release, texts, parts.now(), MEMBERS_AT_ONCE)) > 0);
  await parts.onPublished?.(release);
  await changeReleaseState(pb, { ...release, state: 'publishing' }, 'published', parts.now());
}

/** The later months of a year that begin, and whatever else was put off. */
async function grantBegunMonths(parts: ReleaseParts): Promise<void> {
  for (;;) {
    const members = await membersDue(parts.pb, parts.now(), DUE_AT_ONCE);
    if (members.length === 0) return;
    await grantDueMonths(parts.pb, members, licenceTexts(), parts.now());
    for (const member of members) await parts.onMonth?.(member).catch(parts.onError);
  }
}

/** Publishes releases now, when woken, and every half minute. */
export function openReleases(parts: ReleaseParts): PeriodicJob {
  return openPeriodicJob(() => workOffReleases(parts), EVERY_MS, parts.onError);
}
