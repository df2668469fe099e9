import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { RetentionId } from '../../domain/site/retention.ts';
import { dateOf } from '../kernel/fields.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** What is done to what is stored too long. Each statement changes at most `{:most}` rows, and none twice. */

/** Stands where an address was that makes an order a gift. */
const DELETED = sql`'deleted'`;

const DEEDS: Record<RetentionId, readonly Sql[]> = {
  'mail-addresses': [
    sql`UPDATE mails SET [[to]] = '' WHERE id IN (SELECT m.id FROM mails m WHERE m.[[to]] <> ''
      AND m.state IN ('sent', 'failed') AND m.sendAfter < {:before} LIMIT {:most})`,
  ],
  'order-addresses': [
    sql`UPDATE orders SET email = '', giftMessage = '', giftEmail = iif(giftEmail = '', '', ${DELETED})
      WHERE id IN (SELECT o.id FROM orders o WHERE o.buyer = '' AND o.state <> 'pending' AND o.placedAt < {:before}
        AND (o.email <> '' OR o.giftMessage <> '' OR o.giftEmail NOT IN ('', ${DELETED})) LIMIT {:most})`,
  ],
  'order-people': [
    sql`UPDATE orders SET cardBrand = '', cardLast4 = '', vatId = '', paymentId = '', chargeId = '', sessionId = '',
      sessionUrl = '' WHERE id IN (SELECT o.id FROM orders o WHERE o.buyer = '' AND o.placedAt < {:before}
        AND o.state <> 'pending' AND (o.cardLast4 <> '' OR o.vatId <> '' OR o.paymentId <> '' OR o.sessionId <> '') LIMIT {:most})`,
  ],
  'invoice-people': [
    sql`DELETE FROM invoices WHERE id IN (SELECT i.id FROM invoices i WHERE i.issuedAt < {:before} LIMIT {:most})`,
  ],
  consents: [
    sql`DELETE FROM consents WHERE id IN (SELECT c.id FROM consents c WHERE c.created < {:before} LIMIT {:most})`,
  ],
  withdrawals: [
    sql`DELETE FROM withdrawals WHERE id IN (SELECT w.id FROM withdrawals w WHERE w.created < {:before} LIMIT {:most})`,
  ],
  'gifts-accepted': [
    sql`UPDATE gifts SET email = '', message = '' WHERE id IN (SELECT g.id FROM gifts g
      WHERE g.claimedAt <> '' AND g.claimedAt < {:before} AND (g.email <> '' OR g.message <> '') LIMIT {:most})`,
    sql`UPDATE membership_gifts SET email = '', message = '' WHERE id IN (SELECT g.id FROM membership_gifts g
      WHERE g.claimedAt <> '' AND g.claimedAt < {:before} AND (g.email <> '' OR g.message <> '') LIMIT {:most})`,
  ],
  'gifts-open': [
    sql`UPDATE gifts SET email = '', message = '' WHERE id IN (SELECT g.id FROM gifts g
      WHERE g.claimedAt = '' AND g.created < {:before} AND (g.email <> '' OR g.message <> '') LIMIT {:most})`,
    sql`UPDATE membership_gifts SET email = '', message = '' WHERE id IN (SELECT g.id FROM membership_gifts g
      WHERE g.claimedAt = '' AND g.created < {:before} AND (g.email <> '' OR g.message <> '') LIMIT {:most})`,
  ],
  cases: [
    // The reports first: a case without texts is done.
    sql`UPDATE reports SET text = '', name = '', email = '', [[user]] = '' WHERE id IN (SELECT r.id FROM reports r
      JOIN cases c ON c.id = r.inCase WHERE c.decidedAt <> '' AND c.decidedAt < {:before}
        AND c.state IN ('upheld', 'dismissed') AND (r.text <> '' OR r.email <> '' OR r.[[user]] <> '') LIMIT {:most})`,
    sql`UPDATE cases SET reporter = '', claim = '', answer = '', appeal = '', quote = '', accused = ''
      WHERE id IN (SELECT c.id FROM cases c WHERE c.decidedAt <> '' AND c.decidedAt < {:before}
        AND c.state IN ('upheld', 'dismissed') AND (c.claim <> '' OR c.accused <> '' OR c.quote <> '') LIMIT {:most})`,
  ],
  'audit-log': [
    sql`DELETE FROM audit_log WHERE id IN (SELECT a.id FROM audit_log a WHERE a.created < {:before} LIMIT {:most})`,
  ],
  'desk-names': [
    sql`UPDATE takedowns SET startedByName = '', startedBy = '' WHERE id IN (SELECT t.id FROM takedowns t
      WHERE t.created < {:before} AND t.startedByName <> '' LIMIT {:most})`,
    sql`UPDATE dead_letter_closings SET byName = '', [[by]] = '' WHERE id IN (SELECT d.id FROM dead_letter_closings d
      WHERE d.created < {:before} AND d.byName <> '' LIMIT {:most})`,
  ],
  // The last terms before that moment still say what a price was then.
  'price-terms': [
    sql`DELETE FROM price_terms WHERE id IN (SELECT t.id FROM price_terms t WHERE t.since < {:before}
      AND EXISTS (SELECT 1 FROM price_terms n WHERE n.product = t.product AND n.since > t.since AND n.since < {:before})
      LIMIT {:most})`,
  ],
  'unmatched-addresses': [
    sql`UPDATE unmatched_payments SET email = '' WHERE id IN (SELECT u.id FROM unmatched_payments u
      WHERE u.state IN ('refunded', 'delivered') AND u.email <> '' AND u.updated < {:before} LIMIT {:most})`,
  ],
  'member-numbers': [
    sql`UPDATE guild_members SET customerId = '', licenceKey = '' WHERE id IN (SELECT m.id FROM guild_members m
      WHERE m.[[user]] = '' AND m.subscriptionId = '' AND m.updated < {:before}
        AND (m.customerId <> '' OR m.licenceKey <> '') LIMIT {:most})`,
    sql`UPDATE guild_joinings SET customerId = '', sessionId = '', sessionUrl = '' WHERE id IN
      (SELECT j.id FROM guild_joinings j WHERE j.[[user]] = '' AND j.state <> 'pending' AND j.updated < {:before}
        AND (j.customerId <> '' OR j.sessionId <> '') LIMIT {:most})`,
  ],
  'seller-names': [
    sql`UPDATE business_accounts SET legalName = '', vatId = '' WHERE id IN (SELECT b.id FROM business_accounts b
      JOIN stores s ON s.id = b.store WHERE s.owner = '' AND s.updated < {:before}
        AND (b.legalName <> '' OR b.vatId <> '') LIMIT {:most})`,
  ],
};

/** Does what a rule says with what is older than `before`, at most `most` rows of each kind. Answers how many changed. */
export async function applyRetention(
  pb: PocketBase,
  id: RetentionId,
  before: Instant,
  most: number,
): Promise<number> {
  const steps = transaction(pb);
  const changed = DEEDS[id].map((deed) => steps.count(deed, { before: dateOf(before), most }));
  await steps.run();
  return changed.reduce((sum, { rows }) => sum + rows, 0);
}
