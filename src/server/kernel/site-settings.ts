import { setTimeout as passed } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { type StoredSetting, storedSettings } from '../../data/kernel/site-settings.ts';
import type { SettingGroup, SettingReader } from '../../domain/kernel/setting-group.ts';
import { expectedFailure } from './failure-log.ts';

/** The settings of the site, in memory. The change feed says when they have to be read again. */
export interface SiteSettings extends SettingReader {
  /** The version of a group that `get` answers by; 0 where nothing is stored. */
  version(group: { name: string }): number;
  /** Reads every group again. Where the backend does not answer, what was read last stays. */
  reload(): Promise<void>;
  close(): void;
}

/** What holds for a group where nothing is stored, instead of its own fallback: the environment of the process. */
export interface SettingDefault<V extends object = object> {
  group: SettingGroup<V>;
  value: V;
}

/** So often they are read again without being told, so that a change between start and feed is not missed. In ms. */
const EVERY_MS = 60_000;

/** How often the backend is asked again while a process that starts waits for it. In ms. */
const AGAIN_MS = 500;

/**
 * Reads the settings. Nothing can be shown without them, so this waits for as long as the backend is away.
 * @param onAway called once where it has to wait.
 * @throws ClientResponseError where the backend answers with a refusal.
 */
export async function openSiteSettings(
  pb: PocketBase,
  defaults: readonly SettingDefault[],
  onError: (reason: unknown) => void,
  onAway: () => void = () => undefined,
): Promise<SiteSettings> {
  const fallbacks = new Map(defaults.map(({ group, value }) => [group.name, value]));
  let stored = new Map<string, StoredSetting>();
  /** Checked values, until they are read again. */
  let known = new Map<string, object>();
  /** Grows with each reading that begins: an older one that ends later is dropped. */
  let newest = 0;
  let shown = 0;

  const read = async () => {
    newest += 1;
    const own = newest;
    const rows = await storedSettings(pb);
    if (own < shown) return;
    shown = own;
    stored = new Map(rows.map((row) => [row.name, row]));
    known = new Map();
  };
  for (let isFirst = true; ; isFirst = false) {
    try {
      await read();
      break;
    } catch (reason) {
      if (expectedFailure(reason) !== 'the backend is away') throw reason;
      if (isFirst) onAway();
      await passed(AGAIN_MS);
    }
  }
  const reload = () => read().catch(onError);
  const timer = setInterval(() => void reload(), EVERY_MS).unref();

  return {
    get<V extends object>(group: SettingGroup<V>): V {
      const found = known.get(group.name) as V | undefined;
      if (found) return found;
      const fallback = (fallbacks.get(group.name) as V | undefined) ?? group.fallback;
      const row = stored.get(group.name);
      const checked = row ? group.check(row.value) : { value: fallback };
      if ('problems' in checked) {
        const fields = Object.keys(checked.problems).join(', ');
        onError(new Error(`The stored settings "${group.name}" are not used, because of: ${fields}`));
      }
      const value = 'value' in checked ? checked.value : fallback;
      known.set(group.name, value);
      return value;
    },
    version: ({ name }) => stored.get(name)?.version ?? 0,
    reload,
    close: () => clearInterval(timer),
  };
}
