import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/**
 * What is forgotten of somebody at once when their account is deleted, where no relation leads to it. What is stored longer,
 * such as their address on recent orders, goes by the table of `src/domain/site/retention.ts`.
 */

/** Forgets somebody's address and words about them outside their account. Doing it twice changes nothing. */
export async function forgetPerson(
  pb: PocketBase,
  { id, email }: { id: string; email: string },
  now: Instant,
): Promise<void> {
  const params = { id, email, now: dateOf(now) };
  await transaction(pb)
    .exec(
      sql`DELETE FROM mails WHERE [[to]] = {:email} COLLATE NOCASE AND [[to]] <> '' AND state = 'waiting'`,
      params,
    )
    // The row stays, so that nothing is mailed twice.
    .exec(
      sql`UPDATE mails SET [[to]] = '', subject = '', body = '', parts = NULL, error = ''
        WHERE [[to]] = {:email} COLLATE NOCASE AND [[to]] <> '' AND state IN ('sent', 'failed')`,
      params,
    )
    .exec(sql`DELETE FROM addressed_mails WHERE sender = {:id}`, params)
    .exec(sql`UPDATE guild_members SET note = '' WHERE [[user]] = {:id} AND [[user]] <> ''`, params)
    .exec(
      sql`UPDATE access_group_people SET email = 'deleted-' || id, name = '', note = '', updated = {:now}
        WHERE claimedBy = {:id} AND claimedBy <> ''`,
      params,
    )
    .exec(
      sql`UPDATE gifts SET email = '', message = '', updated = {:now} WHERE claimedBy = {:id} AND claimedBy <> ''`,
      params,
    )
    .exec(
      sql`UPDATE membership_gifts SET email = '', message = '', updated = {:now}
        WHERE claimedBy = {:id} AND claimedBy <> ''`,
      params,
    )
    .exec(
      sql`UPDATE cases SET reporter = '' WHERE reporter = {:email} COLLATE NOCASE
        AND id IN (SELECT r.inCase FROM reports r WHERE r.[[user]] = {:id})`,
      params,
    )
    .run();
}

const MINE = sql`(SELECT x.id FROM products x WHERE x.store = {:id})`;
const GROUPS = sql`(SELECT x.id FROM access_groups x WHERE x.store = {:id})`;
const GUILDS = sql`(SELECT x.id FROM guilds x WHERE x.store = {:id})`;
const WEBHOOKS = sql`(SELECT x.id FROM webhooks x WHERE x.store = {:id})`;

/**
 * Makes a store that nobody runs any more a name on orders and invoices: what its artist wrote about themselves, their
 * programs, lists of other people and everything nobody bought goes. Files that somebody owns or ordered stay.
 */
export async function emptyStore(pb: PocketBase, storeId: string, now: Instant): Promise<void> {
  await pb.collection('stores').update(storeId, { logo: null, banner: null });
  const steps = transaction(pb);
  const params = { id: storeId, now: dateOf(now) };
  steps.exec(
    sql`UPDATE stores SET tagline = '', about = '', bannerAlt = '', socials = '{}', vacationNote = '', suspendedWhy = '',
      featured = '', traderName = '', traderAddress = '', traderContact = '', traderRegister = '', updated = {:now}
      WHERE id = {:id}`,
    params,
  );
  for (const step of LISTS) steps.exec(step, params);
  keepOwnedFiles(steps, params);
  await steps.run();
}

const LISTS = [
  sql`DELETE FROM webhook_deliveries WHERE webhook IN ${WEBHOOKS}`,
  sql`DELETE FROM webhooks WHERE store = {:id}`,
  sql`DELETE FROM saved_replies WHERE store = {:id}`,
  sql`DELETE FROM store_staff WHERE store = {:id}`,
  sql`DELETE FROM staff_deeds WHERE store = {:id}`,
  sql`DELETE FROM follows WHERE store = {:id}`,
  // What was ordered before stays divided: each line has its parts.
  sql`DELETE FROM product_partners WHERE owner = {:id}`,
  sql`DELETE FROM product_partners WHERE store = {:id}`,
  sql`DELETE FROM access_imports WHERE accessGroup IN ${GROUPS}`,
  sql`DELETE FROM claim_links WHERE person IN (SELECT p.id FROM access_group_people p WHERE p.accessGroup IN ${GROUPS})`,
  sql`DELETE FROM access_group_people WHERE accessGroup IN ${GROUPS} AND state <> 'claimed'`,
  sql`UPDATE access_group_people SET email = 'deleted-' || id, name = '', note = '', updated = {:now}
    WHERE accessGroup IN ${GROUPS}`,
  sql`DELETE FROM expected_members WHERE guild IN ${GUILDS}`,
  sql`DELETE FROM tenure_imports WHERE guild IN ${GUILDS}`,
  sql`UPDATE guild_members SET note = '' WHERE guild IN ${GUILDS} AND note <> ''`,
];

function keepOwnedFiles(steps: Transaction, params: { id: string; now: string }): void {
  steps.exec(
    sql`DELETE FROM product_files WHERE product IN ${MINE}
      AND NOT EXISTS (SELECT 1 FROM entitlements e WHERE e.product = product_files.product)
      AND NOT EXISTS (SELECT 1 FROM order_lines l WHERE l.product = product_files.product)`,
    params,
  );
}
