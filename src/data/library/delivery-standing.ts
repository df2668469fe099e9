import type PocketBase from 'pocketbase';
import type { StoreState } from '../../domain/catalogue/store.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { DELIVERY_SHARES_DAYS, type DeliveryStanding } from '../../domain/library/delivery-mails.ts';
import { ADDRESSED_WITHIN_MS } from '../../domain/notifications/addressed-mail.ts';
import type { BusinessAccountState } from '../../domain/payments/business-account.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

interface Row {
  state: StoreState | '';
  openedAt: string;
  account: BusinessAccountState | '';
  isOff: number;
  approved: number;
  today: number;
  sent: number;
  claimed: number;
  bounced: number;
  stopped: number;
}

const STANDING = sql`SELECT s.state AS state, s.openedAt AS openedAt, s.deliveryMailsOff AS isOff,
    s.deliveryMailsADay AS approved,
    coalesce((SELECT b.state FROM business_accounts b WHERE b.store = s.id), '') AS account,
    (SELECT count(*) FROM addressed_mails a WHERE a.sender = s.id AND a.kind = 'access'
      AND a.created > {:day}) AS today,
    (SELECT count(*) FROM addressed_mails a WHERE a.sender = s.id AND a.kind = 'access'
      AND a.created > {:month}) AS sent,
    (SELECT count(*) FROM access_groups g JOIN access_group_people p ON p.accessGroup = g.id
      WHERE g.store = s.id AND p.state = 'claimed' AND p.mailedAt > {:month}) AS claimed,
    (SELECT count(*) FROM addressed_mails a JOIN mails m ON m.mailKey = a.mailKey
      WHERE a.sender = s.id AND a.kind = 'access' AND a.created > {:month} AND m.bounced = TRUE) AS bounced,
    (SELECT count(*) FROM mail_stops t WHERE t.sender = s.id AND t.sender <> '' AND t.kind = 'access'
      AND t.created > {:month}) AS stopped
  FROM stores s WHERE s.id = {:storeId}`;

/** What decides how many delivery mails a store may send; of a store that does not exist, none. */
export async function deliveryStanding(
  pb: PocketBase,
  storeId: string,
  now: Instant,
): Promise<DeliveryStanding> {
  const [[row]] = await ask(
    pb,
    query<Row>(
      STANDING,
      {
        storeId,
        day: dateOf(now - ADDRESSED_WITHIN_MS),
        month: dateOf(now - DELIVERY_SHARES_DAYS * 86_400_000),
      },
      [
        ...(['state', 'openedAt', 'account', 'isOff', 'approved'] as const),
        ...(['today', 'sent', 'claimed', 'bounced', 'stopped'] as const),
      ],
    ),
  );
  return {
    state: row?.state || 'closed',
    openedAt: instantOf(row?.openedAt ?? ''),
    account: row?.account || 'none',
    isOff: row?.isOff === 1,
    approved: row && row.approved > 0 ? row.approved : null,
    today: row?.today ?? 0,
    sent: row?.sent ?? 0,
    claimed: row?.claimed ?? 0,
    bounced: row?.bounced ?? 0,
    stopped: row?.stopped ?? 0,
  };
}
