import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { userIdOfEmail } from '../identity/users.ts';
import { ask, first, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { choice } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';

const m = tables.guildMembers.as('m');
const u = tables.users.as('u');
const g = tables.guilds.as('g');
const s = tables.stores.as('s');
const p = tables.sellerPlans.as('p');
const i = tables.invoices.as('i');
const o = tables.orders.as('o');

const MEMBERSHIP = shape({
  subscription: {
    kind: value(sql`'membership'`, choice<'membership'>()),
    subscriptionId: m.subscriptionId,
    payerId: u.id,
    email: u.email,
    name: g.name,
  },
  storeName: s.name,
});
const PLAN = shape({
  subscription: {
    kind: value(sql`'plan'`, choice<'plan'>()),
    subscriptionId: p.subscriptionId,
    payerId: u.id,
    email: u.email,
    name: s.name,
  },
  storeName: s.name,
});
const INVOICED = shape({ subscriptionId: i.subscription });
const INVOICED_ORDER = shape({ id: o.id, email: o.email, placedAt: o.placedAt });

/** Finds the contracts of an account that somebody names who withdraws: by an invoice, or by the name of a store. */

/** A subscription, the account that pays for it, and the address that the account has. */
export interface NamedSubscription {
  subscriptionId: string;
  payerId: string;
  email: string;
  /** The guild of a member, the store of a plan. */
  name: string;
  kind: 'membership' | 'plan';
}

/** Names are compared without case, spaces around them, and ways to write the same letter. */
const folded = (name: string) => name.trim().normalize('NFKC').toLocaleLowerCase('en');

/**
 * The subscriptions of the account with this address that somebody may mean: whose invoice has this number, or whose guild or
 * store has this name. Empty where there are none.
 */
export async function subscriptionsNamed(
  pb: PocketBase,
  named: string,
  email: string,
): Promise<NamedSubscription[]> {
  const payerId = await userIdOfEmail(pb, email);
  if (payerId === null) return [];
  const [members, plans, [invoice]] = await ask(
    pb,
    select(
      MEMBERSHIP,
      sql`SELECT ${MEMBERSHIP}
        FROM guild_members m JOIN users u ON u.id = m.[[user]] JOIN guilds g ON g.id = m.guild JOIN stores s ON s.id = g.store
        WHERE m.[[user]] = {:payerId} AND m.subscriptionId <> ''`,
      { payerId },
    ),
    select(
      PLAN,
      sql`SELECT ${PLAN}
        FROM stores s JOIN seller_plans p ON p.store = s.id JOIN users u ON u.id = s.owner
        WHERE s.owner = {:payerId} AND p.subscriptionId <> ''`,
      { payerId },
    ),
    select(
      INVOICED,
      sql`SELECT ${INVOICED} FROM invoices i WHERE i.payer = {:payerId} AND i.payer <> ''
        AND i.number = upper({:named})`,
      { payerId, named: named.trim() },
    ),
  );
  const name = folded(named);
  return [...members, ...plans]
    .filter(({ subscription, storeName }) =>
      invoice
        ? subscription.subscriptionId === invoice.subscriptionId
        : folded(subscription.name) === name || folded(storeName) === name,
    )
    .map(({ subscription }) => subscription);
}

/** The paid order of an invoice whose receipt went to this address, by the invoice's number; null where there is none. */
export async function orderOfInvoice(
  pb: PocketBase,
  number: string,
  email: string,
): Promise<{ id: string; email: string; placedAt: Instant } | null> {
  const [, year = '', serial = ''] = /^INV-(\d{4})-(\d{6,12})$/.exec(number) ?? [];
  if (serial === '') return null;
  return first(
    pb,
    select(
      INVOICED_ORDER,
      sql`SELECT ${INVOICED_ORDER} FROM invoices i JOIN orders o ON o.id = i.[[order]]
        WHERE i.kind = 'invoice' AND i.year = {:year} AND i.serial = {:serial} AND lower(o.email) = lower({:email})`,
      { year: Number(year), serial: Number(serial), email },
    ),
  );
}
