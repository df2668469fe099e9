import { SIDES } from '../../domain/live.ts';
import { EXCERPT_MAX } from '../../domain/message.ts';
import { choice, closed, count, created, dropper, link, text, updated } from './fields.ts';

/**
 * What a buyer and a store say to each other; one a pair. Each side has its own counters, which only the guarded batch
 * moves: how far it has read, and how many messages of the other it has not. A side that is deleted leaves the other's
 * conversation as it is.
 */
migrate((app) => {
  const sided = (name: string) => SIDES.map((side) => ({ name: `${side}${name}` }));
  app.save(
    new Collection({
      type: 'base',
      name: 'conversations',
      ...closed,
      fields: [
        link('buyer', app.findCollectionByNameOrId('users')),
        link('store', app.findCollectionByNameOrId('stores')),
        // What it is about now; a message keeps what it was written about.
        link('product', app.findCollectionByNameOrId('products')),
        link('order', app.findCollectionByNameOrId('orders')),
        text('excerpt', EXCERPT_MAX * 4),
        choice('excerptBy', [...SIDES, 'house']),
        count('lastNumber'),
        { type: 'date', name: 'lastAt' },
        ...sided('ReadTo').map(({ name }) => count(name)),
        ...sided('Unread').map(({ name }) => count(name)),
        // Up to which message each side was written to by mail.
        ...sided('ToldTo').map(({ name }) => count(name)),
        ...[...sided('Blocked'), ...sided('Left')].map(({ name }) => ({ type: 'bool', name })),
        // Since when the buyer waits for an answer; empty while he does not.
        { type: 'date', name: 'waitingSince' },
        created,
        updated,
      ],
      indexes: [
        "CREATE UNIQUE INDEX conversations_pair ON conversations (buyer, store) WHERE buyer <> '' AND store <> ''",
        'CREATE INDEX conversations_buyer ON conversations (buyer, lastAt)',
        'CREATE INDEX conversations_store ON conversations (store, lastAt)',
        'CREATE INDEX conversations_last ON conversations (lastAt)',
        "CREATE INDEX conversations_waiting ON conversations (store, waitingSince) WHERE waitingSince <> ''",
      ],
    }),
  );
}, dropper('conversations'));
