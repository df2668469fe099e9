import { MEMBER_STATES } from '../../domain/member.ts';
import { MESSAGE_MAX } from '../../domain/message.ts';
import { choice, closed, count, created, link, text, updated } from './fields.ts';

/**
 * A text that a seller writes to many members at once, and how far it has come: members are reached in the order of
 * their ids, so that an end in the middle goes on behind the last one. A conversation knows up to where it holds nothing
 * but such letters: the store's own list leaves those out.
 */
const FIELD = 'letterTo';

migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'guild_letters',
        ...closed,
        fields: [
          link('guild', app.findCollectionByNameOrId('guilds'), { required: true, cascadeDelete: true }),
          link('author', app.findCollectionByNameOrId('users')),
          text('text', MESSAGE_MAX, { required: true }),
          // What its page made up for it: sent twice it is there once.
          text('letterKey', 40, { required: true }),
          text('search', 400),
          choice('memberState', MEMBER_STATES),
          // No link: a tier that goes would leave the letter to everybody.
          text('tierId', 15),
          { type: 'date', name: 'joinedFrom' },
          choice('state', ['sending', 'sent'], { required: true }),
          text('reachedTo', 15),
          count('people'),
          count('reached'),
          count('leftOut'),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX guild_letters_key ON guild_letters (guild, letterKey)',
          'CREATE INDEX guild_letters_newest ON guild_letters (guild, created)',
          "CREATE INDEX guild_letters_sending ON guild_letters (created) WHERE state = 'sending'",
        ],
      }),
    );
    const conversations = app.findCollectionByNameOrId('conversations');
    conversations.fields.add(new Field({ type: 'number', name: FIELD, onlyInt: true, min: 0 }));
    app.save(conversations);
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('guild_letters'));
    const conversations = app.findCollectionByNameOrId('conversations');
    conversations.fields.removeByName(FIELD);
    app.save(conversations);
  },
);
