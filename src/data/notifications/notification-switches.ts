import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type ChosenSwitch,
  isNotificationKind,
  type MailPace,
  type NotificationKind,
} from '../../domain/notifications/notification.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { NotificationSwitchesRecord, StoresRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

/** A choice about one store, with the store's name to show it by. */
export type StoredSwitch = ChosenSwitch & { storeName: string | null };

/** Everything a person chose, oldest first. What he never touched is not among it. */
export async function switchesOf(pb: PocketBase, userId: string): Promise<StoredSwitch[]> {
  const rows = await pb
    .collection('notification_switches')
    .getFullList<NotificationSwitchesRecord & { expand?: { store?: StoresRecord } }>({
      filter: pb.filter('user = {:userId}', { userId }),
      sort: 'created,id',
      expand: 'store',
    });
  return rows.flatMap((row): StoredSwitch[] =>
    isNotificationKind(row.kind)
      ? [
          {
            kind: row.kind,
            storeId: row.store === '' ? null : row.store,
            storeName: row.expand?.store?.name ?? null,
            inApp: row.inApp === '' ? null : row.inApp === 'on',
            mail: row.mail === '' ? null : row.mail,
          },
        ]
      : [],
  );
}

/**
 * Keeps a choice. Null of a half leaves that half as it was kept; see `removeStoreSwitch` for taking a store's choice back.
 * What waits for a digest follows at once: it is not mailed where mails are off now, and waits for the other digest where
 * that was chosen. What is to come at once from now on leaves the rest to the digest it waits for.
 */
export async function saveSwitch(
  pb: PocketBase,
  userId: string,
  { kind, storeId, inApp, mail }: ChosenSwitch,
  now: Instant,
): Promise<void> {
  await withSwitch(transaction(pb), userId, { kind, storeId, inApp, mail }, now).run();
}

function withSwitch(
  steps: Transaction,
  userId: string,
  { kind, storeId, inApp, mail }: ChosenSwitch,
  now: Instant,
): Transaction {
  const params = { userId, kind, store: storeId ?? '' };
  steps.exec(
    sql`INSERT INTO notification_switches (id, [[user]], kind, store, inApp, mail, created, updated)
      VALUES (${NEW_ID_SQL}, {:userId}, {:kind}, {:store}, {:inApp}, {:mail}, {:now}, {:now})
      ON CONFLICT ([[user]], kind, store) DO UPDATE SET inApp = iif(excluded.inApp = '', inApp, excluded.inApp),
        mail = iif(excluded.mail = '', mail, excluded.mail), updated = excluded.updated`,
    {
      ...params,
      inApp: inApp === null ? '' : inApp ? 'on' : 'off',
      mail: mail ?? '',
      now: dateOf(now),
    },
  );
  return mail === null || mail === 'now' ? steps : withWaiting(steps, params, mail);
}

/** Moves what waits for a digest to where the person's choice of now puts it. */
function withWaiting(
  steps: Transaction,
  params: { userId: string; kind: string; store: string },
  mail: Exclude<MailPace, 'now'>,
): Transaction {
  return steps.exec(
    sql`UPDATE notifications SET mail = {:mail} WHERE [[user]] = {:userId} AND kind = {:kind}
      AND mail IN ('daily', 'weekly') AND (
        ({:store} <> '' AND store = {:store})
        OR ({:store} = '' AND NOT EXISTS (SELECT 1 FROM notification_switches s WHERE s.[[user]] = {:userId}
          AND s.kind = {:kind} AND s.store = notifications.store AND s.store <> '' AND s.mail <> '')))`,
    { ...params, mail: mail === 'off' ? '' : mail },
  );
}

/** Takes back what a person chose for one store: it is told again as the kind is in general. */
export async function removeStoreSwitch(
  pb: PocketBase,
  userId: string,
  kind: NotificationKind,
  storeId: string,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`DELETE FROM notification_switches WHERE [[user]] = {:userId} AND kind = {:kind} AND store = {:storeId} AND store <> ''`,
      { userId, kind, storeId },
    )
    .run();
}

/** The name of a store somebody may make an exception for; null where there is none. */
export async function nameOfStore(pb: PocketBase, storeId: string): Promise<string | null> {
  if (!isRecordId(storeId)) return null;
  return (await orNull(pb.collection('stores').getOne<StoresRecord>(storeId)))?.name ?? null;
}
