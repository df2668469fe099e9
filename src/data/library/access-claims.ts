import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { LINKS_PER_PERSON } from '../../domain/library/access-group.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { type LicenceTexts, withLicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type ChangedRows, type Transaction, transaction } from '../kernel/transaction.ts';
import { type AddressedMail, withAddressedMail } from '../notifications/addressed-mails.ts';
import { withMail } from '../notifications/mails.ts';

/** Delivery of an access group's products: by link, by confirmed address, and to people who claimed earlier. */

const m = tables.accessGroupPeople.as('m');
const g = tables.accessGroups.as('g');
const d = tables.accessGroupProducts.as('d');
const s = tables.stores.as('s');
const u = tables.users.as('u');

const OFFER = {
  personId: m.id,
  state: m.state,
  claimedBy: m.claimedBy,
  groupId: g.id,
  groupName: g.name,
  store: { id: s.id, name: s.name, state: s.state },
};
const OFFER_ROW = shape(OFFER);
const CLAIMED = shape({ id: m.id });
const INVITED = shape({
  email: u.email,
  verified: u.verified,
  isInvited: value(
    sql`EXISTS (SELECT 1 FROM access_group_people p WHERE p.email = lower(u.email) AND p.state = 'invited')`,
    flag,
  ),
});
const UNDELIVERED = shape({ id: d.id, groupId: d.accessGroup, productId: d.product });

const FOR_SELLING = sql`instr(pr.licences, '"merchant"') > 0`;
const FOR_ONESELF = sql`instr(pr.licences, '"personal"') > 0`;
/** Picks a value by the product's licences; a product without any counts as personal. */
const byLicences = (both: Sql, merchant: Sql, personal: Sql) =>
  sql`CASE WHEN ${FOR_SELLING} AND ${FOR_ONESELF} THEN ${both} WHEN ${FOR_SELLING} THEN ${merchant} ELSE ${personal} END`;

const NOT_SUSPENDED = sql`EXISTS (SELECT 1 FROM access_groups g JOIN stores s ON s.id = g.store
  WHERE g.id = access_group_people.accessGroup AND s.state <> 'suspended')`;

/**
 * Grants the products of their groups to people who have claimed; existing grants stay unchanged. A suspended product is
 * skipped and marked as not delivered. The grant's source is the group's person, not the account: grants of deleted
 * accounts lose their owner, and those of two people must stay distinct.
 * @param who SQL condition on the person `p`, such as "p.id = {:person}", over names in `params`.
 * @param more.product limits the grants to one product; `more.most` limits their number.
 * @returns the number of grants added.
 */
export function withGrants(
  steps: Transaction,
  who: Sql,
  params: Record<string, unknown>,
  texts: LicenceTexts,
  at: Instant,
  more: { product?: string; most?: number } = {},
): ChangedRows {
  const now = dateOf(at);
  const { product = '', most = -1 } = more;
  withLicenceTexts(steps, Object.values(texts), now).exec(
    sql`UPDATE access_group_products SET deliveredAt = '', updated = {:now} WHERE deliveredAt <> ''
        AND accessGroup IN (SELECT p.accessGroup FROM access_group_people p WHERE ${who})
        AND product IN (SELECT id FROM products WHERE state = 'suspended')`,
    { ...params, now },
  );
  return steps.count(
    sql`INSERT OR IGNORE INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt,
          revokedAt, revocation, created, updated)
        SELECT ${NEW_ID_SQL}, p.claimedBy, gp.product, 'access_group', p.id,
          ${byLicences(sql`'["personal","merchant"]'`, sql`'["merchant"]'`, sql`'["personal"]'`)},
          ${byLicences(sql`{:both}`, sql`{:merchant}`, sql`{:personal}`)}, {:now}, '', '', {:now}, {:now}
        FROM access_group_people p JOIN access_group_products gp ON gp.accessGroup = p.accessGroup
          JOIN products pr ON pr.id = gp.product
        WHERE p.state = 'claimed' AND p.claimedBy <> '' AND pr.state <> 'suspended'
          AND ({:product} = '' OR gp.product = {:product}) AND (${who})
          AND NOT EXISTS (SELECT 1 FROM entitlements e WHERE e.user = p.claimedBy AND e.product = gp.product
            AND e.source = 'access_group' AND e.sourceId = p.id)
        LIMIT {:most}`,
    {
      ...params,
      both: texts.both.key,
      merchant: texts.merchant.key,
      personal: texts.personal.key,
      product,
      most,
      now,
    },
  );
}

