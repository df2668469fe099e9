import { BILLINGS } from '../../domain/guild.ts';
import { MEMBER_STATES } from '../../domain/member.ts';
import { PERIOD_KINDS } from '../../domain/membership-period.ts';
import { choice, closed, count, created, link, sql, text, updated } from './fields.ts';

/**
 * Members and their months. One row per person and guild, and one per covered month: unique keys see that a month is
 * paid once, that a payment covers each of its months once, and that an upgrade raises one month once. A month whose
 * `handedAt` is empty is still to be looked at once it begins.
 */
const IN = (row: string) => `(${row}.state IN ('trialing', 'active', 'past_due', 'cancelling'))`;
const add = (row: string, sign: '+' | '-') => `
  UPDATE guild_tiers SET members = members ${sign} 1 WHERE id = ${row}.tier AND ${IN(row)};
  UPDATE guilds SET members = members ${sign} 1 WHERE id = ${row}.guild AND ${IN(row)};`;
const TRIGGERS: Record<string, string> = {
  guild_members_come: `AFTER INSERT ON guild_members WHEN ${IN('new')} BEGIN ${add('new', '+')} END`,
  guild_members_go: `AFTER DELETE ON guild_members WHEN ${IN('old')} BEGIN ${add('old', '-')} END`,
  guild_members_move: `AFTER UPDATE OF state, tier, guild ON guild_members
    WHEN ${IN('old')} <> ${IN('new')} OR old.tier <> new.tier OR old.guild <> new.guild
    BEGIN ${add('old', '-')} ${add('new', '+')} END`,
};

migrate(
  (app) => {
    const guilds = app.findCollectionByNameOrId('guilds');
    const tiers = app.findCollectionByNameOrId('guild_tiers');
    const members = new Collection({
      type: 'base',
      name: 'guild_members',
      ...closed,
      fields: [
        link('guild', guilds, { required: true }),
        // Empty once the account is deleted; months and money stay.
        link('user', app.findCollectionByNameOrId('users')),
        link('tier', tiers, { required: true }),
        choice('state', MEMBER_STATES, { required: true }),
        choice('billing', BILLINGS, { required: true }),
        count('priceCents'),
        { type: 'date', name: 'since', required: true },
        { type: 'date', name: 'joinedAt', required: true },
        { type: 'date', name: 'nextChargeAt' },
        link('nextTier', tiers),
        { type: 'date', name: 'failedSince' },
        // The last day of dunning a mail was written for, plus one; 0 for none.
        count('dunned'),
        { type: 'bool', name: 'banned' },
        count('streak'),
        count('months'),
        count('tenureMonths', { max: 600 }),
        // What the artist notes; the member never reads it.
        text('note', 500),
        text('customerId', 100),
        text('subscriptionId', 100),
        text('subscriptionItemId', 100),
        text('stripePriceId', 100),
        // Address of the public page that shows a merchants' licence.
        text('licenceKey', 40),
        created,
        updated,
      ],
      indexes: [
        "CREATE UNIQUE INDEX guild_members_once ON guild_members (guild, `user`) WHERE `user` <> ''",
        "CREATE UNIQUE INDEX guild_members_subscription ON guild_members (subscriptionId) WHERE subscriptionId <> ''",
        "CREATE UNIQUE INDEX guild_members_licence ON guild_members (licenceKey) WHERE licenceKey <> ''",
        'CREATE INDEX guild_members_newest ON guild_members (guild, joinedAt, id)',
        'CREATE INDEX guild_members_state ON guild_members (guild, state, joinedAt, id)',
        'CREATE INDEX guild_members_tier ON guild_members (tier, state)',
        'CREATE INDEX guild_members_user ON guild_members (`user`)',
        "CREATE INDEX guild_members_failed ON guild_members (failedSince) WHERE failedSince <> ''",
      ],
    });
    app.save(members);
    app.save(
      new Collection({
        type: 'base',
        name: 'membership_periods',
        ...closed,
        fields: [
          link('guild', guilds, { required: true }),
          link('member', members, { required: true }),
          link('tier', tiers, { required: true }),
          text('month', 7, { required: true, pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$' }),
          choice('kind', PERIOD_KINDS, { required: true }),
          text('payment', 100, { required: true }),
          count('part'),
          count('paidCents'),
          { type: 'date', name: 'startsAt', required: true },
          { type: 'date', name: 'endsAt', required: true },
          { type: 'date', name: 'joinedAt', required: true },
          link('raiseTier', tiers),
          text('raisePayment', 100),
          count('raiseCents'),
          { type: 'bool', name: 'raiseRefunded' },
          { type: 'date', name: 'handedAt' },
          created,
          updated,
        ],
        indexes: [
          "CREATE UNIQUE INDEX membership_periods_month ON membership_periods (member, month) WHERE kind = 'paid' OR kind = 'gift'",
          'CREATE UNIQUE INDEX membership_periods_payment ON membership_periods (payment, part)',
          "CREATE UNIQUE INDEX membership_periods_raise ON membership_periods (raisePayment) WHERE raisePayment <> ''",
          'CREATE INDEX membership_periods_member ON membership_periods (member, month)',
          'CREATE INDEX membership_periods_guild ON membership_periods (guild, month, kind)',
          "CREATE INDEX membership_periods_due ON membership_periods (startsAt) WHERE handedAt = ''",
        ],
      }),
    );
    for (const [name, what] of Object.entries(TRIGGERS)) sql(app, `CREATE TRIGGER ${name} ${what}`);
  },
  (app) => {
    for (const name of Object.keys(TRIGGERS)) sql(app, `DROP TRIGGER ${name}`);
    for (const name of ['membership_periods', 'guild_members'])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
