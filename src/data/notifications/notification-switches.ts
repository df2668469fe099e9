import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type ChosenSwitch,
  isNotificationKind,
  type MailPace,
  type NotificationKind,
} from '../../domain/notifications/notification.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const w = tables.notificationSwitches.as('w');
const s = tables.stores.as('s');

const SWITCH = shape({
  kind: w.kind,
  storeId: w.store.orNull,
  storeName: s.name.or(null),
  inApp: w.inApp.as((inApp) => (inApp === null ? null : inApp === 'on')),
  mail: w.mail,
});
const STORE = shape({ name: s.name });

/** A stored choice, with the store's name for display. */
export type StoredSwitch = ChosenSwitch & { storeName: string | null };

/** All choices of a user, oldest first; switches they never changed are not included. */
export async function switchesOf(pb: PocketBase, userId: string): Promise<StoredSwitch[]> {
  const [rows] = await ask(
    pb,
    select(
      SWITCH,
      sql`SELECT ${SWITCH} FROM notification_switches w LEFT JOIN stores s ON s.id = w.store
        WHERE w.[[user]] = {:userId} ORDER BY w.created, w.id`,
      { userId },
    ),
  );
  return rows.filter((row): row is StoredSwitch => isNotificationKind(row.kind));
}

/**
 * Saves a choice. Null for a channel leaves its stored value; use `removeStoreSwitch` to remove a store's choice.
 * Notifications that wait for a digest move with it: to the other digest, or to no mail where mails are now off. With
 * 'now', they stay in the digest they wait for.
 */
export async function saveSwitch(
  pb: PocketBase,
  userId: string,
  { kind, storeId, inApp, mail }: ChosenSwitch,
  now: Instant,
): Promise<void> {
  await withSwitch(transaction(pb), userId, { kind, storeId, inApp, mail }, now).run();
}

/** Saves several choices at once, each as `saveSwitch` does. */
export async function saveSwitches(
  pb: PocketBase,
  userId: string,
  choices: readonly ChosenSwitch[],
  now: Instant,
): Promise<void> {
  const steps = transaction(pb);
  for (const choice of choices) withSwitch(steps, userId, choice, now);
  await steps.run();
}

/** Adds the steps that store a choice; its fields that are null stay as they were. */
export function withSwitch(
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

/** Moves notifications that wait for a digest to the newly chosen pace. */
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

/** Removes a user's choice for one store; the general choice applies again. */
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

/** A store's name; null where there is no such store. */
export async function nameOfStore(pb: PocketBase, storeId: string): Promise<string | null> {
  if (!isRecordId(storeId)) return null;
  const store = await first(
    pb,
    select(STORE, sql`SELECT ${STORE} FROM stores s WHERE s.id = {:storeId}`, { storeId }),
  );
  return store?.name ?? null;
}
