import type PocketBase from 'pocketbase';
import type { StoreRef } from '../../domain/catalogue/product.ts';
import type { Guild, GuildDraft, GuildState } from '../../domain/guild/guild.ts';
import { blocksFrom, type InformationBlock } from '../../domain/guild/guild-information.ts';
import type { ReleaseState } from '../../domain/guild/release.ts';
import type { TierState } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import type { GuildsRecord, StoresRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** A guild with its information: the seller's draft and the published version. */
export interface StoredGuild extends Guild {
  information: InformationBlock[];
  informationShown: InformationBlock[];
  informationShownAt: Instant | null;
  /** File names of the pictures for its information. */
  pictures: string[];
}

/** A guild with its store, as the list of guilds shows it. */
export interface ListedGuild {
  guild: Guild;
  store: StoreRef;
}

/** One page (from 1) of the live guilds of open stores, those with the most members first, and whether more follow. */
export async function liveGuilds(
  pb: PocketBase,
  { page, perPage, mature = false }: { page: number; perPage: number; mature?: boolean },
): Promise<{ guilds: ListedGuild[]; more: boolean }> {
  const options = {
    filter: `state = 'live' && store.state = 'open'${mature ? '' : ' && store.mature = false'}`,
    sort: '-members,-wentLiveAt,-id',
    skipTotal: true,
  };
  const [list, next] = await Promise.all([
    pb.collection('guilds').getList<GuildsRecord & { expand?: { store?: StoresRecord } }>(page, perPage, {
      ...options,
      expand: 'store',
    }),
    pb.collection('guilds').getList(page * perPage + 1, 1, { ...options, fields: 'id' }),
  ]);
  const guilds = list.items.flatMap((record): ListedGuild[] => {
    const store = record.expand?.store;
    if (!store) return [];
    const { id, slug, name, logo } = store;
    return [{ guild: shownGuild(guildOf(record)), store: { id, slug, name, logo: orAbsent(logo) } }];
  });
  return { guilds, more: next.items.length > 0 };
}

/** A guild as sent to browsers, without its information, which is read on its own. */
export function shownGuild(guild: Guild): Guild {
  return {
    id: guild.id,
    storeId: guild.storeId,
    name: guild.name,
    tagline: guild.tagline,
    cover: guild.cover,
    state: guild.state,
    grantRule: guild.grantRule,
    billings: guild.billings,
    memberDiscountPercent: guild.memberDiscountPercent,
    welcome: guild.welcome,
    pausesAt: guild.pausesAt,
    resumesAt: guild.resumesAt,
    heldAt: guild.heldAt,
    wentLiveAt: guild.wentLiveAt,
    closingAt: guild.closingAt,
    members: guild.members,
  };
}

/** A store's guild in any state; null for none. */
export async function guildOfStore(pb: PocketBase, storeId: string): Promise<StoredGuild | null> {
  return firstGuild(pb, pb.filter('store = {:storeId}', { storeId }));
}

/** A guild by its id, for the server's own use; null for none. */
export async function guildById(pb: PocketBase, guildId: string): Promise<StoredGuild | null> {
  return firstGuild(pb, pb.filter('id = {:guildId}', { guildId }));
}

async function firstGuild(pb: PocketBase, filter: string): Promise<StoredGuild | null> {
  const record = await orNull(pb.collection('guilds').getFirstListItem<GuildsRecord>(filter));
  return record && guildOf(record);
}

function guildOf(record: GuildsRecord): StoredGuild {
  return {
    id: record.id,
    storeId: record.store,
    name: record.name,
    tagline: record.tagline,
    cover: record.cover === '' ? null : { file: record.cover, alt: record.coverAlt },
    state: record.state === '' ? 'closed' : record.state,
    grantRule: record.grantRule === '' ? 'one_per_payment' : record.grantRule,
    billings: record.billings,
    memberDiscountPercent: record.memberDiscountPercent,
    welcome: record.welcome,
    pausesAt: instantOf(record.pausesAt),
    resumesAt: instantOf(record.resumesAt),
    heldAt: instantOf(record.heldAt),
    wentLiveAt: instantOf(record.wentLiveAt),
    closingAt: instantOf(record.closingAt),
    members: record.members,
    information: blocksFrom(record.information),
    informationShown: blocksFrom(record.informationShown),
    informationShownAt: instantOf(record.informationShownAt),
    pictures: record.pictures,
  };
}

/** Creates a store's guild as a draft and returns its id; null if the store has one. */
export async function createGuild(
  pb: PocketBase,
  storeId: string,
  front: GuildDraft,
  id: string = newRecordId(),
): Promise<string | null> {
  const steps = transaction(pb).create('guilds', { id, store: storeId, state: 'draft', ...front });
  return (await refusalOf(steps, ['conflict'])) === null ? id : null;
}

/** Updates the fields a seller edits. Returns false if the store has no such guild. */
export async function changeGuild(
  pb: PocketBase,
  { id, storeId }: Pick<Guild, 'id' | 'storeId'>,
  front: Partial<GuildDraft>,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb)
    .exec(
      sql`UPDATE guilds SET updated = {:now} WHERE id = {:id} AND store = {:storeId}`,
      { id, storeId, now: dateOf(at) },
      { expect: 1, else: 'gone' },
    )
    .update('guilds', id, { ...front });
  return (await refusalOf(steps, ['gone'])) === null;
}

