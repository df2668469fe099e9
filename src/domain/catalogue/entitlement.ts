import type { Instant } from '../kernel/instant.ts';
import type { Licence } from './product.ts';

/** How a user came to own a product. */
export const ENTITLEMENT_SOURCES = {
  purchase: 'Bought',
  free: 'Free',
  release: 'Guild release',
  entry_bundle: 'Guild welcome bundle',
  access_group: 'Access group',
  loyalty: 'Loyalty reward',
  gift: 'Gift',
  operator: 'Given by the marketplace',
} as const;
export type EntitlementSource = keyof typeof ENTITLEMENT_SOURCES;

export const REVOCATIONS = ['refund', 'dispute', 'takedown', 'fraud'] as const;
export type Revocation = (typeof REVOCATIONS)[number];

/** One grant of one product to one user. The only record that library and downloads read; rows are never deleted. */
export interface Entitlement {
  id: string;
  userId: string;
  productId: string;
  source: EntitlementSource;
  sourceId: string;
  licences: Licence[];
  /** Key of the licence text in force at the time of the grant. */
  licenceText: string;
  grantedAt: Instant;
  revokedAt: Instant | null;
  revocation: Revocation | null;
}
