import { SIDES } from '../../domain/live.ts';
import { MESSAGE_KINDS, MESSAGE_MAX } from '../../domain/message.ts';
import { REFUND_REQUEST_STATES } from '../../domain/refund-request.ts';
import { choice, closed, count, created, link, text, updated } from './fields.ts';

/**
 * Messages, numbered within their conversation without gaps, and the refund requests some of them speak of. A message
 * keeps the key its page made up for it: sent twice it is there once.
 */
migrate(
  (app) => {
    const named = (name: string) => app.findCollectionByNameOrId(name);
    const conversations = named('conversations');
    const users = named('users');
    const orders = named('orders');
    const requests = new Collection({
      type: 'base',
      name: 'refund_requests',
      ...closed,
      fields: [
        link('conversation', conversations, { required: true, cascadeDelete: true }),
        link('order', orders, { required: true }),
        link('line', named('order_lines'), { required: true }),
        count('amountCents'),
        choice('state', REFUND_REQUEST_STATES, { required: true }),
        { type: 'date', name: 'answerUntil', required: true },
        choice('answeredBy', ['store', 'clock']),
        created,
        updated,
      ],
      indexes: [
        "CREATE UNIQUE INDEX refund_requests_open ON refund_requests (line) WHERE state = 'asked' OR state = 'granting'",
        'CREATE INDEX refund_requests_line ON refund_requests (line)',
        "CREATE INDEX refund_requests_due ON refund_requests (answerUntil) WHERE state = 'asked'",
        "CREATE INDEX refund_requests_granting ON refund_requests (created) WHERE state = 'granting'",
      ],
    });
    app.save(requests);
    app.save(
      new Collection({
        type: 'base',
        name: 'messages',
        ...closed,
        fields: [
          link('conversation', conversations, { required: true, cascadeDelete: true }),
          count('number'),
          choice('by', [...SIDES, 'house'], { required: true }),
          link('author', users),
          choice('kind', MESSAGE_KINDS, { required: true }),
          text('text', MESSAGE_MAX),
          text('messageKey', 40),
          count('files'),
          link('product', named('products')),
          link('order', orders),
          link('refund', requests),
          // Of a store's first answer: whose, and how long the question had waited.
          link('answering', named('stores')),
          count('waitedSeconds'),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX messages_number ON messages (conversation, number)',
          "CREATE UNIQUE INDEX messages_key ON messages (conversation, `by`, messageKey) WHERE messageKey <> ''",
          "CREATE INDEX messages_answers ON messages (answering, created) WHERE answering <> ''",
        ],
      }),
    );
  },
  (app) => {
    for (const name of ['messages', 'refund_requests']) app.delete(app.findCollectionByNameOrId(name));
  },
);
