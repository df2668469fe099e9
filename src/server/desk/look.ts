import type PocketBase from 'pocketbase';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import type { DeskPlace } from '../../data/desk/people.ts';
import { deskPersonRow } from '../../data/desk/people.ts';
import { ownedPart, personPart } from '../../data/desk/person-parts.ts';
import type { AccountOverview } from '../../domain/account/overview.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import type { PersonEntry } from '../../domain/desk/person.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { accountOverview } from '../account/overview.ts';

/**
 * Somebody's account as they see it, read for a member of staff. Everything here reads by the person's id; nobody gets a
 * session of theirs, so nothing can be changed or downloaded, and conversations and mails are not read.
 */

export const LOOK_LISTS = ['library', 'orders'] as const;
export type LookList = (typeof LOOK_LISTS)[number];

/** What the person's overview and store settings show. */
export interface LookOverview {
  username: string;
  overview: AccountOverview;
  store: Pick<
    Store,
    | 'slug'
    | 'name'
    | 'tagline'
    | 'about'
    | 'state'
    | 'vacationNote'
    | 'mature'
    | 'productCount'
    | 'sellerStatus'
  > | null;
}

/** Null where there is no such person. */
export async function lookOverview(
  pb: PocketBase,
  personId: string,
  now: Instant,
): Promise<LookOverview | null> {
  const [person, store] = await Promise.all([deskPersonRow(pb, personId, false), storeOfOwner(pb, personId)]);
  if (!person) return null;
  const overview = await accountOverview(pb, personId, store, now);
  if (!store) return { username: person.username, overview, store: null };
  const { slug, name, tagline, about, state, vacationNote, mature, productCount, sellerStatus } = store;
  return {
    username: person.username,
    overview,
    store: { slug, name, tagline, about, state, vacationNote, mature, productCount, sellerStatus },
  };
}

/** A page of what they own or ordered. */
export function lookList(
  pb: PocketBase,
  list: LookList,
  personId: string,
  after: DeskPlace | null,
  limit: number,
): Promise<{ rows: PersonEntry[]; next: DeskPlace | null }> {
  return list === 'library'
    ? ownedPart(pb, personId, after, limit)
    : personPart(pb, 'bought', personId, after, limit);
}
