/** The object of the payment provider that a webhook event is about. */
export interface EventSubject {
  kind: 'checkout' | 'payment' | 'subscription' | 'account';
  id: string;
}

/** The subject with this id: the provider's prefix says its kind. Only the id is stored with an event. */
export function eventSubject(id: string): EventSubject {
  if (id.startsWith('cs_')) return { kind: 'checkout', id };
  if (id.startsWith('sub_')) return { kind: 'subscription', id };
  return { kind: id.startsWith('acct_') ? 'account' : 'payment', id };
}
