import { collection, extend, sql, triggers } from './collections.ts';
import { created, link, text } from './fields.ts';

/**
 * What people do with what they own: put it away, show a list or their wish list to whoever has the link, and prove a
 * merchant licence by a number. What somebody owns leaves their wish list in the transaction that grants it.
 */
migrate(
  (app) => {
    const user = link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true });
    extend(app, 'library_marks', [{ type: 'bool', name: 'archived' }]);
    collection(
      app,
      'shared_lists',
      [
        user,
        // Empty for the wish list.
        link('list', app.findCollectionByNameOrId('library_lists'), { cascadeDelete: true }),
        text('key', 32, { required: true }),
        { type: 'bool', name: 'showsName' },
        created,
      ],
      [
        'CREATE UNIQUE INDEX shared_lists_key ON shared_lists (key)',
        'CREATE UNIQUE INDEX shared_lists_list ON shared_lists (`user`, list)',
        'CREATE INDEX shared_lists_by_list ON shared_lists (list)',
      ],
    );
    collection(
      app,
      'merchant_licences',
      [
        user,
        text('number', 12, { required: true, pattern: '^[0-9A-HJKMNP-TV-Z]{12}$' }),
        // One of the two: what was bought, received or claimed, or what a guild gives its member.
        link('entitlement', app.findCollectionByNameOrId('entitlements'), { cascadeDelete: true }),
        link('member', app.findCollectionByNameOrId('guild_members'), { cascadeDelete: true }),
        created,
      ],
      [
        'CREATE UNIQUE INDEX merchant_licences_number ON merchant_licences (number)',
        'CREATE UNIQUE INDEX merchant_licences_of ON merchant_licences (entitlement, member)',
        'CREATE INDEX merchant_licences_member ON merchant_licences (member)',
        'CREATE INDEX merchant_licences_user ON merchant_licences (`user`)',
      ],
    );
    // Pages of guild licences that were shown already keep their address, which leads to the number.
    sql(
      app,
      `INSERT INTO merchant_licences (id, \`user\`, number, entitlement, member, created)
        SELECT 'r' || lower(hex(randomblob(7))), m.\`user\`, hex(randomblob(6)), '', m.id,
          strftime('%Y-%m-%d %H:%M:%fZ', 'now')
        FROM guild_members m WHERE m.licenceKey <> '' AND m.\`user\` <> ''`,
    );
    const unwish =
      "DELETE FROM wishes WHERE `user` = new.`user` AND product = new.product AND new.`user` <> ''";
    triggers(app, {
      wishes_owned_new: `AFTER INSERT ON entitlements WHEN new.revokedAt = '' BEGIN ${unwish}; END`,
      wishes_owned_again: `AFTER UPDATE OF revokedAt, \`user\` ON entitlements
        WHEN new.revokedAt = '' BEGIN ${unwish}; END`,
    });
    sql(
      app,
      `DELETE FROM wishes WHERE EXISTS (SELECT 1 FROM entitlements e
        WHERE e.\`user\` = wishes.\`user\` AND e.product = wishes.product AND e.revokedAt = '')`,
    );
  },
  () => {
    throw new Error('Licence numbers on stalls would be void; restore a backup instead.');
  },
);
