import type { Consent } from '../../data/payments/consents.ts';
import { hasRightOfWithdrawal } from '../../domain/kernel/countries.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import type { MailPart } from '../../domain/notifications/mail-parts.ts';
import { WAIVER_TEXTS, WITHDRAWAL_DAYS } from '../../domain/payments/waiver.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead } from '../notifications/mail-layout.ts';

/** What the buyer agreed to about withdrawing, or that they may; nothing where there is no such right. */
export function waiverParts(
  letterhead: Letterhead,
  waiver: Consent | null,
  country: string,
): (MailPart | string)[] {
  if (waiver !== null)
    return [`On ${dayText(waiver.at)} (UTC) you agreed: “${WAIVER_TEXTS[waiver.wording] ?? ''}”`];
  if (!hasRightOfWithdrawal(country)) return [];
  return [
    action(
      letterhead,
      `You may withdraw from this contract within ${WITHDRAWAL_DAYS} days, from what you have not downloaded:`,
      'Withdraw from the contract',
      paths.withdraw(),
    ),
  ];
}
