import { MEMBERSHIP_GIFT_ENDS, MEMBERSHIP_GIFT_LIMITS } from '../../domain/commerce/membership-gift.ts';
import { collection } from './collections.ts';
import { choice, count, created, link, text, updated } from './fields.ts';

/** Months of a tier that somebody paid for another person. The order holds the money, this row the gift. */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    collection(
      app,
      'membership_gifts',
      [
        link('order', app.findCollectionByNameOrId('orders'), { required: true }),
        link('guild', app.findCollectionByNameOrId('guilds'), { required: true }),
        link('tier', app.findCollectionByNameOrId('guild_tiers'), { required: true }),
        count('months'),
        link('giver', users),
        // Who alone may redeem it, where the giver named an account; else the address that the giver typed.
        link('recipient', users),
        text('email', 254),
        text('message', MEMBERSHIP_GIFT_LIMITS.message),
        { type: 'date', name: 'deliverAt', required: true },
        { type: 'date', name: 'expiresAt', required: true },
        { type: 'date', name: 'paidAt' },
        { type: 'date', name: 'deliveredAt' },
        text('tokenHash', 64, { hidden: true }),
        link('claimedBy', users),
        { type: 'date', name: 'claimedAt' },
        // When its months were given; empty after a crash in between, which a job mends.
        { type: 'date', name: 'startedAt' },
        { type: 'date', name: 'remindedAt' },
        { type: 'date', name: 'endedAt' },
        choice('endReason', MEMBERSHIP_GIFT_ENDS),
        // When the refund of an ended gift was asked for.
        { type: 'date', name: 'refundedAt' },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX membership_gifts_order ON membership_gifts (`order`)',
        "CREATE UNIQUE INDEX membership_gifts_token ON membership_gifts (tokenHash) WHERE tokenHash <> ''",
        'CREATE INDEX membership_gifts_giver ON membership_gifts (giver)',
        "CREATE INDEX membership_gifts_claimed ON membership_gifts (claimedBy) WHERE claimedBy <> ''",
        "CREATE INDEX membership_gifts_due ON membership_gifts (deliverAt) WHERE paidAt <> '' AND deliveredAt = '' AND endedAt = ''",
        "CREATE INDEX membership_gifts_started ON membership_gifts (claimedAt) WHERE claimedAt <> '' AND startedAt = ''",
        "CREATE INDEX membership_gifts_over ON membership_gifts (expiresAt) WHERE paidAt <> '' AND claimedAt = '' AND endedAt = ''",
        "CREATE INDEX membership_gifts_guild ON membership_gifts (guild) WHERE paidAt <> '' AND claimedAt = '' AND endedAt = ''",
        "CREATE INDEX membership_gifts_refund ON membership_gifts (endedAt) WHERE endedAt <> '' AND refundedAt = ''",
      ],
    );
  },
  () => {
    throw new Error('Paid gifts would be lost; restore a backup instead.');
  },
);
