import type PocketBase from 'pocketbase';
import type { Guild, GuildDraft, GuildState } from '../../domain/guild/guild.ts';
import { blocksFrom, type InformationBlock } from '../../domain/guild/guild-information.ts';
import type { ReleaseState } from '../../domain/guild/release.ts';
import type { TierState } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { pictureIn } from './guild-pictures.ts';

const g = tables.guilds.as('g');
const s = tables.stores.as('s');
const t = tables.guildTiers.as('t');
const r = tables.releases.as('r');
const p = tables.membershipPeriods.as('p');

const GUILD = {
  id: g.id,
  storeId: g.store,
  name: g.name,
  tagline: g.tagline,
  cover: pictureIn(g.cover, g.coverAlt),
  state: g.state,
  grantRule: g.grantRule,
  billings: g.billings,
  memberDiscountPercent: g.memberDiscountPercent,
  welcome: g.welcome,
  pausesAt: g.pausesAt,
  resumesAt: g.resumesAt,
  heldAt: g.heldAt,
  wentLiveAt: g.wentLiveAt,
  closingAt: g.closingAt,
  members: g.members,
};
const STORED = {
  ...GUILD,
  information: g.information.as(blocksFrom),
  informationShown: g.informationShown.as(blocksFrom),
  informationShownAt: g.informationShownAt,
  /** File names of the pictures for its information. */
  pictures: g.pictures,
};
const LISTED = { guild: GUILD, store: { id: s.id, slug: s.slug, name: s.name, logo: s.logo.orNull } };
const STORED_ROW = shape(STORED);
const LISTED_ROW = shape(LISTED);
const TIER_STATE = shape({ state: t.state });
const RELEASE_STATE = shape({ state: r.state });
const LAST_MONTH = shape({ endsAt: p.endsAt });
const ID = shape({ id: g.id });
const CLOSING = shape({ id: g.id, members: g.members });

/** A guild with its information: the seller's draft and the published version. */
export type StoredGuild = RowOf<typeof STORED>;

/** A guild with its store, as the list of guilds shows it. */
export type ListedGuild = RowOf<typeof LISTED>;

/** One page (from 1) of the live guilds of open stores, those with the most members first, and whether more follow. */
export async function liveGuilds(
  pb: PocketBase,
  { page, perPage, mature = false }: { page: number; perPage: number; mature?: boolean },
): Promise<{ guilds: ListedGuild[]; more: boolean }> {
  const [found] = await ask(
    pb,
    select(
      LISTED_ROW,
      sql`SELECT ${LISTED_ROW} FROM guilds g CROSS JOIN stores s ON s.id = g.store
        WHERE g.state = 'live' AND s.state = 'open' AND ({:mature} OR s.mature = FALSE)
        ORDER BY g.members DESC, g.wentLiveAt DESC, g.id DESC LIMIT {:limit} OFFSET {:offset}`,
      { mature, limit: perPage + 1, offset: (page - 1) * perPage },
    ),
  );
  return { guilds: found.slice(0, perPage), more: found.length > perPage };
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
  return firstGuild(pb, sql`g.store = {:storeId}`, { storeId });
}

/** A guild by its id, for the server's own use; null for none. */
export async function guildById(pb: PocketBase, guildId: string): Promise<StoredGuild | null> {
  return firstGuild(pb, sql`g.id = {:guildId}`, { guildId });
}

async function firstGuild(pb: PocketBase, which: Sql, params: QueryParams): Promise<StoredGuild | null> {
  return first(
    pb,
    select(STORED_ROW, sql`SELECT ${STORED_ROW} FROM guilds g WHERE ${which} LIMIT 1`, params),
  );
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
  const [tiers, releases, [month]] = await ask(
    pb,
    select(TIER_STATE, sql`SELECT ${TIER_STATE} FROM guild_tiers t WHERE t.guild = {:guildId}`, { guildId }),
    select(RELEASE_STATE, sql`SELECT ${RELEASE_STATE} FROM releases r WHERE r.guild = {:guildId}`, {
      guildId,
    }),
    select(
      LAST_MONTH,
      sql`SELECT ${LAST_MONTH} FROM membership_periods p
        WHERE p.guild = {:guildId} AND p.kind IN ('paid', 'gift') ORDER BY p.endsAt DESC LIMIT 1`,
      { guildId },
    ),
  );
  return { tiers, releases, lastMonthEnds: month?.endsAt ?? null };
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
  const [found] = await ask(
    pb,
    select(
      STORED_ROW,
      sql`SELECT ${STORED_ROW} FROM guilds g
        WHERE (g.state = 'live' AND g.pausesAt <> '' AND g.pausesAt <= {:now})
          OR (g.state = 'paused' AND g.resumesAt <> '' AND g.resumesAt <= {:now})`,
      { now: dateOf(now) },
    ),
  );
  return found;
}

/** Live guilds with an announced pause that is not over. */
export async function guildsWithPauseAhead(pb: PocketBase, now: Instant): Promise<string[]> {
  const [found] = await ask(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM guilds g WHERE g.state = 'live' AND g.pausesAt <> '' AND g.resumesAt > {:now}`,
      { now: dateOf(now) },
    ),
  );
  return found.map(({ id }) => id);
}

/** Closing guilds, with their remaining members. */
export async function guildsClosing(
  pb: PocketBase,
): Promise<{ id: string; state: 'closing'; members: number }[]> {
  const [found] = await ask(
    pb,
    select(CLOSING, sql`SELECT ${CLOSING} FROM guilds g WHERE g.state = 'closing'`, {}),
  );
  return found.map((guild) => ({ ...guild, state: 'closing' }));
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
