import type { Mail } from '../../domain/notifications/mail.ts';
import type { BusinessAccountState } from '../../domain/payments/business-account.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';

/** The recipient of mails about a store. */
export interface SellerAddressee {
  storeId: string;
  /** The e-mail address of the store's owner. */
  email: string;
}

const ACCOUNT_NEWS: Record<'active' | 'restricted' | 'rejected', { subject: string; text: string }> = {
  active: {
    subject: 'Your business account is ready',
    text: 'You can be paid. You can now publish and sell paid products, and any shares you were owed are on their way to your account.',
  },
  restricted: {
    subject: 'Your business account needs something',
    text: 'The payment provider needs something more from you. Your shares of new sales are held until then. Your business account shows what is missing and what to do:',
  },
  rejected: {
    subject: 'Your business account was refused',
    text: 'The payment provider refused your business account, so no paid product can be sold in your store now. Free products stay, and your buyers keep what they bought. Your business account shows what you can do:',
  },
};

/** The mail to a seller whose business account changed its state. @param occasion identifies the change, so that it is sent once */
export function businessMail(
  letterhead: Letterhead,
  state: BusinessAccountState,
  seller: SellerAddressee,
  occasion: string,
): Mail | null {
  if (state === 'none' || state === 'pending') return null;
  const { subject, text } = ACCOUNT_NEWS[state];
  return {
    mailKey: `account:${state}:${occasion}`,
    kind: 'account',
    to: seller.email,
    subject,
    ...mailText(letterhead, [
      text,
      action(letterhead, '', 'Open your business account', paths.businessAccount()),
    ]),
  };
}

/** Tells the owner of a store that its page at the payment provider was opened. @param visitor the user name of who opened it */
export function payoutPageMail(
  letterhead: Letterhead,
  seller: SellerAddressee,
  visitor: string,
  visit: string,
): Mail {
  return {
    mailKey: `payout-page:${visit}`,
    kind: 'account',
    to: seller.email,
    subject: 'Your page at the payment provider was opened',
    ...mailText(letterhead, [
      `${oneLineName(visitor)} opened the page at the payment provider where your bank account is changed.`,
      action(
        letterhead,
        'If it was you, there is nothing to do. If not, change your password now, which ends every session, and check the bank account there:',
        'Change your password',
        paths.profile(),
      ),
    ]),
  };
}
