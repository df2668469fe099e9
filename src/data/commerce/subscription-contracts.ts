import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { userIdOfEmail } from '../identity/users.ts';
import { instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { sql } from '../kernel/sql.ts';

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

interface NamedRow extends NamedSubscription {
  storeName: string;
}
const COLUMNS = ['subscriptionId', 'payerId', 'email', 'name', 'kind', 'storeName'] as const;

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
    query<NamedRow>(
      sql`SELECT m.subscriptionId AS subscriptionId, u.id AS payerId, u.email AS email, g.name AS name,
          'membership' AS kind, s.name AS storeName
        FROM guild_members m JOIN users u ON u.id = m.[[user]] JOIN guilds g ON g.id = m.guild JOIN stores s ON s.id = g.store
        WHERE m.[[user]] = {:payerId} AND m.subscriptionId <> ''`,
      { payerId },
      COLUMNS,
    ),
    query<NamedRow>(
      sql`SELECT p.subscriptionId AS subscriptionId, u.id AS payerId, u.email AS email, s.name AS name, 'plan' AS kind,
          s.name AS storeName
        FROM stores s JOIN seller_plans p ON p.store = s.id JOIN users u ON u.id = s.owner
        WHERE s.owner = {:payerId} AND p.subscriptionId <> ''`,
      { payerId },
      COLUMNS,
    ),
    query<{ subscriptionId: string }>(
      sql`SELECT subscription AS subscriptionId FROM invoices WHERE payer = {:payerId} AND payer <> ''
        AND number = upper({:named})`,
      { payerId, named: named.trim() },
      ['subscriptionId'],
    ),
  );
  const name = folded(named);
  return [...members, ...plans]
    .filter((one) =>
      invoice
        ? one.subscriptionId === invoice.subscriptionId
        : folded(one.name) === name || folded(one.storeName) === name,
    )
    .map(({ kind, subscriptionId, ...one }) => ({
      kind,
      subscriptionId,
      payerId: one.payerId,
      email: one.email,
      name: one.name,
    }));
}

/** The paid order of an invoice whose receipt went to this address, by the invoice's number; null where there is none. */
export async function orderOfInvoice(
  pb: PocketBase,
  number: string,
  email: string,
): Promise<{ id: string; email: string; placedAt: Instant } | null> {
  const [, year = '', serial = ''] = /^INV-(\d{4})-(\d{6,12})$/.exec(number) ?? [];
  if (serial === '') return null;
  const [[order]] = await ask(
    pb,
    query<{ id: string; email: string; placedAt: string }>(
      sql`SELECT o.id AS id, o.email AS email, o.placedAt AS placedAt FROM invoices i JOIN orders o ON o.id = i.[[order]]
        WHERE i.kind = 'invoice' AND i.year = {:year} AND i.serial = {:serial} AND lower(o.email) = lower({:email})`,
      { year: Number(year), serial: Number(serial), email },
      ['id', 'email', 'placedAt'],
    ),
  );
  return order ? { ...order, placedAt: instantOf(order.placedAt) ?? 0 } : null;
}
