import { feed, sql, triggers } from './collections.ts';
import { choice, choices, count, created, pictures, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { guardStates } from './state-guards.ts';
import { GUILD_MONTHS } from './sum-triggers.ts';

/**
 * Guilds and their tiers. `information` is the draft that the seller edits, `informationShown` what the public reads.
 * Triggers on the members keep `members` of both up to date.
 */
function guilds(app: App): void {
  table(app, 'guilds', {
    fields: [
      linkTo('store', 'stores', { required: true }),
      text('name', 80, { required: true }),
      text('tagline', 160),
      pictures('cover', 1),
      text('coverAlt', 200),
      choice('state', ['draft', 'live', 'paused', 'closing', 'closed'], { required: true }),
      choice('grantRule', ['one_per_payment', 'all_while_active'], { required: true }),
      choices('billings', ['monthly', 'annual']),
      count('memberDiscountPercent', { max: 50 }),
      text('welcome', 5000),
      { type: 'json', name: 'information', maxSize: 400_000 },
      { type: 'json', name: 'informationShown', maxSize: 400_000 },
      { type: 'date', name: 'informationShownAt' },
      pictures('pictures', 40),
      { type: 'date', name: 'pausesAt' },
      { type: 'date', name: 'resumesAt' },
      { type: 'date', name: 'wentLiveAt' },
      { type: 'date', name: 'closingAt' },
      count('members'),
      created,
      updated,
    ],
    later: [
      { type: 'date', name: 'heldAt' },
      // When the last hold ended: members are told once for each.
      { type: 'date', name: 'openAgainAt' },
    ],
    asWritten: [
      'CREATE UNIQUE INDEX guilds_store ON guilds (store)',
      'CREATE INDEX guilds_members ON guilds (state, members, wentLiveAt, id)',
      "CREATE INDEX guilds_held ON guilds (heldAt) WHERE heldAt <> ''",
    ],
  });
  feed(app, 'guilds');
  triggers(app, {
    // What guilds promise at a number of members.
    guild_goals_reach: `AFTER UPDATE OF members ON guilds WHEN new.members > old.members BEGIN
        UPDATE guild_goals SET reachedAt = strftime('%Y-%m-%d %H:%M:%fZ', 'now'), updated = strftime('%Y-%m-%d %H:%M:%fZ', 'now')
          WHERE guild = new.id AND members <= new.members AND reachedAt = ''; END`,
    guilds_begin_held: `AFTER INSERT ON guilds BEGIN
        UPDATE guilds SET heldAt = strftime('%Y-%m-%d %H:%M:%fZ') WHERE id = new.id AND heldAt = ''
          AND (SELECT state FROM stores WHERE id = new.store) <> 'open'; END`,
  });
  guardStates(app, {
    collection: 'guilds',
    noun: 'guild',
    changes: [
      { from: ['draft'], to: ['live'], by: ['seller'] },
      { from: ['live'], to: ['closing'], by: ['seller'] },
      { from: ['paused'], to: ['live', 'closing'], by: ['seller'] },
      { from: ['closing'], to: ['closed'], by: ['seller'] },
      { from: ['closed'], to: ['draft'], by: ['seller'] },
      { from: ['live'], to: ['paused'], by: ['system'] },
      { from: ['paused'], to: ['live'], by: ['system'] },
      { from: ['closing'], to: ['closed'], by: ['system'] },
      {
        from: ['draft', 'live', 'paused', 'closing', 'closed'],
        to: ['draft', 'live', 'paused', 'closing', 'closed'],
        by: ['operator'],
      },
    ],
  });
}

function guildTiers(app: App): void {
  table(app, 'guild_tiers', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      text('name', 60, { required: true }),
      text('description', 2000),
      pictures('image', 1),
      text('imageAlt', 200),
      count('monthlyCents', { max: 1_000_000 }),
      // 0: not sold by the year.
      count('annualCents', { max: 1_000_000 }),
      // 0: any number.
      count('seats', { max: 100_000 }),
      count('members'),
      count('position'),
      { type: 'json', name: 'benefits', maxSize: 20_000 },
      choice('licence', ['personal', 'merchant'], { required: true }),
      { type: 'bool', name: 'includesLower' },
      count('earlyBirdPercent', { max: 90 }),
      { type: 'date', name: 'earlyBirdUntil' },
      count('earlyBirdSeats', { max: 100_000 }),
      choice('state', ['draft', 'public', 'hidden', 'sold_out', 'retired'], { required: true }),
      // Product and current prices at the payment provider; members keep the price they joined at.
      text('stripeProductId', 100),
      text('stripeMonthlyPriceId', 100),
      text('stripeAnnualPriceId', 100),
      created,
      updated,
    ],
    later: [
      // Free trials of tiers, and whether a checkout begins with one. 0: none.
      count('trialDays', { max: 30 }),
    ],
    asWritten: ['CREATE INDEX guild_tiers_guild ON guild_tiers (guild, position)'],
  });
  feed(app, 'guild_tiers');
}

