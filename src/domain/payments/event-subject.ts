/** What an event of the payment provider is about. `payouts` are those of the seller's account with this id. */
export interface EventSubject {
  kind: 'checkout' | 'payment' | 'subscription' | 'account' | 'payouts';
  id: string;
}
