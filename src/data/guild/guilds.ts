import type PocketBase from 'pocketbase';
import type { Guild, GuildFront, GuildState } from '../../domain/guild/guild.ts';
import { blocksFrom, type InformationBlock } from '../../domain/guild/guild-information.ts';
import type { ReleaseState } from '../../domain/guild/release.ts';
import type { TierState } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import type { GuildsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** A guild as its seller sees it: what he writes, and what is shown of it. */
export interface StoredGuild extends Guild {
  information: InformationBlock[];
  informationShown: InformationBlock[];
  informationShownAt: Instant | null;
  /** Files of the guild's own pictures, for its information. */
  pictures: string[];
}

const PUBLIC =
  "(state = 'live' || state = 'paused' || state = 'closing') && (store.state = 'open' || store.state = 'vacation')";

/** Guilds the public may read about, in the order of their ids, after `cursor`. */
export async function visibleGuildsAfter(
  pb: PocketBase,
  cursor: string,
  limit: number,
): Promise<{ id: string; storeSlug: string; updatedAt: Instant }[]> {
  const list = await pb
    .collection('guilds')
    .getList<GuildsRecord & { expand?: { store?: { slug: string } } }>(1, limit, {
      filter: `${pb.filter('id > {:cursor}', { cursor })} && ${PUBLIC}`,
      sort: 'id',
      expand: 'store',
      skipTotal: true,
    });
  return list.items.flatMap(({ id, updated, expand }) =>
    expand?.store ? { id, storeSlug: expand.store.slug, updatedAt: instantOf(updated) ?? 0 } : [],
  );
}

/** What pages read of a guild; its information is asked for by itself. */
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
    wentLiveAt: guild.wentLiveAt,
    closingAt: guild.closingAt,
    members: guild.members,
  };
}

/** A store's guild, whatever its state; null where it has none. */
export async function guildOfStore(pb: PocketBase, storeId: string): Promise<StoredGuild | null> {
  return firstGuild(pb, pb.filter('store = {:storeId}', { storeId }));
}

/** A guild by its id, for the server's own verbs; null where there is none. */
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
    wentLiveAt: instantOf(record.wentLiveAt),
    closingAt: instantOf(record.closingAt),
    members: record.members,
    information: blocksFrom(record.information),
    informationShown: blocksFrom(record.informationShown),
    informationShownAt: instantOf(record.informationShownAt),
    pictures: record.pictures,
  };
}

/** Begins a store's guild as a draft and answers its id; null where it has one. */
export async function createGuild(
  pb: PocketBase,
  storeId: string,
  front: GuildFront,
  id: string = newRecordId(),
): Promise<string | null> {
  const steps = transaction(pb).create('guilds', { id, store: storeId, state: 'draft', ...front });
  return (await refusalOf(steps, ['conflict'])) === null ? id : null;
}

/** Writes what a seller says of a guild. False where the store has no such guild. */
export async function changeGuild(
  pb: PocketBase,
  { id, storeId }: Pick<Guild, 'id' | 'storeId'>,
  front: Partial<GuildFront>,
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

/** What the rules ask about a guild before it moves. */
export interface GuildStatus {
  tiers: { state: TierState }[];
  releases: { state: ReleaseState }[];
  /** When the last paid month ends; null where there is none. */
  lastMonthEnds: Instant | null;
}

/** How a guild stands. The state of its business account is asked where that is kept. */
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

/** Leads a guild to another state, where it is still where it was. False where it moved on meanwhile. */
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
    { expect: 1, else: 'moved' },
  );
  return (await refusalOf(steps, ['moved'])) === null;
}

/** Announces a pause, or calls off the one that was; null calls it off. False where the guild is not live. */
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

/** Guilds whose announced pause begins or ends by now, for whoever tells the payment provider. */
export async function guildsWithPauseChange(pb: PocketBase, now: Instant): Promise<StoredGuild[]> {
  const records = await pb.collection('guilds').getFullList<GuildsRecord>({
    filter: pb.filter(
      "(state = 'live' && pausesAt != '' && pausesAt <= {:now}) || (state = 'paused' && resumesAt != '' && resumesAt <= {:now})",
      { now: dateOf(now) },
    ),
  });
  return records.map(guildOf);
}

/** Guilds that have announced a pause which is not over. */
export async function guildsWithPauseAhead(pb: PocketBase, now: Instant): Promise<string[]> {
  const records = await pb.collection('guilds').getFullList<{ id: string }>({
    filter: pb.filter("state = 'live' && pausesAt != '' && resumesAt > {:now}", { now: dateOf(now) }),
    fields: 'id',
  });
  return records.map(({ id }) => id);
}

/** Guilds that close, with how many are in them still. */
export async function guildsClosing(
  pb: PocketBase,
): Promise<{ id: string; state: 'closing'; members: number }[]> {
  const records = await pb.collection('guilds').getFullList<GuildsRecord>({ filter: "state = 'closing'" });
  return records.map(({ id, members }) => ({ id, state: 'closing', members }));
}

/** Keeps the information a seller works on; nobody else reads it yet. */
export async function saveInformation(
  pb: PocketBase,
  guildId: string,
  blocks: readonly InformationBlock[],
): Promise<void> {
  await transaction(pb).update('guilds', guildId, { information: blocks }).run();
}

/** Shows the public what was kept last. */
export async function showInformation(pb: PocketBase, guildId: string, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guilds SET informationShown = information, informationShownAt = {:now}, updated = {:now}
        WHERE id = {:guildId}`,
      { guildId, now: dateOf(at) },
    )
    .run();
}

/** Gives a guild a cover, or none. The picture is re-encoded before it comes here. */
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
