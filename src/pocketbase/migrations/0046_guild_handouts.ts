import { REVOCATIONS } from '../../domain/entitlement.ts';
import { HANDOUT_KINDS } from '../../domain/handout.ts';
import { LICENCES } from '../../domain/product.ts';
import { choice, closed, created, link, sql, text, updated } from './fields.ts';

/**
 * What members got: one row for each release, bundle and reward, with the month that brought it and the payment behind
 * it. Its entitlements name it as their source. Unique keys make it impossible to get a release twice under the same
 * licence, and a bundle or reward twice at all; rows are kept, as entitlements are.
 */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'guild_handouts',
        ...closed,
        fields: [
          link('guild', app.findCollectionByNameOrId('guilds'), { required: true }),
          link('member', app.findCollectionByNameOrId('guild_members'), { required: true }),
          link('period', app.findCollectionByNameOrId('membership_periods'), { required: true }),
          choice('kind', HANDOUT_KINDS, { required: true }),
          text('what', 15, { required: true }),
          text('payment', 100, { required: true }),
          choice('licence', Object.keys(LICENCES), { required: true }),
          { type: 'date', name: 'handedAt', required: true },
          { type: 'date', name: 'revokedAt' },
          choice('revocation', REVOCATIONS),
          created,
          updated,
        ],
        indexes: [
          "CREATE UNIQUE INDEX guild_handouts_once ON guild_handouts (member, what, licence) WHERE revokedAt = ''",
          "CREATE UNIQUE INDEX guild_handouts_thanks ON guild_handouts (member, what) WHERE revokedAt = '' AND kind <> 'release'",
          'CREATE INDEX guild_handouts_what ON guild_handouts (what, revokedAt)',
          'CREATE INDEX guild_handouts_payment ON guild_handouts (payment)',
          'CREATE INDEX guild_handouts_period ON guild_handouts (period)',
        ],
      }),
    );
    sql(
      app,
      "CREATE TRIGGER guild_handouts_are_kept BEFORE DELETE ON guild_handouts BEGIN SELECT RAISE(ABORT, 'handouts are never deleted'); END",
    );
  },
  (app) => {
    sql(app, 'DROP TRIGGER guild_handouts_are_kept');
    app.delete(app.findCollectionByNameOrId('guild_handouts'));
  },
);
