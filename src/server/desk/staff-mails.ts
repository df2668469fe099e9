import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import {
  action,
  type Letterhead,
  mailText,
  oneLineName,
  quoted,
  type Written,
} from '../notifications/mail-layout.ts';

/** Mails about what the marketplace's staff did to an account, a store or a product, with the reason. */

export type StaffNews =
  | { is: 'person-suspended' | 'person-lifted' | 'password-allowed' | 'factor-removed' }
  | { is: 'store-suspended' | 'store-lifted' | 'store-verified'; name: string }
  | {
      is: 'product-suspended' | 'product-lifted' | 'product-approved' | 'product-sent-back';
      name: string;
      id: string;
    };

const OBJECT = 'If you think that this is wrong, write to us; we look at it again.';

function written(
  letterhead: Letterhead,
  news: StaffNews,
  reason: string,
): { subject: string; parts: Written[] } {
  const why = reason === '' ? [] : ['The reason:', quoted(reason)];
  const site = oneLineName(letterhead.siteName);
  switch (news.is) {
    case 'person-suspended':
      return {
        subject: 'Your account is suspended',
        parts: [
          `We have suspended your account at ${site}. You cannot sign in until that is lifted; what you bought stays yours.`,
          ...why,
          OBJECT,
        ],
      };
    case 'person-lifted':
      return {
        subject: 'Your account works again',
        parts: [
          action(
            letterhead,
            `The suspension of your account at ${site} is lifted.`,
            'Sign in',
            paths.login(),
          ),
        ],
      };
    case 'password-allowed':
      return {
        subject: 'You may set a new password',
        parts: [
          `Another operator of ${site} allows you to set a new password by mail, once and within a day.`,
          ...why,
          action(letterhead, '', 'Set a new password', paths.resetPassword()),
          'If you did not ask for it, tell the other operators.',
        ],
      };
    case 'factor-removed':
      return {
        subject: 'Your second factor was removed',
        parts: [
          `Another operator of ${site} has removed your authenticator app. Set up a new one within seven days, at your next visit to the operator desk.`,
          ...why,
          action(letterhead, '', 'Open the operator desk', paths.operatorDesk()),
          'If you did not ask for it, tell the other operators.',
        ],
      };
    case 'store-suspended':
      return {
        subject: 'Your store is suspended',
        parts: [
          `We have hidden your store ${oneLineName(news.name)}. Visitors no longer find it or its products; your buyers keep what they bought.`,
          ...why,
          OBJECT,
        ],
      };
    case 'store-lifted':
      return {
        subject: 'Your store is visible again',
        parts: [`The suspension of your store ${oneLineName(news.name)} is lifted. It is as it was before.`],
      };
    case 'store-verified':
      return {
        subject: 'Your identity is checked',
        parts: [
          `We have checked who runs the store ${oneLineName(news.name)}. Its pages now say: Identity checked by the marketplace.`,
        ],
      };
    case 'product-suspended':
      return {
        subject: `"${oneLineName(news.name)}" is suspended`,
        parts: [
          `We have hidden your product "${oneLineName(news.name)}". Your buyers keep it.`,
          ...why,
          OBJECT,
          action(letterhead, '', 'Open the product', paths.sellerProduct(news.id)),
        ],
      };
    case 'product-lifted':
      return {
        subject: `"${oneLineName(news.name)}" is as it was before`,
        parts: [`The suspension of your product "${oneLineName(news.name)}" is lifted.`],
      };
    case 'product-approved':
      return {
        subject: `"${oneLineName(news.name)}" is published`,
        parts: [
          action(
            letterhead,
            `We have looked at your product "${oneLineName(news.name)}", and it is published now.`,
            'See it in the shop',
            paths.product(news.id),
          ),
        ],
      };
    case 'product-sent-back':
      return {
        subject: `"${oneLineName(news.name)}" needs a change`,
        parts: [
          `We have looked at your product "${oneLineName(news.name)}" and did not publish it yet.`,
          ...why,
          action(
            letterhead,
            'Change it, then publish it again:',
            'Open the product',
            paths.sellerProduct(news.id),
          ),
        ],
      };
  }
}

/** @param occasion names the deed, so that its mail is sent once */
export function staffMail(
  letterhead: Letterhead,
  news: StaffNews,
  { to, reason, occasion }: { to: string; reason: string; occasion: string },
): Mail {
  const { subject, parts } = written(letterhead, news, reason);
  return { mailKey: `staff:${occasion}`, kind: 'staff', to, subject, ...mailText(letterhead, parts) };
}
