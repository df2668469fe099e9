import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { DELIVERY_SHARES_DAYS, type DeliveryStanding } from '../../domain/library/delivery-mails.ts';
import { ADDRESSED_WITHIN_MS } from '../../domain/notifications/addressed-mail.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const s = tables.stores.as('s');
const b = tables.businessAccounts.as('b');

const count = (found: Sql) => value(sql`(SELECT count(*) FROM ${found})`, number);
/** What the store `s` sent since `{:day}` or `{:month}`, with what became of it. */
const STANDING = shape({
  state: s.state,
  openedAt: s.openedAt,
  account: b.state.or('none' as const),
  isOff: s.deliveryMailsOff,
  approved: s.deliveryMailsADay.orNull,
  today: count(sql`addressed_mails a WHERE a.sender = s.id AND a.kind = 'access' AND a.created > {:day}`),
  sent: count(sql`addressed_mails a WHERE a.sender = s.id AND a.kind = 'access' AND a.created > {:month}`),
  claimed: count(sql`access_groups g JOIN access_group_people p ON p.accessGroup = g.id
    WHERE g.store = s.id AND p.state = 'claimed' AND p.mailedAt > {:month}`),
  bounced: count(sql`addressed_mails a JOIN mails m ON m.mailKey = a.mailKey
    WHERE a.sender = s.id AND a.kind = 'access' AND a.created > {:month} AND m.bounced = TRUE`),
  stopped: count(sql`mail_stops t WHERE t.sender = s.id AND t.sender <> '' AND t.kind = 'access'
    AND t.created > {:month}`),
});
const NONE: DeliveryStanding = {
  ...{ state: 'closed', openedAt: null, account: 'none', isOff: false, approved: null },
  ...{ today: 0, sent: 0, claimed: 0, bounced: 0, stopped: 0 },
};

/** What decides how many delivery mails a store may send; of a store that does not exist, none. */
export async function deliveryStanding(
  pb: PocketBase,
  storeId: string,
  now: Instant,
): Promise<DeliveryStanding> {
  const standing = await first(
    pb,
    select(
      STANDING,
      sql`SELECT ${STANDING} FROM stores s LEFT JOIN business_accounts b ON b.store = s.id WHERE s.id = {:storeId}`,
      {
        storeId,
        day: dateOf(now - ADDRESSED_WITHIN_MS),
        month: dateOf(now - DELIVERY_SHARES_DAYS * 86_400_000),
      },
    ),
  );
  return standing ?? NONE;
}
