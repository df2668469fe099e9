import { sql, triggers } from './collections.ts';

const IS_SAME = (row: string) => `guild = ${row}.guild AND tier = ${row}.tier AND state = ${row}.state`;

/** A member with a user: without one they are nobody who could be written to. */
const more = (row: string) => `INSERT INTO guild_member_counts (guild, tier, state, members)
  SELECT ${row}.guild, ${row}.tier, ${row}.state, 1 WHERE ${row}.\`user\` <> ''
  ON CONFLICT (guild, tier, state) DO UPDATE SET members = members + 1;`;
const fewer = (
  row: string,
) => `UPDATE guild_member_counts SET members = members - 1 WHERE ${IS_SAME(row)} AND ${row}.\`user\` <> '';
  DELETE FROM guild_member_counts WHERE ${IS_SAME(row)} AND members = 0;`;

/**
 * How many members with a user a guild has, by tier and state, so that the reach of a broadcast to 20 000 of them is a sum of
 * a few rows.
 */
migrate(
  (app) => {
    sql(
      app,
      `CREATE TABLE guild_member_counts (guild TEXT NOT NULL, tier TEXT NOT NULL, state TEXT NOT NULL,
        members INTEGER NOT NULL, PRIMARY KEY (guild, tier, state)) WITHOUT ROWID`,
    );
    sql(
      app,
      `INSERT INTO guild_member_counts SELECT guild, tier, state, count(*) FROM guild_members
        WHERE \`user\` <> '' GROUP BY guild, tier, state`,
    );
    triggers(app, {
      guild_member_counts_come: `AFTER INSERT ON guild_members BEGIN ${more('new')} END`,
      guild_member_counts_go: `AFTER DELETE ON guild_members BEGIN ${fewer('old')} END`,
      guild_member_counts_move: `AFTER UPDATE OF guild, tier, state, \`user\` ON guild_members
        WHEN old.guild <> new.guild OR old.tier <> new.tier OR old.state <> new.state
          OR (old.\`user\` = '') <> (new.\`user\` = '')
        BEGIN ${fewer('old')} ${more('new')} END`,
    });
  },
  () => undefined,
);
