/** The object of the payment provider that a webhook event is about. */
export interface EventSubject {
  kind: 'checkout' | 'payment' | 'subscription' | 'account';
  id: string;
}

const KINDS = { cs_: 'checkout', sub_: 'subscription', acct_: 'account' } as const;

/** The subject with this id: the provider's prefix says its kind. Only the id is stored with an event. */
export function eventSubject(id: string): EventSubject {
  const prefix = Object.entries(KINDS).find(([start]) => id.startsWith(start));
  return { kind: prefix?.[1] ?? 'payment', id };
}
