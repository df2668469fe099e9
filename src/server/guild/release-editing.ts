import type PocketBase from 'pocketbase';
import {
  changeRelease,
  changeReleaseState,
  createRelease,
  deleteReleaseDraft,
  productsOfRelease,
  releaseOfGuild,
  releasesOfGuild,
} from '../../data/guild/releases.ts';
import { GUILD_LIMITS, type GuildState } from '../../domain/guild/guild.ts';
import {
  RELEASE_CHANGE_REFUSAL_TEXTS,
  RELEASE_MOVE_REFUSAL_TEXTS,
  type ReleaseDraft,
  releaseChangeRefusal,
  releaseMoveRefusal,
} from '../../domain/guild/release.ts';
import type { User } from '../../domain/identity/user.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { strikeRefusal, strikeReleaseRefusal } from '../../domain/moderation/strikes.ts';
import { NO_HOLD, type ReviewHold } from '../catalogue/review-hold.ts';
import { beginPublishing, type ReleaseParts } from './releases.ts';

/** Sellers' use cases for releases. */

interface SellerGuild {
  id: string;
  /** At this moment. */
  state: GuildState;
}

/** Sellers' moves and their target states; the release job sets the other states. */
export const RELEASE_SELLER_MOVES = {
  schedule: 'scheduled',
  'call-off': 'draft',
  archive: 'archived',
  restore: 'published',
} as const;
export type ReleaseSellerMove = keyof typeof RELEASE_SELLER_MOVES;

const FIELDS = { 'keeps-products': 'productIds', 'keeps-tiers': 'tierIds', 'keeps-month': 'month' } as const;

/** Stores a new release as a draft and returns its id. */
export async function addRelease(
  pb: PocketBase,
  guildId: string,
  draft: ReleaseDraft,
  now: Instant,
): Promise<{ id: string } | { refusal: Refusal }> {
  if ((await releasesOfGuild(pb, guildId)).length >= GUILD_LIMITS.releases)
    return { refusal: { sentence: `A guild has at most ${GUILD_LIMITS.releases} releases.` } };
  return { id: await createRelease(pb, guildId, draft, now) };
}

/** Updates a release. Once it reaches members it can only grow. */
export async function updateRelease(
  pb: PocketBase,
  { user, guild }: { user: Pick<User, 'strikes'>; guild: SellerGuild },
  id: string,
  draft: ReleaseDraft,
  now: Instant,
  hold: ReviewHold = NO_HOLD,
): Promise<Refusal | null> {
  const before = await releaseOfGuild(pb, guild.id, id);
  if (!before) return 'not-found';
  const stopped = strikeReleaseRefusal(user.strikes, before, draft);
  if (stopped) return { sentence: stopped };
  const refusal = releaseChangeRefusal(before, draft);
  if (refusal) return { field: FIELDS[refusal], sentence: RELEASE_CHANGE_REFUSAL_TEXTS[refusal] };
  const held = before.state === 'draft' ? null : await hold(draft.productIds);
  if (held !== null) return { field: 'productIds', sentence: held };
  if (before.state === 'scheduled' && (draft.publishAt ?? 0) <= now)
    return { field: 'publishAt', sentence: RELEASE_MOVE_REFUSAL_TEXTS['moment-passed'] };
  return (await changeRelease(pb, before, draft, now)) ? null : 'changed-meanwhile';
}

/** Starts publishing a draft or scheduled release now; the release job does the work. */
export async function publishRelease(
  parts: ReleaseParts,
  { user, guild }: { user: Pick<User, 'strikes'>; guild: SellerGuild },
  id: string,
  hold: ReviewHold = NO_HOLD,
): Promise<Refusal | null> {
  const release = await releaseOfGuild(parts.pb, guild.id, id);
  if (!release) return 'not-found';
  const stopped = strikeRefusal(user.strikes) ?? (await hold(release.productIds));
  if (stopped) return { sentence: stopped };
  // `beginPublishing` would also accept published releases, which the job may publish again.
  const refusal =
    release.state === 'draft' || release.state === 'scheduled'
      ? await beginPublishing(parts, guild, id)
      : ('no-such-move' as const);
  return refusal && { sentence: RELEASE_MOVE_REFUSAL_TEXTS[refusal] };
}

/** Schedules or unschedules a release, archives or restores it. */
export async function moveRelease(
  pb: PocketBase,
  { user, guild }: { user: Pick<User, 'strikes'>; guild: SellerGuild },
  id: string,
  move: ReleaseSellerMove,
  now: Instant,
  hold: ReviewHold = NO_HOLD,
): Promise<Refusal | null> {
  const release = await releaseOfGuild(pb, guild.id, id);
  if (!release) return 'not-found';
  const stopped =
    move === 'schedule' ? (strikeRefusal(user.strikes) ?? (await hold(release.productIds))) : null;
  if (stopped) return { sentence: stopped };
  const to = RELEASE_SELLER_MOVES[move];
  // Restoring and finishing publishing lead to the same state; sellers can only restore.
  const isSellers = move !== 'restore' || release.state === 'archived';
  const products = await productsOfRelease(pb, id);
  const refusal = isSellers
    ? releaseMoveRefusal({ ...release, products }, to, guild, now)
    : ('no-such-move' as const);
  if (refusal) return { sentence: RELEASE_MOVE_REFUSAL_TEXTS[refusal] };
  return (await changeReleaseState(pb, release, to, now)) ? null : 'changed-meanwhile';
}

/** Deletes a draft. */
export async function removeRelease(pb: PocketBase, guildId: string, id: string): Promise<Refusal | null> {
  if (!(await releaseOfGuild(pb, guildId, id))) return 'not-found';
  if (await deleteReleaseDraft(pb, guildId, id)) return null;
  return { sentence: 'Only a draft can be deleted.' };
}