/** The facts that a change of a guild's state depends on. */
export interface GuildStatus {
  tiers: { state: TierState }[];
  releases: { state: ReleaseState }[];
  /** When the last paid or given month ends; null for none. */
  lastMonthEnds: Instant | null;
}

/** A guild's status. The state of its business account is read separately. */
export async function statusOfGuild(pb: PocketBase, guildId: string): Promise<GuildStatus> {
  const ofGuild = pb.filter('guild = {:guildId}', { guildId });
  const [tiers, releases, months] = await Promise.all([
    pb.collection('guild_tiers').getFullList<{ state: TierState }>({ filter: ofGuild, fields: 'state' }),
    pb.collection('releases').getFullList<{ state: ReleaseState }>({ filter: ofGuild, fields: 'state' }),
    pb.collection('membership_periods').getList<{ endsAt: string }>(1, 1, {
      filter: `${ofGuild} && (kind = 'paid' || kind = 'gift')`,
      sort: '-endsAt',
      fields: 'endsAt',
      skipTotal: true,
    }),
  ]);
  return { tiers, releases, lastMonthEnds: instantOf(months.items[0]?.endsAt ?? '') };
}

/** Changes a guild's state if it is unchanged since it was read; else returns false. */
export async function changeGuildState(
  pb: PocketBase,
  guild: Pick<Guild, 'id' | 'state'>,
  to: GuildState,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guilds SET state = {:to}, updated = {:now},
        wentLiveAt = CASE WHEN {:to} = 'live' AND wentLiveAt = '' THEN {:now} ELSE wentLiveAt END,
        closingAt = CASE {:to} WHEN 'closing' THEN {:now} WHEN 'draft' THEN '' ELSE closingAt END,
        pausesAt = CASE {:to} WHEN 'paused' THEN pausesAt ELSE '' END,
        resumesAt = CASE {:to} WHEN 'paused' THEN resumesAt ELSE '' END
      WHERE id = {:id} AND state = {:from}`,
    { id: guild.id, from: guild.state, to, now: dateOf(at) },
    { expect: 1, else: 'changed' },
  );
  return (await refusalOf(steps, ['changed'])) === null;
}

/** Announces a pause, or cancels it with null. Returns false if the guild is not live. */
export async function announcePause(
  pb: PocketBase,
  guildId: string,
  pause: { from: Instant; to: Instant } | null,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guilds SET pausesAt = {:from}, resumesAt = {:to}, updated = {:now} WHERE id = {:id} AND state = 'live'`,
    { id: guildId, from: dateOf(pause?.from ?? null), to: dateOf(pause?.to ?? null), now: dateOf(at) },
    { expect: 1, else: 'not-live' },
  );
  return (await refusalOf(steps, ['not-live'])) === null;
}

/** Guilds whose announced pause has begun or ended by now but whose stored state has not changed yet. */
export async function guildsWithPauseChange(pb: PocketBase, now: Instant): Promise<StoredGuild[]> {
  const records = await pb.collection('guilds').getFullList<GuildsRecord>({
    filter: pb.filter(
      "(state = 'live' && pausesAt != '' && pausesAt <= {:now}) || (state = 'paused' && resumesAt != '' && resumesAt <= {:now})",
      { now: dateOf(now) },
    ),
  });
  return records.map(guildOf);
}

/** Live guilds with an announced pause that is not over. */
export async function guildsWithPauseAhead(pb: PocketBase, now: Instant): Promise<string[]> {
  const records = await pb.collection('guilds').getFullList<{ id: string }>({
    filter: pb.filter("state = 'live' && pausesAt != '' && resumesAt > {:now}", { now: dateOf(now) }),
    fields: 'id',
  });
  return records.map(({ id }) => id);
}

/** Closing guilds, with their remaining members. */
export async function guildsClosing(
  pb: PocketBase,
): Promise<{ id: string; state: 'closing'; members: number }[]> {
  const records = await pb.collection('guilds').getFullList<GuildsRecord>({ filter: "state = 'closing'" });
  return records.map(({ id, members }) => ({ id, state: 'closing', members }));
}

/** Stores the draft of a guild's information; it is not public yet. */
export async function saveInformation(
  pb: PocketBase,
  guildId: string,
  blocks: readonly InformationBlock[],
): Promise<void> {
  await transaction(pb).update('guilds', guildId, { information: blocks }).run();
}

/** Publishes the stored draft of the information. */
export async function showInformation(pb: PocketBase, guildId: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guilds SET informationShown = information, informationShownAt = {:now}, updated = {:now}
        WHERE id = {:guildId}`,
      { guildId, now: dateOf(at) },
    )
    .run();
}

/** Sets or removes a guild's cover. The picture is already re-encoded. */
export async function setGuildCover(
  pb: PocketBase,
  guildId: string,
  cover: { bytes: Uint8Array<ArrayBuffer>; alt: string } | null,
): Promise<void> {
  const form = new FormData();
  if (cover) form.append('cover', new File([cover.bytes], 'cover.webp', { type: 'image/webp' }));
  else form.append('cover', '');
  form.append('coverAlt', cover?.alt ?? '');
  if (isRecordId(guildId)) await pb.collection('guilds').update(guildId, form);
}
