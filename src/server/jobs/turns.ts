import type { ListPlace } from '../../data/kernel/list-place.ts';

/** Reads the next entries of a list by its name; see `openTurns`. */
export type Turns = <Entry extends ListPlace>(
  list: string,
  read: (after: ListPlace | null, most: number) => Promise<Entry[]>,
) => Promise<Entry[]>;

/**
 * Reads lists that may be longer than one run of a job handles. Each reading goes on after the place where the one before
 * ended, and begins anew after the end of the list: entries at its front that fail in each run let the later ones have
 * their turn. The places are kept in memory, so another process begins at the front.
 * @param most entries a reading.
 */
export function openTurns(most: number): Turns {
  const places = new Map<string, ListPlace>();
  return async (list, read) => {
    const place = places.get(list) ?? null;
    const found = await read(place, most);
    const last = found.length === most ? found.at(-1) : undefined;
    if (last) places.set(list, { at: last.at, id: last.id });
    else places.delete(list);
    // Nothing after the place: the front has its turn now rather than in the next run.
    return found.length === 0 && place !== null ? read(null, most) : found;
  };
}
