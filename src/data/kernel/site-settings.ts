import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SettingGroup } from '../../domain/kernel/setting-group.ts';
import { dateOf } from './fields.ts';
import { ask, first, select } from './query.ts';
import { NEW_ID_SQL } from './record-id.ts';
import { type RowOf, shape } from './shape.ts';
import { sql } from './sql.ts';
import { tables } from './tables.ts';
import type { Transaction } from './transaction.ts';

const g = tables.siteSettings.as('g');

const OF_GROUP = {
  name: g.name,
  /** As JSON gives it: to be checked by its group. */
  value: g.value,
  /** Counts the changes; 0 where nothing is stored yet. */
  version: g.version,
};
const GROUP = shape(OF_GROUP);

/** A group of settings as it is stored. */
export type StoredSetting = RowOf<typeof OF_GROUP>;

/** Every stored group. There are a dozen at most. */
export async function storedSettings(pb: PocketBase): Promise<StoredSetting[]> {
  const [groups] = await ask(
    pb,
    select(GROUP, sql`SELECT ${GROUP} FROM site_settings g ORDER BY g.name LIMIT 100`, {}),
  );
  return groups;
}

/** One stored group, to be asked together with other questions; no row where nothing is stored. */
export const settingQuery = (name: string) =>
  select(GROUP, sql`SELECT ${GROUP} FROM site_settings g WHERE g.name = {:name}`, { name });

/**
 * A group as it holds now, for deeds that may not follow a copy in memory. A group whose default is in the environment is
 * not asked for here.
 */
export async function settingNow<V extends object>(pb: PocketBase, group: SettingGroup<V>): Promise<V> {
  const row = await first(pb, settingQuery(group.name));
  const checked = group.check(row ? row.value : group.fallback);
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
