/** What can be wrong with the billing of a subscription that only the operator can mend. */
export const BILLING_TROUBLES = {
  'tax-off': 'Billed without tax',
  'not-finalized': 'Invoice not made',
} as const;
export type BillingTroubleKind = keyof typeof BILLING_TROUBLES;

export interface BillingTrouble {
  kind: BillingTroubleKind;
  /** As the payment provider names it, such as "finalization_requires_location_inputs". */
  reason: string;
}

/** What to do about it, for the operator. */
export const BILLING_TROUBLE_TEXTS: Record<BillingTroubleKind, string> = {
  'tax-off':
    'The payment provider cannot compute the tax, mostly because the address of the payer is missing, and bills without it. You owe that tax. Complete the address of the customer at the payment provider, then switch automatic tax of the subscription on again.',
  'not-finalized':
    'The payment provider could not make the invoice, so nothing is charged for it. Look at the draft of the invoice at the payment provider, mend what it names and finalize it there.',
};