/** What a claim link offers: the person it was made for, the group and the store. */
export type ClaimOffer = RowOf<typeof OFFER>;

/** The offer behind the link with this hash; null if there is none. */
export async function claimOfferByHash(pb: PocketBase, tokenHash: string): Promise<ClaimOffer | null> {
  return first(
    pb,
    select(
      OFFER_ROW,
      sql`SELECT ${OFFER_ROW} FROM claim_links l CROSS JOIN access_group_people m ON m.id = l.person
          CROSS JOIN access_groups g ON g.id = m.accessGroup CROSS JOIN stores s ON s.id = g.store
        WHERE l.tokenHash = {:tokenHash}`,
      { tokenHash },
    ),
  );
}

/** Whether an account has claimed in a group, by any address. */
export async function hasClaimedIn(pb: PocketBase, groupId: string, userId: string): Promise<boolean> {
  const [people] = await ask(
    pb,
    select(
      CLAIMED,
      sql`SELECT ${CLAIMED} FROM access_group_people m
        WHERE m.accessGroup = {:groupId} AND m.claimedBy = {:userId} AND m.state = 'claimed' LIMIT 1`,
      { groupId, userId },
    ),
  );
  return people.length > 0;
}

/** Claims a link for an account and grants everything in the group. False if the link can no longer be claimed. */
export async function claimByLink(
  pb: PocketBase,
  { personId, tokenHash, userId }: { personId: string; tokenHash: string; userId: string },
  texts: LicenceTexts,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE access_group_people SET state = 'claimed', claimedBy = {:userId}, claimedAt = {:now}, updated = {:now}
      WHERE id = {:personId} AND state = 'invited' AND ${NOT_SUSPENDED}
        AND EXISTS (SELECT 1 FROM claim_links l WHERE l.person = {:personId} AND l.tokenHash = {:tokenHash})
        AND NOT EXISTS (SELECT 1 FROM access_group_people o WHERE o.accessGroup = access_group_people.accessGroup
          AND o.claimedBy = {:userId} AND o.state = 'claimed')`,
    { personId, userId, tokenHash, now: dateOf(at) },
    { expect: 1, else: 'taken' },
  );
  withGrants(steps, sql`p.id = {:personId}`, { personId }, texts, at);
  return (await refusalOf(steps, ['taken'])) === null;
}

/**
 * Claims all invitations to an account's address, if that address is confirmed. Runs at every sign-in; for most users it
 * costs one index lookup.
 * @returns the number of invitations claimed.
 */
export async function claimByAddress(
  pb: PocketBase,
  userId: string,
  texts: LicenceTexts,
  at: Instant,
): Promise<number> {
  if (!isRecordId(userId)) return 0;
  const user = await first(
    pb,
    select(INVITED, sql`SELECT ${INVITED} FROM users u WHERE u.id = {:userId}`, { userId }),
  );
  if (!user?.verified) return 0;
  // SQLite lowers ASCII letters only: about other addresses it cannot tell.
  if (!user.isInvited && /^[ -~]*$/.test(user.email)) return 0;
  const email = user.email.normalize('NFC').toLowerCase();
  const now = dateOf(at);
  const steps = transaction(pb);
  const claimed = steps.count(
    sql`UPDATE access_group_people SET state = 'claimed', claimedBy = {:userId}, claimedAt = {:now}, updated = {:now}
      WHERE email = {:email} AND state = 'invited' AND ${NOT_SUSPENDED}
        AND EXISTS (SELECT 1 FROM users u WHERE u.id = {:userId} AND u.verified = TRUE AND u.suspended = FALSE
          AND u.email = {:storedEmail})`,
    { userId, email, storedEmail: user.email, now },
  );
  withGrants(steps, sql`p.claimedBy = {:userId} AND p.claimedAt = {:now}`, { userId, now }, texts, at);
  await steps.run();
  return claimed.rows;
}

/** Group products that are not delivered yet to everyone who had claimed before they were added. */
export async function undeliveredGroupProducts(
  pb: PocketBase,
  limit: number,
): Promise<{ id: string; groupId: string; productId: string }[]> {
  const [products] = await ask(
    pb,
    select(
      UNDELIVERED,
      sql`SELECT ${UNDELIVERED} FROM access_group_products d CROSS JOIN products p ON p.id = d.product
        WHERE d.deliveredAt = '' AND p.state <> 'suspended' ORDER BY d.created, d.id LIMIT {:limit}`,
      { limit },
    ),
  );
  return products;
}

/** Number of grants per transaction: more would block the database for too long. */
const GRANTS_AT_ONCE = 2000;

/** Grants a group product to everyone who has claimed and does not have it. */
export async function deliverGroupProduct(
  pb: PocketBase,
  due: { id: string; groupId: string; productId: string },
  texts: LicenceTexts,
  at: Instant,
): Promise<void> {
  const { groupId, productId: product } = due;
  for (;;) {
    const steps = transaction(pb);
    const granted = withGrants(steps, sql`p.accessGroup = {:groupId}`, { groupId }, texts, at, {
      product,
      most: GRANTS_AT_ONCE,
    });
    await steps.run();
    if (granted.rows === 0) break;
  }
  await transaction(pb)
    .exec(
      sql`UPDATE access_group_products SET deliveredAt = {:now}, updated = {:now} WHERE id = {:id} AND deliveredAt = ''
        AND product IN (SELECT id FROM products WHERE state <> 'suspended')`,
      { id: due.id, now: dateOf(at) },
    )
    .run();
}

/** Adds a link for a person who has not claimed. False if there is no such person, or they have too many links. */
export async function addClaimLink(
  pb: PocketBase,
  personId: string,
  tokenHash: string,
  at: Instant,
): Promise<boolean> {
  const steps = withLink(transaction(pb), personId, tokenHash, at);
  return (await refusalOf(steps, ['no-link'])) === null;
}

function withLink(steps: Transaction, personId: string, tokenHash: string, at: Instant): Transaction {
  return steps.exec(
    sql`INSERT INTO claim_links (id, person, tokenHash, created)
      SELECT ${NEW_ID_SQL}, id, {:tokenHash}, {:now} FROM access_group_people
      WHERE id = {:personId} AND state = 'invited'
        AND (SELECT count(*) FROM claim_links WHERE person = {:personId}) < {:most}`,
    { personId, tokenHash, most: LINKS_PER_PERSON, now: dateOf(at) },
    { expect: 1, else: 'no-link' },
  );
}

/**
 * Mails a new link to a person who has not claimed. `no-link` if they have claimed meanwhile or a concurrent mail was queued,
 * `addressed` if the mail may not be sent to this address.
 */
export async function mailLink(
  pb: PocketBase,
  person: { id: string; mails: number },
  tokenHash: string,
  mail: Mail,
  addressed: AddressedMail,
  at: Instant,
  dueAt: Instant = at,
): Promise<'no-link' | 'addressed' | null> {
  const steps = transaction(pb).exec(
    sql`UPDATE access_group_people SET mails = mails + 1, mailedAt = {:now}, updated = {:now}
      WHERE id = {:id} AND state = 'invited' AND mails = {:mails}`,
    { id: person.id, mails: person.mails, now: dateOf(at) },
    { expect: 1, else: 'no-link' },
  );
  withLink(steps, person.id, tokenHash, at);
  withAddressedMail(steps, addressed, at);
  withMail(steps, mail, at, dueAt);
  return refusalOf(steps, ['no-link', 'addressed']);
}

/** Leaves a person out of reminders for as long as after a mail, without counting one. */
export async function postponeReminder(
  pb: PocketBase,
  { id, mails }: { id: string; mails: number },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE access_group_people SET mailedAt = {:now}, updated = {:now} WHERE id = {:id} AND mails = {:mails}`,
      { id, mails, now: dateOf(at) },
    )
    .run();
}
