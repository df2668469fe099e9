import { dropper } from './fields.ts';

/**
 * What each month of a guild came to: members whose month it was, who among them came with it, who has no month after
 * it, and what they paid for it. A year's payment counts in each of its months.
 */
migrate((app) => {
  app.save(
    new Collection({
      type: 'view',
      name: 'guild_months',
      listRule: null,
      viewRule: null,
      viewQuery: `SELECT (p.guild || p.month) AS id, p.guild AS guild, p.month AS month,
            CAST(count(*) AS INTEGER) AS members,
            CAST(sum(strftime('%Y-%m', p.joinedAt) = p.month) AS INTEGER) AS joined,
            CAST(sum(NOT EXISTS (SELECT 1 FROM membership_periods n WHERE n.member = p.member
              AND n.month = strftime('%Y-%m', p.month || '-01', '+1 month')
              AND n.kind IN ('paid', 'gift', 'skipped'))) AS INTEGER) AS went,
            CAST(sum(iif(p.kind = 'paid', p.paidCents, 0) + iif(p.raiseRefunded, 0, p.raiseCents)) AS INTEGER) AS paidCents
          FROM membership_periods p WHERE p.kind IN ('paid', 'gift') GROUP BY p.guild, p.month`,
    }),
  );
}, dropper('guild_months'));
