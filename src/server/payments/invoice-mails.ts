import { moneyText } from '../../domain/kernel/money.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { invoiceSums, type NewTaxInvoice } from '../../domain/payments/tax-invoice.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';

/** The mail with an invoice or a credit note of a membership or a seller plan, once for each. */
export function invoiceMail(
  letterhead: Letterhead,
  document: Pick<NewTaxInvoice, 'kind' | 'cause' | 'content'> & { id: string },
  to: { billId: string; email: string },
): Mail {
  const isCredit = document.kind === 'credit_note';
  const sum = moneyText(invoiceSums(document.content.lines).grossCents);
  const texts = document.content.lines.map(({ text }) => oneLineName(text));
  return {
    mailKey: `bill:${to.billId}:${document.cause}`,
    kind: isCredit ? 'refund' : 'receipt',
    to: to.email,
    subject: isCredit
      ? `Your credit note of ${sum} from ${letterhead.siteName}`
      : `Your invoice of ${sum} from ${letterhead.siteName}`,
    ...mailText(letterhead, [
      isCredit ? `We credited ${sum} to you for:` : `You paid ${sum} for:`,
      ...texts,
      action(
        letterhead,
        isCredit ? 'Your credit note as a PDF:' : 'Your invoice as a PDF:',
        isCredit ? 'Open the credit note' : 'Open the invoice',
        paths.invoice(document.id),
      ),
    ]),
  };
}
