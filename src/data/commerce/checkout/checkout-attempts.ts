import type PocketBase from 'pocketbase';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { dateOf } from '../../kernel/fields.ts';
import { newRecordId } from '../../kernel/record-id.ts';
import { refusalOf } from '../../kernel/refusal.ts';
import { sql } from '../../kernel/sql.ts';
import { transaction } from '../../kernel/transaction.ts';

/** An attempt to open the payment page of an order: its key at the provider, and when its page expires. */
export interface CheckoutAttempt {
  key: string;
  expiresAt: Instant;
}

/** The key of a new attempt for an order. */
export function newAttemptKey(orderId: string): string {
  return `${orderId}:checkout:${newRecordId()}`;
}

/** Replaces the attempt `seen` of a pending order without a page. False if the order changed meanwhile. */
export async function replaceCheckoutAttempt(
  pb: PocketBase,
  orderId: string,
  seen: string,
  attempt: CheckoutAttempt,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE orders SET checkoutKey = {:key}, expiresAt = {:expires}, updated = {:now}
      WHERE id = {:id} AND state = 'pending' AND sessionId = '' AND checkoutKey = {:seen}`,
    { id: orderId, seen, key: attempt.key, expires: dateOf(attempt.expiresAt), now: dateOf(now) },
    { expect: 1, else: 'changed' },
  );
  return (await refusalOf(steps, ['changed'])) === null;
}

/**
 * Saves the page that an attempt opened. False if the order is no longer pending, or another attempt or page has taken
 * its place: nobody may be sent to this page then.
 */
export async function saveCheckoutSession(
  pb: PocketBase,
  orderId: string,
  key: string,
  session: { id: string; url: string },
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE orders SET sessionId = {:session}, sessionUrl = {:url}, updated = {:now}
      WHERE id = {:id} AND state = 'pending' AND checkoutKey = {:key} AND (sessionId = '' OR sessionId = {:session})`,
    { id: orderId, key, session: session.id, url: session.url, now: dateOf(now) },
    { expect: 1, else: 'other-page' },
  );
  return (await refusalOf(steps, ['other-page'])) === null;
}
