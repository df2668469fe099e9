import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { DisputeState } from './payment.ts';

/** A dispute of a payment, and what was answered to it. */
export interface Dispute {
  id: string;
  state: DisputeState;
  amountCents: Cents;
  /** As the payment provider names it, such as "product_not_received". */
  reason: string;
  /** Until when the bank takes evidence; null where it takes none. */
  dueAt: Instant | null;
  /** When evidence was handed in, here or at the provider; null for not yet. It can be handed in once. */
  answeredAt: Instant | null;
  /** Who did it here, by user name; "" where it was done at the provider. */
  answeredBy: string;
}

export type EvidenceRefusal = 'closed' | 'answered' | 'not-taken' | 'too-late';

export const EVIDENCE_REFUSAL_TEXTS: Record<EvidenceRefusal, string> = {
  closed: 'This dispute is decided already.',
  answered: 'Evidence was handed in already. The bank takes it once.',
  'not-taken': 'The bank takes no evidence for this dispute. It decides by itself.',
  'too-late': 'The bank’s deadline for evidence has passed.',
};

/** Why no evidence can be handed in for a dispute now, or null. */
export function evidenceRefusal(
  dispute: Pick<Dispute, 'state' | 'dueAt' | 'answeredAt'>,
  now: Instant,
): EvidenceRefusal | null {
  if (dispute.state !== 'open') return 'closed';
  if (dispute.answeredAt !== null) return 'answered';
  if (dispute.dueAt === null) return 'not-taken';
  return dispute.dueAt <= now ? 'too-late' : null;
}