/** Members, one row per person and guild. */
function guildMembers(app: App): void {
  table(app, 'guild_members', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      // Empty once the account is deleted; months and money stay.
      linkTo('user', 'users'),
      linkTo('tier', 'guild_tiers', { required: true }),
      choice('state', ['trialing', 'active', 'past_due', 'lapsed', 'cancelling', 'left', 'banned'], {
        required: true,
      }),
      choice('billing', ['monthly', 'annual'], { required: true }),
      count('priceCents'),
      { type: 'date', name: 'since', required: true },
      { type: 'date', name: 'joinedAt', required: true },
      { type: 'date', name: 'nextChargeAt' },
      linkTo('nextTier', 'guild_tiers'),
      { type: 'date', name: 'failedSince' },
      // The last day of dunning that a mail was written for, plus one; 0 for none.
      count('dunned'),
      { type: 'bool', name: 'banned' },
      count('streak'),
      count('months'),
      count('tenureMonths', { max: 600 }),
      // The seller's note; the member never reads it.
      text('note', 500),
      text('customerId', 100),
      text('subscriptionId', 100),
      text('subscriptionItemId', 100),
      text('stripePriceId', 100),
      // Address of the public page that shows a merchant licence.
      text('licenceKey', 40),
      created,
      updated,
    ],
    later: [
      { type: 'date', name: 'askedAt', hidden: true },
      { type: 'date', name: 'remindedFor' },
      { type: 'date', name: 'heldAt', hidden: true },
      { type: 'date', name: 'skipsUntil', hidden: true },
    ],
    unlistedFirst: [
      "CREATE INDEX guild_members_annual ON guild_members (nextChargeAt) WHERE billing = 'annual'",
      'CREATE INDEX guild_members_reach ON guild_members (guild, state, tier, joinedAt, `user`)',
    ],
    asWritten: [
      "CREATE UNIQUE INDEX guild_members_once ON guild_members (guild, `user`) WHERE `user` <> ''",
      `CREATE UNIQUE INDEX guild_members_subscription ON guild_members (subscriptionId) WHERE subscriptionId <> ''`,
      "CREATE UNIQUE INDEX guild_members_licence ON guild_members (licenceKey) WHERE licenceKey <> ''",
      'CREATE INDEX guild_members_newest ON guild_members (guild, joinedAt, id)',
      'CREATE INDEX guild_members_state ON guild_members (guild, state, joinedAt, id)',
      'CREATE INDEX guild_members_tier ON guild_members (tier, state)',
      'CREATE INDEX guild_members_user ON guild_members (`user`)',
      "CREATE INDEX guild_members_failed ON guild_members (failedSince) WHERE failedSince <> ''",
      "CREATE INDEX guild_members_asked ON guild_members (askedAt) WHERE subscriptionId <> ''",
      'CREATE INDEX guild_members_by_subscriptionId ON guild_members (subscriptionId)',
      'CREATE INDEX guild_members_by_licenceKey ON guild_members (licenceKey)',
      "CREATE INDEX guild_members_trials ON guild_members (nextChargeAt) WHERE state = 'trialing'",
      "CREATE INDEX guild_members_held ON guild_members (guild) WHERE heldAt <> ''",
      `CREATE INDEX guild_members_not_held ON guild_members (guild) WHERE heldAt = '' AND subscriptionId <> ''`,
    ],
  });
  triggers(app, {
    guild_members_come: `AFTER INSERT ON guild_members WHEN (new.state IN ('trialing', 'active', 'past_due', 'cancelling')) BEGIN 
  UPDATE guild_tiers SET members = members + 1 WHERE id = new.tier AND (new.state IN ('trialing', 'active', 'past_due', 'cancelling'));
  UPDATE guilds SET members = members + 1 WHERE id = new.guild AND (new.state IN ('trialing', 'active', 'past_due', 'cancelling')); END`,
    guild_members_go: `AFTER DELETE ON guild_members WHEN (old.state IN ('trialing', 'active', 'past_due', 'cancelling')) BEGIN 
  UPDATE guild_tiers SET members = members - 1 WHERE id = old.tier AND (old.state IN ('trialing', 'active', 'past_due', 'cancelling'));
  UPDATE guilds SET members = members - 1 WHERE id = old.guild AND (old.state IN ('trialing', 'active', 'past_due', 'cancelling')); END`,
    guild_members_move: `AFTER UPDATE OF state, tier, guild ON guild_members
      WHEN (old.state IN ('trialing', 'active', 'past_due', 'cancelling')) <> (new.state IN ('trialing', 'active', 'past_due', 'cancelling')) OR old.tier <> new.tier OR old.guild <> new.guild
      BEGIN 
  UPDATE guild_tiers SET members = members - 1 WHERE id = old.tier AND (old.state IN ('trialing', 'active', 'past_due', 'cancelling'));
  UPDATE guilds SET members = members - 1 WHERE id = old.guild AND (old.state IN ('trialing', 'active', 'past_due', 'cancelling')); 
  UPDATE guild_tiers SET members = members + 1 WHERE id = new.tier AND (new.state IN ('trialing', 'active', 'past_due', 'cancelling'));
  UPDATE guilds SET members = members + 1 WHERE id = new.guild AND (new.state IN ('trialing', 'active', 'past_due', 'cancelling')); END`,
    // Imports from other sites. Tenure: each import with what it changed, so that it can be undone, and the people it
    // expects: whoever joins with a confirmed address of the list gets their months in the same transaction, on whatever
    // way they join. Lists of a campaign: the imports into several access groups that were started together carry one
    // `campaign`.
    expected_members_join: `AFTER INSERT ON guild_members WHEN new.\`user\` <> '' BEGIN
        UPDATE expected_members SET member = new.id WHERE guild = new.guild AND member = ''
          AND email = (SELECT lower(u.email) FROM users u WHERE u.id = new.\`user\` AND u.verified = TRUE);
        UPDATE tenure_imports SET joined = joined + 1 WHERE id IN
          (SELECT e.inImport FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id);
        UPDATE guild_members SET
          tenureMonths = coalesce((SELECT e.months FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id), tenureMonths),
          note = coalesce((SELECT nullif(e.note, '') FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id), note)
          WHERE id = new.id AND EXISTS (SELECT 1 FROM expected_members e WHERE e.guild = new.guild AND e.member = new.id);
      END`,
    // Addresses of sellers that are told what happens in their store, and the messages to them: an outbox, and its log.
    webhooks_member_new: `AFTER INSERT ON guild_members WHEN new.state IN ('trialing', 'active', 'past_due', 'cancelling') BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'member.joined', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT g.store, new.id AS subject FROM guilds g WHERE g.id = new.guild) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' member.joined ') > 0; END`,
    webhooks_member_back: `AFTER UPDATE OF state ON guild_members
        WHEN new.state IN ('trialing', 'active', 'past_due', 'cancelling') AND old.state NOT IN ('trialing', 'active', 'past_due', 'cancelling') BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'member.joined', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT g.store, new.id AS subject FROM guilds g WHERE g.id = new.guild) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' member.joined ') > 0; END`,
    webhooks_member_left: `AFTER UPDATE OF state ON guild_members
        WHEN old.state IN ('trialing', 'active', 'past_due', 'cancelling') AND new.state NOT IN ('trialing', 'active', 'past_due', 'cancelling') BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'member.left', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT g.store, new.id AS subject FROM guilds g WHERE g.id = new.guild) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' member.left ') > 0; END`,
    // How many members with a user a guild has, by tier and state, so that the reach of a broadcast to 20 000 of them is a
    // sum of a few rows.
    guild_member_counts_come: `AFTER INSERT ON guild_members BEGIN INSERT INTO guild_member_counts (guild, tier, state, members)
  SELECT new.guild, new.tier, new.state, 1 WHERE new.\`user\` <> ''
  ON CONFLICT (guild, tier, state) DO UPDATE SET members = members + 1; END`,
    guild_member_counts_go: `AFTER DELETE ON guild_members BEGIN UPDATE guild_member_counts SET members = members - 1 WHERE guild = old.guild AND tier = old.tier AND state = old.state AND old.\`user\` <> '';
  DELETE FROM guild_member_counts WHERE guild = old.guild AND tier = old.tier AND state = old.state AND members = 0; END`,
    guild_member_counts_move: `AFTER UPDATE OF guild, tier, state, \`user\` ON guild_members
        WHEN old.guild <> new.guild OR old.tier <> new.tier OR old.state <> new.state
          OR (old.\`user\` = '') <> (new.\`user\` = '')
        BEGIN UPDATE guild_member_counts SET members = members - 1 WHERE guild = old.guild AND tier = old.tier AND state = old.state AND old.\`user\` <> '';
  DELETE FROM guild_member_counts WHERE guild = old.guild AND tier = old.tier AND state = old.state AND members = 0; INSERT INTO guild_member_counts (guild, tier, state, members)
  SELECT new.guild, new.tier, new.state, 1 WHERE new.\`user\` <> ''
  ON CONFLICT (guild, tier, state) DO UPDATE SET members = members + 1; END`,
  });
  guardStates(app, {
    collection: 'guild_members',
    noun: 'member',
    changes: [
      {
        from: ['trialing', 'active', 'past_due', 'lapsed', 'cancelling', 'left'],
        to: ['trialing', 'active', 'past_due', 'lapsed', 'cancelling', 'left'],
        by: ['system'],
      },
      {
        from: ['trialing', 'active', 'past_due', 'lapsed', 'cancelling', 'left'],
        to: ['banned'],
        by: ['seller'],
      },
      { from: ['banned'], to: ['left'], by: ['seller'] },
      {
        from: ['trialing', 'active', 'past_due', 'lapsed', 'cancelling', 'left', 'banned'],
        to: ['trialing', 'active', 'past_due', 'lapsed', 'cancelling', 'left', 'banned'],
        by: ['operator'],
      },
    ],
  });
}

