import type { Mail } from '../../domain/notifications/mail.ts';
import type { BusinessAccountState } from '../../domain/payments/business-account.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody } from '../notifications/mail-layout.ts';

/** A store as somebody to write to. */
export interface SellerAddressee {
  storeId: string;
  /** Where the store's owner reads his mail. */
  email: string;
}

const ACCOUNT_NEWS: Record<'active' | 'restricted' | 'rejected', { subject: string; text: string }> = {
  active: {
    subject: 'Your business account is ready',
    text: 'You can be paid. What has a price can be published and sold from now on, and what you were owed is on its way to your account.',
  },
  restricted: {
    subject: 'Your business account needs something',
    text: 'The payment provider needs something more from you. Your shares of new sales wait until it is there. Your business account says what it is and what to do:',
  },
  rejected: {
    subject: 'Your business account was refused',
    text: 'The payment provider refused your business account, so nothing with a price can be sold in your store now. What is free stays, and whoever bought from you keeps it. Your business account says what you can do:',
  },
};

/** To a seller: the state of his business account changed. @param occasion names the change, so that it is told once */
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
    body: mailBody(letterhead, [text, `${letterhead.siteUrl}${paths.businessAccount()}`]),
  };
}
