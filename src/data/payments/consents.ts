import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import type { ConsentsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** What buyers agreed to. A consent belongs to an order or to a joining of a guild, and is written once. */
export type ConsentOf = { order: string } | { joining: string };

/** A consent: the version of its wording, and when it was given. */
export interface Consent {
  wording: string;
  at: Instant;
}

/** Adds the waiver of the right of withdrawal to a transaction; an earlier one stays. */
export function withWaiver(steps: Transaction, of: ConsentOf, wording: string, at: Instant): Transaction {
  return steps.exec(
    sql`INSERT INTO consents (id, kind, wording, [[order]], joining, created)
      VALUES (${NEW_ID_SQL}, 'withdrawal', {:wording}, {:order}, {:joining}, {:now}) ON CONFLICT DO NOTHING`,
    {
      wording,
      order: 'order' in of ? of.order : '',
      joining: 'joining' in of ? of.joining : '',
      now: dateOf(at),
    },
  );
}

/** Stores the waiver of the right of withdrawal. */
export async function saveWaiver(pb: PocketBase, of: ConsentOf, wording: string, at: Instant): Promise<void> {
  await withWaiver(transaction(pb), of, wording, at).run();
}

/** The waiver of an order or a joining; null where none was given. */
export async function waiverOf(pb: PocketBase, of: ConsentOf): Promise<Consent | null> {
  const filter =
    'order' in of
      ? pb.filter("order = {:order} && order != ''", of)
      : pb.filter("joining = {:joining} && joining != ''", of);
  const { items } = await pb
    .collection('consents')
    .getList<ConsentsRecord>(1, 1, { filter: `${filter} && kind = 'withdrawal'`, skipTotal: true });
  return consentIn(items);
}

/** The waiver that somebody gave when they last joined a guild; null where none was given. */
export async function waiverOfMember(
  pb: PocketBase,
  { userId, guildId }: { userId: string; guildId: string },
): Promise<Consent | null> {
  const [found] = await pb
    .collection('guild_joinings')
    .getList<{ id: string }>(1, 1, {
      filter: pb.filter("user = {:userId} && guild = {:guildId} && state != 'expired'", { userId, guildId }),
      sort: '-created',
      fields: 'id',
      skipTotal: true,
    })
    .then(({ items }) => items);
  return found ? waiverOf(pb, { joining: found.id }) : null;
}

function consentIn([found]: readonly ConsentsRecord[]): Consent | null {
  return found ? { wording: found.wording, at: instantOf(found.created) ?? 0 } : null;
}
