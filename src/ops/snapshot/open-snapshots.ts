import type { Settings } from '../../server/app/settings.ts';
import { openPlace } from './open-place.ts';
import type { SnapshotSettings } from './settings.ts';
import { snapshotsAt } from './thin.ts';
import { openSnapshotTimer, snapshotCommand } from './timer.ts';

/** Takes snapshots beside a running database, as its settings say; takes none without a place or an interval. */
export function openSnapshots(
  { to, minutes }: SnapshotSettings,
  settings: Settings,
  env: Record<string, string>,
  progress: (line: string) => void,
): { close(): Promise<void> } {
  if (to === '' || minutes === 0) return { close: async () => undefined };
  const command = snapshotCommand(env);
  const place = openPlace(to, settings);
  const timer = openSnapshotTimer({
    everyMs: minutes * 60_000,
    newest: async () => (await snapshotsAt(place)).find(({ isWhole }) => isWhole)?.moment ?? null,
    take: command.take,
    now: Date.now,
    onError: (reason) => progress(`snapshot: ${reason instanceof Error ? reason.message : String(reason)}`),
  });
  return {
    async close() {
      timer.close();
      await command.stop();
    },
  };
}
