import type PocketBase from 'pocketbase';
import { writeRuns } from '../../data/desk/heartbeat.ts';
import { SNAPSHOT_JOB, SNAPSHOT_PROCESS } from '../../domain/desk/health.ts';
import type { Settings } from '../../server/app/settings.ts';
import { newestSnapshot } from './lacking.ts';
import { openPlace } from './open-place.ts';
import type { SnapshotSettings } from './settings.ts';
import { openSnapshotTimer, type SnapshotRun, snapshotCommand } from './timer.ts';

/** Takes snapshots beside a running database, as its settings say; takes none without a place or an interval. The health page is told. */
export function openSnapshots(
  { to, minutes }: SnapshotSettings,
  settings: Settings,
  env: Record<string, string>,
  progress: (line: string) => void,
  pb: PocketBase,
): { close(): Promise<void> } {
  if (to === '' || minutes === 0) return { close: async () => undefined };
  const command = snapshotCommand(env);
  const place = openPlace(to, settings);
  const timer = openSnapshotTimer({
    everyMs: minutes * 60_000,
    newest: () => newestSnapshot(place),
    take: command.take,
    now: Date.now,
    onRun: (run) => void tellHealth(pb, minutes * 60_000, run).catch(() => undefined),
    onError: (reason) => progress(`snapshot: ${reason instanceof Error ? reason.message : String(reason)}`),
  });
  return {
    async close() {
      timer.close();
      await command.stop();
    },
  };
}

/** A run that failed keeps the moment of its failure; the page shows both. */
function tellHealth(pb: PocketBase, everyMs: number, run: SnapshotRun): Promise<void> {
  const { startedAt, endedAt, nextAt, error } = run;
  const failedAt = error === '' ? null : endedAt;
  return writeRuns(pb, SNAPSHOT_PROCESS, [
    { job: SNAPSHOT_JOB, everyMs, startedAt, endedAt, ms: endedAt - startedAt, nextAt, error, failedAt },
  ]);
}
