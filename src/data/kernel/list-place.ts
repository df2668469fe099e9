import type PocketBase from 'pocketbase';

/** Where a row stands in a list that is sorted by a moment, as it is stored, then by id. */
export interface ListPlace {
  at: string;
  id: string;
}

/** The filter for the rows after a place, sorted by `field` and id; what is true of every row where there is no place. */
export function afterPlace(pb: PocketBase, field: string, place: ListPlace | null): string {
  return place === null
    ? "id != ''"
    : pb.filter(`(${field} > {:at} || (${field} = {:at} && id > {:id}))`, { at: place.at, id: place.id });
}
