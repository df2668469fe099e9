import { extend, sql, triggers } from './collections.ts';

const NOW = "strftime('%Y-%m-%d %H:%M:%fZ')";
/** Since when a guild's store is not open, with the time that the change of the store was written with. */
const hold = (storeId: string, at: string) => `
  UPDATE guilds SET heldAt = CASE WHEN (SELECT state FROM stores WHERE id = ${storeId}) = 'open' THEN ''
      WHEN heldAt = '' THEN ${at} ELSE heldAt END,
    openAgainAt = CASE WHEN heldAt <> '' AND (SELECT state FROM stores WHERE id = ${storeId}) = 'open' THEN ${at}
      ELSE openAgainAt END
    WHERE store = ${storeId};`;

/**
 * A guild is on hold while its store is not open. A trigger says so, whoever changes the state of the store: seller, desk,
 * case or job. Members remember that their payments are paused for it, and what they had skipped themselves; payments remember
 * what of a hold is given back.
 */
migrate(
  (app) => {
    extend(
      app,
      'guilds',
      [
        { type: 'date', name: 'heldAt' },
        // When the last hold ended: members are told once for each.
        { type: 'date', name: 'openAgainAt' },
      ],
      ["CREATE INDEX guilds_held ON guilds (heldAt) WHERE heldAt <> ''"],
    );
    extend(
      app,
      'guild_members',
      [
        { type: 'date', name: 'heldAt', hidden: true },
        { type: 'date', name: 'skipsUntil', hidden: true },
      ],
      [
        "CREATE INDEX guild_members_held ON guild_members (guild) WHERE heldAt <> ''",
        "CREATE INDEX guild_members_not_held ON guild_members (guild) WHERE heldAt = '' AND subscriptionId <> ''",
      ],
    );
    extend(
      app,
      'guild_payments',
      [
        // Up to when the unused time of holds is given back, or its return is under way.
        { type: 'date', name: 'returnedUntil', hidden: true },
        // Written before the return is requested at the provider, emptied when it is done.
        { type: 'text', name: 'returnKey', hidden: true, max: 160 },
        { type: 'number', name: 'returnCents', hidden: true, min: 0, onlyInt: true },
      ],
      ["CREATE INDEX guild_payments_returns ON guild_payments (updated) WHERE returnKey <> ''"],
    );
    extend(
      app,
      'seller_plans',
      [{ type: 'date', name: 'heldAt', hidden: true }],
      ["CREATE INDEX seller_plans_held ON seller_plans (heldAt) WHERE heldAt <> ''"],
    );
    extend(
      app,
      'business_accounts',
      [{ type: 'date', name: 'payoutsHeldAt', hidden: true }],
      ["CREATE INDEX business_accounts_held ON business_accounts (payoutsHeldAt) WHERE payoutsHeldAt <> ''"],
    );
    extend(app, 'stores', [], ["CREATE INDEX stores_suspended ON stores (id) WHERE state = 'suspended'"]);
    triggers(app, {
      guilds_hold: `AFTER UPDATE OF state ON stores WHEN old.state <> new.state BEGIN
        ${hold('new.id', 'new.updated')} END`,
      guilds_begin_held: `AFTER INSERT ON guilds BEGIN
        UPDATE guilds SET heldAt = ${NOW} WHERE id = new.id AND heldAt = ''
          AND (SELECT state FROM stores WHERE id = new.store) <> 'open'; END`,
    });
    sql(
      app,
      `UPDATE guilds SET heldAt = ${NOW} WHERE (SELECT s.state FROM stores s WHERE s.id = guilds.store) <> 'open'`,
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: members of closed stores would be charged.');
  },
);
