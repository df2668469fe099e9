import { SAVED_REPLY_TITLE_MAX } from '../../domain/conversation.ts';
import { SIDES } from '../../domain/live.ts';
import { MESSAGE_MAX } from '../../domain/message.ts';
import { choice, closed, count, created, link, text, updated } from './fields.ts';

/**
 * Files beside messages, which lie in the file store and leave through the site's own route only, and the texts a seller
 * keeps for answers he gives often. An attachment without a message waits for it to be sent, or to be forgotten.
 */
migrate(
  (app) => {
    const named = (name: string) => app.findCollectionByNameOrId(name);
    app.save(
      new Collection({
        type: 'base',
        name: 'message_attachments',
        ...closed,
        fields: [
          link('conversation', named('conversations'), { required: true, cascadeDelete: true }),
          link('message', named('messages'), { cascadeDelete: true }),
          link('owner', named('users')),
          choice('by', SIDES, { required: true }),
          choice('kind', ['picture', 'file'], { required: true }),
          text('name', 200, { required: true }),
          count('sizeBytes'),
          count('width'),
          count('height'),
          text('sha256', 64, { pattern: '^([0-9a-f]{64})?$' }),
          text('storageKey', 200, { hidden: true }),
          created,
        ],
        indexes: [
          'CREATE INDEX message_attachments_message ON message_attachments (message)',
          'CREATE INDEX message_attachments_conversation ON message_attachments (conversation)',
          'CREATE INDEX message_attachments_owner ON message_attachments (owner)',
          'CREATE INDEX message_attachments_key ON message_attachments (storageKey)',
          "CREATE INDEX message_attachments_waiting ON message_attachments (created) WHERE message = ''",
        ],
      }),
    );
    app.save(
      new Collection({
        type: 'base',
        name: 'saved_replies',
        ...closed,
        fields: [
          link('store', named('stores'), { required: true, cascadeDelete: true }),
          text('title', SAVED_REPLY_TITLE_MAX, { required: true }),
          text('text', MESSAGE_MAX, { required: true }),
          created,
          updated,
        ],
        indexes: ['CREATE INDEX saved_replies_store ON saved_replies (store, title)'],
      }),
    );
  },
  (app) => {
    for (const name of ['saved_replies', 'message_attachments'])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
