import { openFolderPlace, type SnapshotPlace } from './place.ts';

/** The place of an address: a folder. */
export function openPlace(address: string): SnapshotPlace {
  return openFolderPlace(address);
}
