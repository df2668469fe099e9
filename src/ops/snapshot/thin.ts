import type { Instant } from '../../domain/kernel/instant.ts';
import { MANIFEST, NEEDS, snapshotMoment } from './manifest.ts';
import type { PlacedFile, SnapshotPlace } from './place.ts';
import { SEALED } from './seal.ts';
import { decompressed, through, wholeText } from './streams.ts';
import { type Keeping, momentsToRemove } from './thinning.ts';

/** What a killed process left unfinished, and files of no snapshot, go after this time: one may be on its way. In ms. */
const UNFINISHED_AFTER_MS = 24 * 3_600_000;

/** A snapshot at a place: its moment and its files. */
export interface PlacedSnapshot {
  moment: Instant;
  files: PlacedFile[];
  /** Only a snapshot with its manifest is one. */
  isWhole: boolean;
}

/** The snapshots of a place, newest first, unfinished ones too. */
export async function snapshotsAt(place: SnapshotPlace): Promise<PlacedSnapshot[]> {
  const found = new Map<Instant, PlacedFile[]>();
  for await (const file of place.list('snapshots')) {
    const moment = snapshotMoment(file.name);
    if (moment !== null) found.set(moment, [...(found.get(moment) ?? []), file]);
  }
  return [...found]
    .map(([moment, files]) => ({ moment, files, isWhole: files.some(({ name }) => isManifest(name)) }))
    .sort((a, b) => b.moment - a.moment);
}

const isManifest = (name: string) => name.endsWith(`/${MANIFEST}`) || name.endsWith(`/${MANIFEST}${SEALED}`);

/**
 * Removes the snapshots that are too close together or too old, what was left unfinished, and then the files that no
 * snapshot needs any more. A snapshot loses its manifest first: killed in the middle, it is none any more.
 * @returns how many snapshots and files went.
 */
export async function thin(
  place: SnapshotPlace,
  keeping: Keeping,
  now: Instant,
): Promise<{ snapshots: number; files: number }> {
  const all = await snapshotsAt(place);
  const whole = all.filter(({ isWhole }) => isWhole);
  const going = new Set(
    momentsToRemove(
      whole.map(({ moment }) => moment),
      keeping,
      now,
    ),
  );
  const away = all.filter(({ moment, isWhole }) =>
    isWhole ? going.has(moment) : now - moment > UNFINISHED_AFTER_MS,
  );
  for (const { files } of away)
    for (const { name } of [...files].sort((a, b) => Number(isManifest(b.name)) - Number(isManifest(a.name))))
      await place.remove(name);
  if (away.length === 0) return { snapshots: 0, files: 0 };
  const needed = new Set<string>();
  for (const { moment, files } of all) {
    if (away.some((gone) => gone.moment === moment)) continue;
    const needs = files.find(({ name }) => name.endsWith(`/${NEEDS}`));
    if (!needs) continue;
    for (const name of (await wholeText(through(await place.read(needs.name), decompressed()))).split('\n'))
      needed.add(name);
  }
  const unneeded: string[] = [];
  for await (const { name, at } of place.list('files'))
    if (!needed.has(name) && now - at > UNFINISHED_AFTER_MS) unneeded.push(name);
  for (const name of unneeded) await place.remove(name);
  return { snapshots: away.length, files: unneeded.length };
}
