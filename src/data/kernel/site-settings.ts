import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SettingGroup } from '../../domain/kernel/setting-group.ts';
import { dateOf } from './fields.ts';
import { ask, query } from './query.ts';
import { NEW_ID_SQL } from './record-id.ts';
import type { SiteSettingsRecord } from './records.ts';
import { sql } from './sql.ts';
import type { Transaction } from './transaction.ts';

/** A group of settings as it is stored. */
export interface StoredSetting {
  name: string;
  /** As JSON gives it: to be checked by its group. */
  value: unknown;
  /** Counts the changes; 0 where nothing is stored yet. */
  version: number;
}

/** Every stored group. There are a dozen at most. */
export async function storedSettings(pb: PocketBase): Promise<StoredSetting[]> {
  const { items } = await pb
    .collection('site_settings')
    .getList<SiteSettingsRecord>(1, 100, { fields: 'name,value,version', skipTotal: true });
  return items.map(({ name, value, version }) => ({ name, value, version }));
}

/** One stored group, to be asked together with other questions; no row where nothing is stored. */
export function settingQuery(name: string) {
  return query<{ value: string; version: number }>(
    sql`SELECT value, version FROM site_settings WHERE name = {:name}`,
    { name },
    ['value', 'version'],
  );
}

/**
 * A group as it holds now, for deeds that may not follow a copy in memory. A group whose default is in the environment is
 * not asked for here.
 */
export async function settingNow<V extends object>(pb: PocketBase, group: SettingGroup<V>): Promise<V> {
  const [[row]] = await ask(pb, settingQuery(group.name));
  const checked = group.check(row ? JSON.parse(row.value) : group.fallback);
  return 'value' in checked ? checked.value : group.fallback;
}

/**
 * Stores a group within a transaction, which is refused with "changed-meanwhile" unless `seen` is still the stored version
 * (0: none is stored).
 */
export function withSetting(
  steps: Transaction,
  { name, value, seen }: { name: string; value: object; seen: number },
  now: Instant,
): Transaction {
  return steps.exec(
    sql`INSERT INTO site_settings (id, name, value, version, created, updated)
      SELECT ${NEW_ID_SQL}, {:name}, {:value}, {:seen} + 1, {:now}, {:now}
        WHERE {:seen} = COALESCE((SELECT version FROM site_settings WHERE name = {:name}), 0)
      ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version, updated = excluded.updated`,
    { name, value: JSON.stringify(value), seen, now: dateOf(now) },
    { expect: 1, else: 'changed-meanwhile' },
  );
}
