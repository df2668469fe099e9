import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, type QueryParams, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const c = tables.consents.as('c');

const OF_CONSENT = { wording: c.wording, at: c.created };
const CONSENT = shape(OF_CONSENT);

/** What buyers agreed to. A consent belongs to an order or to a joining of a guild, and is written once. */
export type ConsentOf = { order: string } | { joining: string };

/** A consent: the version of its wording, and when it was given. */
export type Consent = RowOf<typeof OF_CONSENT>;

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
  return 'order' in of
    ? firstWaiver(pb, sql`c.[[order]] = {:order} AND c.[[order]] <> ''`, of)
    : firstWaiver(pb, sql`c.joining = {:joining} AND c.joining <> ''`, of);
}

/** The waiver that somebody gave when they last joined a guild; null where none was given. */
export async function waiverOfMember(
  pb: PocketBase,
  of: { userId: string; guildId: string },
): Promise<Consent | null> {
  return firstWaiver(
    pb,
    sql`c.joining <> '' AND c.joining = (SELECT j.id FROM guild_joinings j
      WHERE j.[[user]] = {:userId} AND j.guild = {:guildId} AND j.state <> 'expired' ORDER BY j.created DESC LIMIT 1)`,
    of,
  );
}

async function firstWaiver(pb: PocketBase, which: Sql, params: QueryParams): Promise<Consent | null> {
  return first(
    pb,
    select(
      CONSENT,
      sql`SELECT ${CONSENT} FROM consents c WHERE ${which} AND c.kind = 'withdrawal' LIMIT 1`,
      params,
    ),
  );
}
