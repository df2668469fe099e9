import type PocketBase from 'pocketbase';
import { changeStoreState } from '../../data/catalogue/store-openings.ts';
import { guildOfStore, statusOfGuild } from '../../data/guild/guilds.ts';
import { settingNow } from '../../data/kernel/site-settings.ts';
import {
  STORE_STATE_REFUSAL_TEXTS,
  type Store,
  type StoreState,
  storeStateRefusal,
} from '../../domain/catalogue/store.ts';
import { guildRuns } from '../../domain/guild/guild.ts';
import { GUILD_HOLDS, type GuildHoldTerms, type GuildStakes } from '../../domain/guild/guild-hold.ts';
import type { Instant } from '../../domain/kernel/instant.ts';

/** How a seller's change of their store's state meets the guild. */

/** Opens or closes a store, or puts it on vacation. Null on success, or the refusal as a sentence. */
export async function moveStore(
  pb: PocketBase,
  store: Pick<Store, 'id' | 'state' | 'sellerStatus'>,
  to: StoreState,
  now: Instant,
): Promise<string | null> {
  const runs = to === 'closed' && guildRuns(await guildOfStore(pb, store.id), now);
  const refusal = storeStateRefusal(store, to, runs);
  if (refusal) return STORE_STATE_REFUSAL_TEXTS[refusal];
  const changed = await changeStoreState(pb, store.id, { from: store.state, to, now });
  return changed ? null : STORE_STATE_REFUSAL_TEXTS['no-such-move'];
}

/** What hangs on a store's guild when the store stops selling. */
export interface StoreStakes extends GuildHoldTerms {
  /** Null where the store has no guild. */
  guild: (GuildStakes & { runs: boolean }) | null;
}

/** A store's guild as the dialogs name it that close, rest or suspend the store. */
export async function storeStakes(pb: PocketBase, storeId: string, now: Instant): Promise<StoreStakes> {
  const [{ returnAfterDays }, guild] = await Promise.all([
    settingNow(pb, GUILD_HOLDS),
    guildOfStore(pb, storeId),
  ]);
  if (!guild) return { returnAfterDays, guild: null };
  const { lastMonthEnds } = await statusOfGuild(pb, guild.id);
  return {
    returnAfterDays,
    guild: { members: guild.members, lastMonthEnds, runs: guildRuns(guild, now) },
  };
}
