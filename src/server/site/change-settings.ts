import type PocketBase from 'pocketbase';
import { deskTransaction, withDeed } from '../../data/identity/roles.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import { refusalOf } from '../../data/kernel/refusal.ts';
import { withSetting } from '../../data/kernel/site-settings.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type SettingGroup, settingChanges } from '../../domain/kernel/setting-group.ts';
import type { SiteSettings } from '../kernel/site-settings.ts';

/**
 * Stores a checked value in the name of somebody at the desk, with what it changes in the audit log. Returns the new version,
 * or "changed-meanwhile" where somebody else has changed the group since `seen`.
 */
export async function changeSettings<V extends object>(
  { pb, site, now }: { pb: PocketBase; site: SiteSettings; now: Instant },
  person: Actor,
  { group, value, seen }: { group: SettingGroup<V>; value: V; seen: number },
): Promise<number | 'changed-meanwhile'> {
  await site.reload();
  const detail = settingChanges(site.get(group), value, 480);
  const steps = withSetting(deskTransaction(pb, person), { name: group.name, value, seen }, now);
  withDeed(steps, { deed: 'settings.change', collection: 'site_settings', record: group.name, detail }, now);
  const refusal = await refusalOf(steps, ['changed-meanwhile']);
  await site.reload();
  return refusal ?? seen + 1;
}
