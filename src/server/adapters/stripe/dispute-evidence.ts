import type Stripe from 'stripe';
import type { DisputeEvidence } from '../../../domain/commerce/dispute/evidence.ts';
import type { StripeAccess } from './account-payments.ts';

/** Answers to disputes. */
export interface DisputeAnswers {
  /**
   * Hands in evidence, which the provider passes to the bank. The bank takes it once.
   * @throws PaymentsUnavailable, not temporary where the dispute takes no evidence any more
   */
  submitEvidence(disputeId: string, evidence: DisputeEvidence): Promise<void>;
}

/** Our names of the fields of evidence, and the provider's. */
const FIELDS = {
  productDescription: 'product_description',
  customerName: 'customer_name',
  customerEmail: 'customer_email_address',
  billingAddress: 'billing_address',
  serviceDate: 'service_date',
  activityLog: 'access_activity_log',
  refundPolicy: 'refund_policy_disclosure',
  refundRefusal: 'refund_refusal_explanation',
  statement: 'uncategorized_text',
} as const satisfies Record<keyof DisputeEvidence, keyof Stripe.DisputeUpdateParams.Evidence>;

export function disputeAnswers({ stripe, call }: StripeAccess): DisputeAnswers {
  return {
    submitEvidence: (disputeId, evidence) =>
      call(async () => {
        const fields = (Object.keys(FIELDS) as (keyof typeof FIELDS)[]).flatMap((name) =>
          evidence[name] === '' ? [] : [[FIELDS[name], evidence[name]] as const],
        );
        // Without a key: a second one that arrives is refused, because evidence is taken once.
        await stripe.disputes.update(disputeId, { evidence: Object.fromEntries(fields), submit: true });
      }),
  };
}
