import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Operator } from '../../domain/kernel/operator.ts';
import type { Payments } from '../adapters/stripe/payments.ts';
import { openSeal, type Seal } from './seal.ts';

/** The dependencies of use cases that move money. */
export interface CommerceContext {
  pb: PocketBase;
  payments: Payments;
  /** The public origin of the site, without a trailing slash. */
  siteUrl: string;
  /** As operators set it now. */
  readonly siteName: string;
  /** The seller of record. */
  operator: Operator;
  /** Seals what the payment provider keeps for us about an order. */
  orderSeal: Seal;
  now(): Instant;
  /** Call after a mail was put into the outbox, so that it is sent at once. */
  mailQueued(): void;
  onError(reason: unknown): void;
}

/** @param password that of the service account */
export const orderSeal = (password: string): Seal => openSeal(password, 'orders at the payment provider');

/** A context with more in it. Unlike a spread it keeps what is asked for at each use, such as the site's name. */
export function withMore<C extends object, M extends object>(context: C, more: M): C & M {
  return Object.defineProperties({ ...more }, Object.getOwnPropertyDescriptors(context)) as C & M;
}
