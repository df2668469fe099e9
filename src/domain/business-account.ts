/** How far a store's account at the payment provider has come. Only an active one is paid. */
export const BUSINESS_ACCOUNT_STATES = ['none', 'pending', 'active', 'restricted', 'rejected'] as const;
export type BusinessAccountState = (typeof BUSINESS_ACCOUNT_STATES)[number];

/** Whether the seller's share of a sale can be sent now; it is owed otherwise. */
export function canBePaid(account: { state: BusinessAccountState; stripeAccountId: string } | null): boolean {
  return account !== null && account.state === 'active' && account.stripeAccountId !== '';
}
