import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Payments } from '../adapters/stripe/payments.ts';

/** The dependencies of use cases that move money. */
export interface CommerceContext {
  pb: PocketBase;
  payments: Payments;
  /** The public origin of the site, without a trailing slash. */
  siteUrl: string;
  siteName: string;
  now(): Instant;
  /** Call after a mail was put into the outbox, so that it is sent at once. */
  mailQueued(): void;
  onError(reason: unknown): void;
}
