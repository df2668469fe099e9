import { dateOf, instantOf } from './fields.ts';

/** The end of the year 9999: later moments are written with another number of digits. */
const LAST_INSTANT = 253_402_300_799_999;

/** Where a row stands in a list that is sorted by a moment, as it is stored, then by id. */
export interface ListPlace {
  at: string;
  id: string;
}

/** A place as a part of an address: the moment in ms and the id. */
export function placeParam({ at, id }: ListPlace): string {
  return `${instantOf(at) ?? 0}-${id}`;
}

/** Reads what `placeParam` wrote; null for anything else. */
export function placeFrom(param: string | null): ListPlace | null {
  const [, at = '', id = ''] = /^(\d{1,15})-([a-z0-9]{15})$/.exec(param ?? '') ?? [];
  return id === '' || Number(at) > LAST_INSTANT ? null : { at: dateOf(Number(at)), id };
}
