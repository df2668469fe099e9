import { priceText } from '../../../../../domain/kernel/money.ts';
import type { Message, MessageKind } from '../../../../../domain/messaging/message.ts';
import type { Side } from '../../../../../domain/notifications/live.ts';

/** An event of a refund request as a line of the log; null for kinds shown as a message or a card. */
export function refundLine(
  { kind, by, refund }: Pick<Message, 'kind' | 'by' | 'refund'>,
  side: Side,
  name: string,
): string | null {
  const who = by === side ? 'You' : name;
  const amount = refund ? priceText(refund.amountCents) : 'the amount';
  const what = refund?.productName ?? 'this order';
  const lines: Record<MessageKind, string | null> = {
    text: null,
    'refund-asked': null,
    'refund-granted': `${who} agreed to refund ${amount} for ${what}.`,
    'refund-declined': `${who} declined the refund for ${what}.`,
    'refund-withdrawn': `${who} withdrew the refund request for ${what}.`,
    'refund-lapsed': `The refund of ${amount} for ${what} was granted because there was no answer in time.`,
    'refund-made': `${amount} for ${what} is on its way back to the card it was paid with.`,
    'refund-void': `Nothing could be refunded for ${what}.`,
  };
  return lines[kind];
}