function guildMemberCounts(app: App): void {
  sql(
    app,
    `CREATE TABLE guild_member_counts (guild TEXT NOT NULL, tier TEXT NOT NULL, state TEXT NOT NULL,
        members INTEGER NOT NULL, PRIMARY KEY (guild, tier, state)) WITHOUT ROWID`,
  );
}

/**
 * Months of members. Unique keys ensure that a month is paid once, that a payment covers each of its months once, and
 * that an upgrade raises one month once. A month with an empty `handedAt` still has to be processed once it begins.
 */
function membershipPeriods(app: App): void {
  table(app, 'membership_periods', {
    fields: [
      linkTo('guild', 'guilds', { required: true }),
      linkTo('member', 'guild_members', { required: true }),
      linkTo('tier', 'guild_tiers', { required: true }),
      text('month', 7, { pattern: '^[0-9]{4}-(0[1-9]|1[0-2])$', required: true }),
      choice('kind', ['paid', 'trial', 'gift', 'skipped', 'refunded'], { required: true }),
      text('payment', 100, { required: true }),
      count('part'),
      count('paidCents'),
      { type: 'date', name: 'startsAt', required: true },
      { type: 'date', name: 'endsAt', required: true },
      { type: 'date', name: 'joinedAt', required: true },
      linkTo('raiseTier', 'guild_tiers'),
      text('raisePayment', 100),
      count('raiseCents'),
      { type: 'bool', name: 'raiseRefunded' },
      { type: 'date', name: 'handedAt' },
      created,
      updated,
    ],
    asWritten: [
      `CREATE UNIQUE INDEX membership_periods_month ON membership_periods (member, month) WHERE kind = 'paid' OR kind = 'gift'`,
      'CREATE UNIQUE INDEX membership_periods_payment ON membership_periods (payment, part)',
      `CREATE UNIQUE INDEX membership_periods_raise ON membership_periods (raisePayment) WHERE raisePayment <> ''`,
      'CREATE INDEX membership_periods_member ON membership_periods (member, month)',
      'CREATE INDEX membership_periods_guild ON membership_periods (guild, month, kind)',
      "CREATE INDEX membership_periods_due ON membership_periods (startsAt) WHERE handedAt = ''",
      'CREATE INDEX membership_periods_last ON membership_periods (guild, endsAt, kind)',
      'CREATE INDEX membership_periods_by_raisePayment ON membership_periods (raisePayment)',
    ],
  });
  triggers(app, {
    ...GUILD_MONTHS,
  });
}

/** Guilds, their tiers and who is a member. */
firstSchema((app) => {
  guilds(app);
  guildTiers(app);
  guildMembers(app);
  guildMemberCounts(app);
  membershipPeriods(app);
});
