import type { StripeAccess } from './account-payments.ts';

/** Early warnings of fraud: a card's bank says that a payment is not its customer's, mostly before it is disputed. */
export interface FraudWarnings {
  /** What the bank reports of a payment, such as "made_with_stolen_card"; null where it reported nothing. */
  fraudWarning(paymentId: string): Promise<string | null>;
}

export function fraudWarnings({ stripe, call }: StripeAccess): FraudWarnings {
  return {
    fraudWarning: (paymentId) =>
      call(async () => {
        const { data } = await stripe.radar.earlyFraudWarnings.list({ payment_intent: paymentId, limit: 1 });
        return data[0]?.fraud_type ?? null;
      }),
  };
}
