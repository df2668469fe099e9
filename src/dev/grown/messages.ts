import { notablesOf, personId, storeId } from './people.ts';
import { AGE_MS, DAY_MS, type Plan } from './plan.ts';
import { grownId } from './tables.ts';

/** Messages in one conversation. */
const LENGTH = 8;
const BETWEEN_MS = 20 * 60_000;
const UNREAD_SHARE = 0.1;
const PHRASES = [
  'Could you tell me which supports you use for the wings?',
  'It prints best tilted by thirty degrees, with medium supports.',
  'Thank you, that worked. The cloak came out perfectly this time.',
  'Is there a version for a 75 mm scale planned?',
  'I will add a hollowed file next week, everybody who owns it gets it.',
  'The file for the left arm seems to be missing from the archive.',
  'You are right, it is there now; please download it again.',
];

/** Adds conversations with their messages; the giant store has by far the most, a tenth of them unread. */
export function addMessages({ tables, chance, size, now, date }: Plan): void {
  const conversation = tables.into('conversations', [
    ...(['id', 'buyer', 'store', 'excerpt', 'excerptBy', 'lastNumber', 'lastAt', 'buyerReadTo'] as const),
    ...([
      'storeReadTo',
      'storeUnread',
      'buyerToldTo',
      'storeToldTo',
      'waitingSince',
      'created',
      'updated',
    ] as const),
  ]);
  const message = tables.into('messages', [
    ...(['id', 'conversation', 'number', 'by', 'author', 'kind', 'text', 'created', 'updated'] as const),
  ]);
  const firstBuyer = size.stores + 1;
  const crowd = size.people - firstBuyer;
  const paired = new Set<number>();
  let written = 0;
  for (let at = 0; written < size.messages; at++) {
    const isGiants = at < Math.min(size.conversations, crowd);
    const buyer = firstBuyer + (isGiants ? at : chance.below(crowd));
    const store = isGiants ? 0 : 1 + chance.popular(size.stores - 1);
    const key = buyer * size.stores + store;
    const length = Math.min(LENGTH, size.messages - written);
    if (paired.has(key)) {
      // In a small world everybody may have talked to everybody.
      if (paired.size >= crowd * size.stores || at > 20 * size.messages) return;
      continue;
    }
    paired.add(key);
    const id = grownId('q', at);
    const begun = now - AGE_MS + chance.below(AGE_MS - LENGTH * BETWEEN_MS);
    let text = '';
    for (let number = 1; number <= length; number++) {
      text = `${chance.pick(PHRASES)} ${chance.pick(PHRASES)}`;
      const sent = date(begun + number * BETWEEN_MS);
      const by = number % 2 === 1 ? 'buyer' : 'store';
      message({
        ...{ id: grownId('m', written++), conversation: id, number, by, kind: 'text', text },
        ...{ author: by === 'buyer' ? personId(buyer) : personId(store), created: sent, updated: sent },
      });
    }
    const last = date(begun + length * BETWEEN_MS);
    const by = length % 2 === 1 ? 'buyer' : 'store';
    const isUnread = chance.is(UNREAD_SHARE);
    conversation({
      ...{ id, buyer: personId(buyer), store: storeId(store), excerpt: text.slice(0, 120), excerptBy: by },
      ...{
        lastNumber: length,
        lastAt: last,
        buyerReadTo: length,
        storeReadTo: isUnread ? Math.max(0, length - 2) : length,
      },
      // The last but one is the buyer's where the store answered.
      ...{ storeUnread: isUnread ? 1 : 0, buyerToldTo: length, storeToldTo: length },
      ...{ waitingSince: by === 'buyer' ? last : '', created: date(begun), updated: last },
    });
  }
}

/** Older notifications that were read are deleted after half a year. */
const NOTIFIED_MS = 170 * DAY_MS;

/** Adds notifications; one person has far more than all others. A fifth is unread. */
export function addNotifications({ tables, chance, size, now, date }: Plan): void {
  const notification = tables.into('notifications', [
    ...(['id', 'user', 'kind', 'noteKey', 'title', 'path', 'shown', 'readAt', 'created', 'updated'] as const),
  ]);
  const { notified } = notablesOf(size.stores);
  for (let at = 0; at < size.notifications; at++) {
    const created = date(now - NOTIFIED_MS + Math.floor(NOTIFIED_MS * (at / size.notifications)));
    // One of so many is theirs, so that they are spread over time.
    const isTheirs = (at * size.notified) % size.notifications < size.notified;
    notification({
      ...{
        id: grownId('t', at),
        user: isTheirs ? notified : personId(chance.below(size.people)),
        kind: 'new-product',
      },
      ...{
        noteKey: `new-product:${grownId('m', at % size.products)}:${at}`,
        title: 'A new model in a store you follow',
      },
      ...{
        path: '/account/notifications',
        shown: 1,
        readAt: chance.is(0.8) ? created : '',
        created,
        updated: created,
      },
    });
  }
}
