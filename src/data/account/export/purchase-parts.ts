import { sql } from '../../kernel/sql.ts';
import { tables } from '../../kernel/tables.ts';
import type { ExportPart } from './part.ts';
import { wholeRow } from './whole-row.ts';

/** What a person bought: orders and memberships, and all that belongs to them. */
export const PURCHASE_PARTS: readonly ExportPart[] = [
  {
    file: 'orders',
    holds: 'your orders; amounts are in cents',
    collection: 'orders',
    rows: sql`SELECT r.id, ${wholeRow(tables.orders)} AS [[row]]
      FROM orders r WHERE r.buyer = {:user}`,
  },
  {
    file: 'order-lines',
    holds: 'the products of your orders',
    collection: 'order_lines',
    rows: sql`SELECT r.id, ${wholeRow(tables.orderLines)} AS [[row]]
      FROM orders o CROSS JOIN order_lines r ON r.[[order]] = o.id WHERE o.buyer = {:user}`,
  },
  {
    file: 'coupons-used',
    holds: 'coupons you used',
    collection: 'coupon_uses',
    rows: sql`SELECT r.id, ${wholeRow(tables.couponUses, sql`'code', c.code`)} AS [[row]]
      FROM (SELECT DISTINCT l.coupon, l.[[order]] FROM orders o CROSS JOIN order_lines l ON l.[[order]] = o.id
          WHERE o.buyer = {:user} AND l.coupon <> '') used
        CROSS JOIN coupon_uses r ON r.coupon = used.coupon AND r.[[order]] = used.[[order]]
        LEFT JOIN coupons c ON c.id = r.coupon WHERE TRUE`,
  },
  {
    file: 'invoices',
    holds: 'invoices and credit notes of your orders, memberships and seller plan',
    collection: 'invoices',
    rows: sql`SELECT r.id, ${wholeRow(tables.invoices)} AS [[row]]
      FROM (SELECT i.id FROM orders o CROSS JOIN invoices i ON i.[[order]] = o.id WHERE o.buyer = {:user}
          UNION SELECT i.id FROM invoices i WHERE i.payer = {:user} AND i.payer <> '') mine
        CROSS JOIN invoices r ON r.id = mine.id WHERE TRUE`,
  },
  {
    file: 'consents',
    holds: 'what you agreed to when you bought or joined',
    collection: 'consents',
    rows: sql`SELECT r.id, ${wholeRow(tables.consents)} AS [[row]]
      FROM (SELECT c.id FROM orders o CROSS JOIN consents c ON c.[[order]] = o.id
          WHERE o.buyer = {:user} AND c.[[order]] <> ''
          UNION SELECT c.id FROM guild_joinings j CROSS JOIN consents c ON c.joining = j.id
          WHERE j.[[user]] = {:user} AND c.joining <> '') mine
        CROSS JOIN consents r ON r.id = mine.id WHERE TRUE`,
  },
  {
    file: 'withdrawals',
    holds: 'withdrawals from contracts of your orders, memberships and seller plan',
    collection: 'withdrawals',
    rows: sql`SELECT r.id, ${wholeRow(tables.withdrawals)} AS [[row]]
      FROM (SELECT w.id FROM orders o CROSS JOIN withdrawals w ON w.[[order]] = o.id WHERE o.buyer = {:user}
          UNION SELECT w.id FROM withdrawals w WHERE w.payer = {:user} AND w.payer <> '') mine
        CROSS JOIN withdrawals r ON r.id = mine.id WHERE TRUE`,
  },
  {
    file: 'refunds',
    holds: 'refunds of your orders',
    collection: 'refunds',
    rows: sql`SELECT r.id, ${wholeRow(tables.refunds)} AS [[row]]
      FROM orders o CROSS JOIN refunds r ON r.[[order]] = o.id WHERE o.buyer = {:user}`,
  },
  {
    file: 'disputes',
    holds: 'payments that your bank disputed',
    collection: 'disputes',
    rows: sql`SELECT r.id, ${wholeRow(tables.disputes)} AS [[row]]
      FROM orders o CROSS JOIN disputes r ON r.[[order]] = o.id WHERE o.buyer = {:user}`,
  },
  {
    file: 'refund-requests',
    holds: 'refunds you asked for',
    collection: 'refund_requests',
    rows: sql`SELECT r.id, ${wholeRow(tables.refundRequests)} AS [[row]]
      FROM orders o CROSS JOIN order_lines l ON l.[[order]] = o.id CROSS JOIN refund_requests r ON r.line = l.id
      WHERE o.buyer = {:user}`,
  },
  {
    file: 'gifts',
    holds: 'gifts you gave or accepted',
    collection: 'gifts',
    rows: sql`SELECT r.id, json_object('id', r.id, 'order', r.[[order]], 'given', json(iif(r.giver = {:user}, 'true', 'false')), 'email', r.email,
        'message', r.message, 'claimedAt', r.claimedAt, 'created', r.created) AS [[row]]
      FROM (SELECT o.id FROM orders o WHERE o.buyer = {:user}
          UNION SELECT e.sourceId FROM entitlements e WHERE e.[[user]] = {:user} AND e.source = 'gift') mine
        CROSS JOIN gifts r ON r.[[order]] = mine.id
      WHERE (r.giver = {:user} OR r.claimedBy = {:user})`,
  },
  {
    file: 'gifts-of-memberships',
    holds: 'memberships you gave or accepted as a gift',
    collection: 'membership_gifts',
    rows: sql`SELECT r.id, json_object('id', r.id, 'order', iif(r.giver = {:user}, r.[[order]], ''),
        'given', json(iif(r.giver = {:user}, 'true', 'false')), 'guild', r.guild, 'guildName', g.name, 'tier', r.tier,
        'tierName', t.name, 'months', r.months, 'email', iif(r.giver = {:user}, r.email, ''), 'message', r.message,
        'deliverAt', r.deliverAt, 'deliveredAt', r.deliveredAt, 'claimedAt', r.claimedAt, 'expiresAt', r.expiresAt,
        'endedAt', r.endedAt, 'endReason', r.endReason, 'created', r.created) AS [[row]]
      FROM (SELECT b.id FROM membership_gifts b WHERE b.giver = {:user}
          UNION SELECT c.id FROM membership_gifts c WHERE c.claimedBy = {:user} AND c.claimedBy <> '') mine
        CROSS JOIN membership_gifts r ON r.id = mine.id LEFT JOIN guilds g ON g.id = r.guild LEFT JOIN guild_tiers t ON t.id = r.tier
      WHERE r.id <> ''`,
  },
  {
    file: 'memberships',
    holds: 'guilds you are or were in',
    collection: 'guild_members',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildMembers, sql`'guildName', g.name, 'tierName', t.name`)} AS [[row]]
      FROM guild_members r LEFT JOIN guilds g ON g.id = r.guild LEFT JOIN guild_tiers t ON t.id = r.tier
      WHERE r.[[user]] = {:user}`,
  },
  {
    file: 'membership-periods',
    holds: 'the months of your memberships',
    collection: 'membership_periods',
    rows: sql`SELECT r.id, ${wholeRow(tables.membershipPeriods)} AS [[row]]
      FROM guild_members m CROSS JOIN membership_periods r ON r.member = m.id WHERE m.[[user]] = {:user}`,
  },
  {
    file: 'membership-payments',
    holds: 'what you paid for memberships',
    collection: 'guild_payments',
    rows: sql`SELECT r.id, json_object('id', r.id, 'member', r.member, 'tier', r.tier, 'kind', r.kind, 'state', r.state, 'paidCents', r.paidCents,
        'taxCents', r.taxCents, 'refundedCents', r.refundedCents, 'paidAt', r.paidAt, 'number', r.number,
        'document', iif(r.isBilledElsewhere, 'invoice of the payment provider, linked in your account under Payments',
          'in invoices.json')) AS [[row]]
      FROM guild_members m CROSS JOIN guild_payments r ON r.member = m.id WHERE m.[[user]] = {:user}`,
  },
  {
    file: 'membership-deliveries',
    holds: 'what you received as a member',
    collection: 'guild_handouts',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildHandouts)} AS [[row]]
      FROM guild_members m CROSS JOIN guild_handouts r ON r.member = m.id WHERE m.[[user]] = {:user}`,
  },
  {
    file: 'membership-checkouts',
    holds: 'memberships you began to pay',
    collection: 'guild_joinings',
    rows: sql`SELECT r.id, ${wholeRow(tables.guildJoinings)} AS [[row]]
      FROM guild_joinings r WHERE r.[[user]] = {:user}`,
  },
];
