import type { Consent } from '../../data/payments/consents.ts';
import type { DeliveryContract } from '../../domain/library/delivery.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';
import { waiverParts } from '../payments/waiver-mails.ts';

/** Confirms a waiver that a buyer gave before their first download. Source: directive 2011/83/EU Art. 8 (7) (b). */
export function waiverMail(
  letterhead: Letterhead,
  email: string,
  { kind, id, title, country }: Pick<DeliveryContract, 'kind' | 'id' | 'title' | 'country'>,
  waiver: Consent,
): Mail {
  return {
    mailKey: `waiver:${kind}:${id}`,
    kind: 'withdrawal',
    to: email,
    subject: `You asked for your download at once: ${oneLineName(title)}`,
    ...mailText(letterhead, [
      `You began to download what you got with ${oneLineName(title)}.`,
      ...waiverParts(letterhead, waiver, country),
      action(letterhead, 'Your downloads stay in your library:', 'Open your library', paths.library()),
    ]),
  };
}
