import { collection, extend, triggers } from './collections.ts';
import { choice, count, created, link, text } from './fields.ts';

/** Quoted, as everywhere: a word of SQL. */
const USER = '`user`';

/**
 * Imports from other sites. Tenure: each import with what it changed, so that it can be undone, and the people it expects:
 * whoever joins with a confirmed address of the list gets their months in the same transaction, on whatever way they join.
 * Lists of a campaign: the imports into several access groups that were started together carry one `campaign`.
 */
migrate(
  (app) => {
    const guilds = app.findCollectionByNameOrId('guilds');
    const imports = collection(
      app,
      'tenure_imports',
      [
        link('guild', guilds, { required: true, cascadeDelete: true }),
        text('fileName', 200),
        choice('state', ['done', 'undone'], { required: true }),
        // Member, months before and after, and the note that was left.
        { type: 'json', name: 'changes', maxSize: 4_000_000, hidden: true },
        count('changed'),
        count('expected'),
        count('joined'),
        { type: 'date', name: 'startedAt', required: true },
        created,
      ],
      ['CREATE INDEX tenure_imports_guild ON tenure_imports (guild, startedAt)'],
    );
    collection(
      app,
      'expected_members',
      [
        link('guild', guilds, { required: true, cascadeDelete: true }),
        link('inImport', imports, { required: true, cascadeDelete: true }),
        text('email', 320, { required: true }),
        count('months', { max: 600 }),
        text('note', 120),
        // The member they became; "" until then. A text, so that it stays when the member's row goes.
        text('member', 15),
        { type: 'date', name: 'expiresAt', required: true },
        created,
      ],
      [
        'CREATE UNIQUE INDEX expected_members_once ON expected_members (guild, email)',
        'CREATE INDEX expected_members_import ON expected_members (inImport)',
        'CREATE INDEX expected_members_expires ON expected_members (expiresAt)',
        "CREATE INDEX expected_members_joined ON expected_members (created) WHERE member <> ''",
      ],
    );
    triggers(app, {
      expected_members_join: `AFTER INSERT ON guild_members WHEN new.${USER} <> '' BEGIN
        UPDATE expected_members SET member = new.id WHERE guild = new.guild AND member = ''
          AND email = (SELECT lower(u.email) FROM users u WHERE u.id = new.${USER} AND u.verified = TRUE);
        UPDATE tenure_imports SET joined = joined + 1 WHERE id IN
          (SELECT e.inImport FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id);
        UPDATE guild_members SET
          tenureMonths = coalesce((SELECT e.months FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id), tenureMonths),
          note = coalesce((SELECT nullif(e.note, '') FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id), note)
          WHERE id = new.id AND EXISTS (SELECT 1 FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id);
      END`,
    });
    extend(
      app,
      'access_imports',
      [text('campaign', 15)],
      ["CREATE INDEX access_imports_campaign ON access_imports (campaign) WHERE campaign <> ''"],
    );
  },
  () => {
    throw new Error('Imports and the people they expect would be lost; restore a backup instead.');
  },
);
