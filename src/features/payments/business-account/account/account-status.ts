import type { BusinessAccount } from '../../../../domain/payments/business-account.ts';

/** Where an account stands as its owner feels it: a pending one waits for him or for the provider. */
export type Standing =
  | 'begin'
  | 'missing'
  | 'looked-at'
  | 'active'
  | 'soon'
  | 'held'
  | 'held-looked-at'
  | 'refused';

export function standingOf(account: BusinessAccount | null): Standing {
  if (!account || account.state === 'none') return 'begin';
  if (account.state === 'rejected') return 'refused';
  const mine = account.requirements.some(({ from }) => from === 'seller');
  if (account.state === 'active') return mine ? 'soon' : 'active';
  if (account.state === 'restricted') return mine ? 'held' : 'held-looked-at';
  // Nothing asked of anybody: the provider has not yet said what it wants, and its page will.
  return mine || account.requirements.length === 0 ? 'missing' : 'looked-at';
}

export const STANDINGS: Record<Standing, { title: string; text: string; go: string | null }> = {
  begin: {
    title: 'Say who sells',
    text: 'The payment provider, Stripe, has to know whom it pays. Until it does you can upload, prepare, and publish what is free; what has a price waits.',
    go: null,
  },
  missing: {
    title: 'Show it to the payment provider',
    text: 'The payment provider asks for a few things on its own page. It takes about ten minutes; you can leave and come back.',
    go: 'Go on at the payment provider',
  },
  'looked-at': {
    title: 'Your papers are being looked at',
    text: 'That takes minutes as a rule, at times two days. We write you a mail when it is done; you need not do anything.',
    go: null,
  },
  active: {
    title: 'You can be paid',
    text: 'Your share of each sale is sent to your account, and every Monday what is there leaves for your bank.',
    go: 'See your bank account',
  },
  soon: {
    title: 'You can be paid, and something is asked for',
    text: 'Nothing is held back yet. Hand it in soon, so that it stays that way.',
    go: 'Hand it in at the payment provider',
  },
  held: {
    title: 'Payments to you wait',
    text: 'Your store goes on selling, and your shares are kept for you. They are sent as soon as what is missing is there. New things with a price can be published then, too.',
    go: 'Hand it in at the payment provider',
  },
  'held-looked-at': {
    title: 'Payments to you wait while your papers are looked at',
    text: 'Your store goes on selling, and your shares are kept for you. We write you a mail when it is done.',
    go: null,
  },
  refused: {
    title: 'The payment provider refused your account',
    text: 'It does not tell us why, and we cannot change its decision. Nothing with a price can be sold in your store now. What is free stays, and whoever bought from you keeps it. If you think it is a mistake, write to us: we ask the provider to look again.',
    go: null,
  },
};
