import type PocketBase from 'pocketbase';
import { membershipIncomeByMonth, monthsOfGuild } from '../../data/guild/guild-months.ts';
import { deleteInformationPictures } from '../../data/guild/guild-pictures.ts';
import {
  announcePause,
  changeGuildState,
  createGuild,
  guildOfStore,
  type StoredGuild,
  saveInformation,
  showInformation,
  shownGuild,
  statusOfGuild,
} from '../../data/guild/guilds.ts';
import { releasesOfGuild } from '../../data/guild/releases.ts';
import { accountOfStore, commissionPercents } from '../../data/payments/business-accounts.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import {
  GUILD_MOVE_REFUSAL_TEXTS,
  type Guild,
  type GuildDraft,
  type GuildState,
  guildMoveRefusal,
  guildStateAt,
  LIVE_REFUSAL_TEXTS,
  liveRefusals,
  PAUSE_REFUSAL_TEXTS,
  pauseRefusal,
} from '../../domain/guild/guild.ts';
import { GUILD_MONTHS_SHOWN, guildMonthFigures } from '../../domain/guild/guild-figures.ts';
import { blocksFrom, type InformationBlock } from '../../domain/guild/guild-information.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { monthAfter, monthOf } from '../../domain/kernel/month.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { cancelPause, resumeCharges } from './guild-pauses.ts';

/** Sellers' use cases for their guild. */

type Parts = Pick<CommerceContext, 'pb' | 'now'>;

/** A store's guild with its state at this moment; null for none. */
export async function sellerGuildAt(
  pb: PocketBase,
  storeId: string,
  now: Instant,
): Promise<StoredGuild | null> {
  const guild = await guildOfStore(pb, storeId);
  return guild && { ...guild, state: guildStateAt(guild, now) };
}

/** A store's guild with its figures, what keeps it from going live, and its next release; `guild` is null for none. */
export async function guildPanel({ pb, now: clock }: Parts, storeId: string) {
  const now = clock();
  const [stored, account, percents] = await Promise.all([
    sellerGuildAt(pb, storeId, now),
    accountOfStore(pb, storeId),
    commissionPercents(pb, [storeId]),
  ]);
  const commission = percents.get(storeId) ?? 0;
  if (!stored) return { guild: null, commission };
  const since = monthAfter(monthOf(now), -GUILD_MONTHS_SHOWN);
  const [facts, months, income, releases] = await Promise.all([
    statusOfGuild(pb, stored.id),
    monthsOfGuild(pb, stored.id, since),
    membershipIncomeByMonth(pb, storeId, since),
    releasesOfGuild(pb, stored.id, ['scheduled', 'publishing']),
  ]);
  const inTheWay = liveRefusals({
    ...facts,
    account: account?.account.state ?? 'none',
    isHeld: stored.heldAt !== null,
  });
  const next = releases
    .filter(({ publishAt }) => publishAt !== null)
    .sort((a, b) => (a.publishAt ?? 0) - (b.publishAt ?? 0))[0];
  return {
    guild: shownGuild(stored),
    commission,
    inTheWay: inTheWay.map((refusal) => ({ refusal, text: LIVE_REFUSAL_TEXTS[refusal] })),
    lastMonthEnds: facts.lastMonthEnds,
    months: guildMonthFigures(months, income, now),
    next: next ? { id: next.id, title: next.title, month: next.month, publishAt: next.publishAt } : null,
  };
}

/** Creates a store's guild as a draft and returns its id. */
export async function startGuild(
  pb: PocketBase,
  store: Pick<Store, 'id' | 'state'>,
  front: GuildDraft,
): Promise<{ id: string } | { refusal: Refusal }> {
  if (store.state === 'suspended')
    return { refusal: { sentence: 'Your store is suspended, so you cannot start a guild.' } };
  const id = await createGuild(pb, store.id, front);
  return id === null ? { refusal: { sentence: 'Your store already has a guild.' } } : { id };
}

/**
 * Changes a guild's state: live, closing, closed, or back to a draft.
 * @param guild with its state at this moment @param by the client in the hands of whoever changes it
 * @throws PaymentsUnavailable if a pause ends early and the provider cannot be reached; the guild is live all the same.
 */
export async function moveGuild(
  commerce: CommerceContext,
  guild: Pick<Guild, 'id' | 'storeId' | 'state' | 'resumesAt'>,
  to: GuildState,
  by: PocketBase,
): Promise<Refusal | null> {
  const { pb } = commerce;
  const now = commerce.now();
  // A pause is announced and begins at its time.
  if (to === 'paused') return { sentence: GUILD_MOVE_REFUSAL_TEXTS['no-such-move'] };
  const [standing, account, stored] = await Promise.all([
    statusOfGuild(pb, guild.id),
    accountOfStore(pb, guild.storeId),
    guildOfStore(pb, guild.storeId),
  ]);
  const facts = {
    ...standing,
    account: account?.account.state ?? ('none' as const),
    isHeld: stored !== null && stored.heldAt !== null,
  };
  const refusal = guildMoveRefusal(guild.state, to, facts, now);
  if (refusal) return { sentence: GUILD_MOVE_REFUSAL_TEXTS[refusal] };
  // The stored state may lag behind: a pause that has begun may still be stored as live.
  const from = stored?.state ?? guild.state;
  const moved =
    from === to
      ? await announcePause(pb, guild.id, null, now)
      : await changeGuildState(by, { id: guild.id, state: from }, to, now);
  if (!moved) return 'changed-meanwhile';
  if (to === 'live' && guild.resumesAt !== null) await resumeCharges(commerce, guild.id, guild.resumesAt);
  return null;
}

/**
 * Announces a pause, or cancels it with null.
 * @throws PaymentsUnavailable if a pause is cancelled and the provider cannot be reached.
 */
export async function setPause(
  commerce: CommerceContext,
  guild: Guild,
  pause: { from: Instant; to: Instant } | null,
): Promise<Refusal | null> {
  const now = commerce.now();
  const refusal = pause && pauseRefusal(guild, pause, now);
  if (refusal) return { sentence: PAUSE_REFUSAL_TEXTS[refusal] };
  const isDone = pause
    ? await announcePause(commerce.pb, guild.id, pause, now)
    : await cancelPause(commerce, guild.id);
  return isDone ? null : { sentence: PAUSE_REFUSAL_TEXTS['not-live'] };
}

/** Stores a guild's information as a draft and returns it as stored; visitors read it once it is published. */
export async function writeInformation(
  pb: PocketBase,
  guild: Pick<StoredGuild, 'id' | 'pictures'>,
  written: readonly InformationBlock[],
): Promise<{ blocks: InformationBlock[] } | { refusal: Refusal }> {
  const blocks = blocksFrom(written);
  const hasAll = blocks.every((block) => block.kind !== 'image' || guild.pictures.includes(block.file));
  if (!hasAll) return { refusal: { sentence: 'One of the pictures no longer exists. Choose it again.' } };
  await saveInformation(pb, guild.id, blocks);
  return { blocks };
}

/** Publishes the stored information and deletes pictures that it does not use. */
export async function publishInformation(
  pb: PocketBase,
  guild: Pick<StoredGuild, 'id' | 'pictures' | 'information'>,
  now: Instant,
): Promise<void> {
  await showInformation(pb, guild.id, now);
  const named = guild.information.flatMap((block) => (block.kind === 'image' ? [block.file] : []));
  await deleteInformationPictures(
    pb,
    guild.id,
    guild.pictures.filter((file) => !named.includes(file)),
  );
}
