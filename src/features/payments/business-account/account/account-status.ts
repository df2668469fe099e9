import type { BusinessAccount } from '../../../../domain/payments/business-account.ts';

/** The status of an account from its owner's view: a pending one waits for them or for the provider. */
export type AccountStatus =
  | 'begin'
  | 'missing'
  | 'looked-at'
  | 'active'
  | 'soon'
  | 'held'
  | 'held-looked-at'
  | 'refused';

export function accountStatus(account: BusinessAccount | null): AccountStatus {
  if (!account || account.state === 'none') return 'begin';
  if (account.state === 'rejected') return 'refused';
  const mine = account.requirements.some(({ from }) => from === 'seller');
  if (account.state === 'active') return mine ? 'soon' : 'active';
  if (account.state === 'restricted') return mine ? 'held' : 'held-looked-at';
  // Without requirements the provider has not said yet what it needs; its page will.
  return mine || account.requirements.length === 0 ? 'missing' : 'looked-at';
}

export const ACCOUNT_STATUS_TEXTS: Record<AccountStatus, { title: string; text: string; go: string | null }> =
  {
    begin: {
      title: 'Your details',
      text: 'Our payment provider, Stripe, has to know who it pays. Until then you can upload, prepare and publish free products, but not sell.',
      go: null,
    },
    missing: {
      title: 'Verify your identity',
      text: 'The payment provider asks for a few details on its own page. It takes about ten minutes; you can leave and come back.',
      go: 'Continue at the payment provider',
    },
    'looked-at': {
      title: 'Your documents are being reviewed',
      text: 'This usually takes minutes, sometimes two days. We will e-mail you when it is done; you don’t need to do anything.',
      go: null,
    },
    active: {
      title: 'You can be paid',
      text: 'Your share of each sale is sent to your account, and every Monday the balance is paid out to your bank.',
      go: 'See your bank account',
    },
    soon: {
      title: 'You can be paid, but something is missing',
      text: 'Nothing is held back yet. Submit it soon, so that it stays that way.',
      go: 'Submit it at the payment provider',
    },
    held: {
      title: 'Payments to you are on hold',
      text: 'Your store keeps selling, and your shares are held for you. They are sent as soon as you submit what is missing. After that you can also publish new paid products.',
      go: 'Submit it at the payment provider',
    },
    'held-looked-at': {
      title: 'Payments to you are on hold while your documents are reviewed',
      text: 'Your store keeps selling, and your shares are held for you. We will e-mail you when it is done.',
      go: null,
    },
    refused: {
      title: 'The payment provider refused your account',
      text: 'It does not tell us why, and we cannot change its decision. No paid product can be sold in your store now. Free products stay, and your buyers keep what they bought. If you think this is a mistake, write to us: we will ask the provider to review it again.',
      go: null,
    },
  };
