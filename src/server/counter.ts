import type PocketBase from 'pocketbase';
import type { Instant } from '../domain/instant.ts';
import type { Payments } from './payments.ts';

/** What stands behind the counter where money changes hands. */
export interface Counter {
  pb: PocketBase;
  payments: Payments;
  /** The origin people see, without a slash at its end. */
  siteUrl: string;
  siteName: string;
  now(): Instant;
  /** Tells that a mail was put into the outbox. */
  mailQueued(): void;
  onError(reason: unknown): void;
}
