/**
 * What an event of the payment provider is about. `payouts` are those of the seller's account with this id, a
 * `fraud-warning` is about the payment with it.
 */
export interface EventSubject {
  kind: 'checkout' | 'payment' | 'fraud-warning' | 'subscription' | 'account' | 'payouts';
  id: string;
}
