import { WITHDRAWAL_REFUSAL_TEXTS } from '../../domain/commerce/withdrawal.ts';
import { dayText, type Instant } from '../../domain/kernel/instant.ts';
import { type Cents, moneyText } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, named } from '../notifications/mail-layout.ts';
import type { WithdrawableLine } from './withdrawals.ts';

/** To the address of an order: the link by which its buyer withdraws. */
export function withdrawalLinkMail(
  letterhead: Letterhead,
  { id, number, email, token }: { id: string; number: string; email: string; token: string },
): Mail {
  return {
    mailKey: `withdrawal-link:${id}`,
    kind: 'withdrawal',
    to: email,
    subject: `Withdraw from your contract ${number}`,
    ...mailText(letterhead, [
      `Somebody, hopefully you, wants to withdraw from the contract of order ${number}.`,
      action(
        letterhead,
        'This page shows what you get back, before anything happens. The link is valid for a day:',
        'Withdraw from the contract',
        paths.withdraw(token),
      ),
      'If it was not you, do nothing.',
    ]),
  };
}

/** Confirms a withdrawal: when it arrived, what is refunded, and why the rest is not. */
export function withdrawnMail(
  letterhead: Letterhead,
  withdrawn: {
    id: string;
    number: string;
    email: string;
    lines: readonly WithdrawableLine[];
    refundedCents: Cents;
    at: Instant;
  },
): Mail {
  const { id, number, email, lines, refundedCents, at } = withdrawn;
  const time = new Date(at).toISOString().slice(11, 16);
  return {
    mailKey: `withdrawal:${id}`,
    kind: 'withdrawal',
    to: email,
    subject: `Your withdrawal from the contract ${number}`,
    ...mailText(letterhead, [
      `We received your withdrawal from the contract of order ${number} on ${dayText(at)} at ${time} (UTC).`,
      ...lines.map((line) =>
        line.refusal === null
          ? `${named(line.name)} by ${named(line.storeName)}: ${moneyText(line.leftCents)} is refunded.`
          : `${named(line.name)} by ${named(line.storeName)}: not refunded. ${WITHDRAWAL_REFUSAL_TEXTS[line.refusal]}`,
      ),
      ...(refundedCents > 0
        ? [
            `${moneyText(refundedCents)} reaches your card within 5 to 10 days, depending on your bank. Refunded products are no longer in your library.`,
          ]
        : []),
      ...(lines.some(({ refusal }) => refusal !== null)
        ? [
            action(
              letterhead,
              'For what is not refunded you may ask the seller, from your order:',
              'See your orders',
              paths.payments(),
            ),
          ]
        : []),
    ]),
  };
}
