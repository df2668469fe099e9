import { GOAL_LIMITS } from '../../domain/guild/guild-goal.ts';
import { collection, feed, sql, triggers } from './collections.ts';
import { count, created, link, text, updated } from './fields.ts';

const NOW = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')";

/** What guilds promise at a number of members. */
migrate(
  (app) => {
    collection(
      app,
      'guild_goals',
      [
        link('guild', app.findCollectionByNameOrId('guilds'), { required: true, cascadeDelete: true }),
        count('members', { max: GOAL_LIMITS.members }),
        text('title', GOAL_LIMITS.title, { required: true }),
        text('text', GOAL_LIMITS.text),
        link('product', app.findCollectionByNameOrId('products')),
        link('release', app.findCollectionByNameOrId('releases')),
        { type: 'date', name: 'reachedAt' },
        // When its members and its seller had been told.
        { type: 'date', name: 'toldAt' },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX guild_goals_number ON guild_goals (guild, members)',
        "CREATE INDEX guild_goals_untold ON guild_goals (reachedAt) WHERE reachedAt <> '' AND toldAt = ''",
      ],
    );
    feed(app, 'guild_goals', { column: 'guild' });
    // With the member who joins, so that it counts whoever leaves a moment later.
    triggers(app, {
      guild_goals_reach: `AFTER UPDATE OF members ON guilds WHEN new.members > old.members BEGIN
        UPDATE guild_goals SET reachedAt = ${NOW}, updated = ${NOW}
          WHERE guild = new.id AND members <= new.members AND reachedAt = ''; END`,
    });
  },
  (app) => {
    sql(app, 'DROP TRIGGER guild_goals_reach');
    for (const event of ['insert', 'update', 'delete'])
      sql(app, `DROP TRIGGER change_feed_guild_goals_${event}`);
    app.delete(app.findCollectionByNameOrId('guild_goals'));
  },
);
