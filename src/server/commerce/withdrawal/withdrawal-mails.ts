import { keptText, WITHDRAWAL_REFUSAL_TEXTS } from '../../../domain/commerce/withdrawal.ts';
import { dayText, type Instant } from '../../../domain/kernel/instant.ts';
import { type Cents, moneyText } from '../../../domain/kernel/money.ts';
import type { Mail } from '../../../domain/notifications/mail.ts';
import { WITHDRAWAL_DAYS } from '../../../domain/payments/waiver.ts';
import { paths } from '../../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../../notifications/mail-layout.ts';
import type { WithdrawableContract, WithdrawableLine } from './withdrawals.ts';

/** To the address of a contract: the link by which its buyer withdraws. @param link.title names it within a sentence */
export function withdrawalLinkMail(
  letterhead: Letterhead,
  { id, title, email, token }: { id: string; title: string; email: string; token: string },
): Mail {
  return {
    mailKey: `withdrawal-link:${id}`,
    kind: 'withdrawal',
    to: email,
    subject: `Withdraw from your contract: ${oneLineName(title)}`,
    ...mailText(letterhead, [
      `Somebody, hopefully you, wants to withdraw from the contract: ${oneLineName(title)}.`,
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
  withdrawn: WithdrawableContract & { id: string; email: string; refundedCents: Cents; at: Instant },
): Mail {
  const { id, kind, title, email, lines, refundedCents, at } = withdrawn;
  const time = new Date(at).toISOString().slice(11, 16);
  return {
    mailKey: `withdrawal:${id}`,
    kind: 'withdrawal',
    to: email,
    subject: `Your withdrawal from the contract: ${oneLineName(title)}`,
    ...mailText(letterhead, [
      `We received your withdrawal from the contract on ${dayText(at)} at ${time} (UTC): ${oneLineName(title)}.`,
      ...lines.map(lineText),
      ...(refundedCents > 0
        ? [
            `${moneyText(refundedCents)} reaches your card within 5 to 10 days, depending on your bank. ${EFFECTS[kind]}`,
          ]
        : []),
      ...endingParts(letterhead, kind, lines),
    ]),
  };
}

/** What follows where money is given back. */
const EFFECTS: Record<WithdrawableContract['kind'], string> = {
  order: 'Refunded products are no longer in your library.',
  membership:
    'Your membership has ended, and nothing more is charged. What you did not download is no longer in your library.',
  plan: 'The plan has ended, and nothing more is charged. Your store has the free plan now.',
};

function lineText({ name, storeName, leftCents, kept, refusal }: WithdrawableLine): string {
  const what = `${oneLineName(name)}${storeName === '' ? '' : ` (${oneLineName(storeName)})`}`;
  if (refusal !== null) return `${what}: not refunded. ${WITHDRAWAL_REFUSAL_TEXTS[refusal]}`;
  return `${what}: ${moneyText(leftCents)} is refunded.${kept ? ` ${keptText(kept)}` : ''}`;
}

function endingParts(
  letterhead: Letterhead,
  kind: WithdrawableContract['kind'],
  lines: readonly WithdrawableLine[],
) {
  if (lines.every(({ refusal }) => refusal === null)) return [];
  if (kind === 'order')
    return [
      action(
        letterhead,
        'For what is not refunded you may ask the seller, from your order:',
        'See your orders',
        paths.payments(),
      ),
    ];
  if (lines.some(({ refusal }) => refusal === null)) return [];
  return [
    action(
      letterhead,
      'It goes on. You may cancel it at the end of what is paid:',
      'Cancel it',
      paths.cancelMembership(),
    ),
  ];
}

/** To a seller whose member withdrew: what was given back of their payments. */
export function sellerWithdrawnMail(
  letterhead: Letterhead,
  withdrawn: {
    id: string;
    email: string;
    guildName: string;
    memberName: string;
    refundedCents: Cents;
    keptCents: Cents;
  },
): Mail {
  const { id, email, guildName, memberName, refundedCents, keptCents } = withdrawn;
  const kept =
    keptCents === 0 ? '' : ` ${moneyText(keptCents)} is kept for what they downloaded, which stays theirs.`;
  return {
    mailKey: `withdrawal-seller:${id}`,
    kind: 'withdrawal',
    to: email,
    subject: `A member of ${oneLineName(guildName)} withdrew from the contract`,
    ...mailText(letterhead, [
      `${oneLineName(memberName)} joined ${oneLineName(guildName)} and withdrew within ${WITHDRAWAL_DAYS} days, as the law of their country allows.`,
      `${moneyText(refundedCents)} is refunded.${kept} Your part of the refund is taken from your balance, the commission is given back, and the membership has ended.`,
      action(letterhead, '', 'See your earnings', paths.sales()),
    ]),
  };
}
