import { counted } from '../kernel/plural.ts';
import { KIND_FACTS, NOTIFICATION_KINDS, type NotificationKind } from './notification-kinds.ts';

/** The kinds of which those of one store and one day stand in one row. */
export const GROUPED_KINDS: readonly NotificationKind[] = NOTIFICATION_KINDS.filter(
  (kind) => KIND_FACTS[kind].many !== undefined,
);

/**
 * What a row of the list says: its notification alone, or how many of its kind there are: "Deepdelve: 4 new models".
 * @param group.title of the newest
 * @param group.storeName null where the store is gone
 */
export function groupTitle({
  kind,
  count,
  title,
  storeName,
}: {
  kind: NotificationKind;
  count: number;
  title: string;
  storeName: string | null;
}): string {
  const { many } = KIND_FACTS[kind];
  if (count < 2 || many === undefined) return title;
  const what = counted(count, ...many);
  return storeName === null ? what : `${storeName}: ${what}`;
}
