import { collection, feed } from './collections.ts';
import { count, created, link, text, updated } from './fields.ts';

/** Polls of a guild: what its members are asked, and what each of them chose. */
migrate(
  (app) => {
    const polls = collection(
      app,
      'guild_polls',
      [
        link('guild', app.findCollectionByNameOrId('guilds'), { cascadeDelete: true, required: true }),
        text('question', 140, { required: true }),
        { type: 'json', name: 'options', maxSize: 2_000 },
        // A higher tier has more votes.
        { type: 'bool', name: 'weighted' },
        { type: 'date', name: 'endsAt', required: true },
        created,
        updated,
      ],
      ['CREATE INDEX guild_polls_guild ON guild_polls (guild, endsAt, id)'],
    );
    feed(app, 'guild_polls', { column: 'guild' });
    collection(
      app,
      'guild_poll_votes',
      [
        link('poll', polls, { cascadeDelete: true, required: true }),
        // Empty once the account is deleted: the vote still counts.
        link('user', app.findCollectionByNameOrId('users')),
        // The place of the option, from 0, and how many votes it counts for.
        count('choice', { max: 5 }),
        count('weight', { max: 20 }),
        created,
        updated,
      ],
      [
        "CREATE UNIQUE INDEX guild_poll_votes_once ON guild_poll_votes (poll, `user`) WHERE `user` <> ''",
        'CREATE INDEX guild_poll_votes_counted ON guild_poll_votes (poll, choice, weight)',
        "CREATE INDEX guild_poll_votes_user ON guild_poll_votes (`user`) WHERE `user` <> ''",
      ],
    );
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('guild_poll_votes'));
    app.delete(app.findCollectionByNameOrId('guild_polls'));
  },
);
