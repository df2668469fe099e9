import { priceText } from '../../../../../domain/kernel/money.ts';
import type { Message, MessageKind } from '../../../../../domain/messaging/message.ts';
import type { Side } from '../../../../../domain/notifications/live.ts';

/** What happened to a refund request, as a line of the log; null for what stands as a message or a card. */
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
    'refund-granted': `${who} agreed to give back ${amount} for ${what}.`,
    'refund-declined': `${who} declined the refund for ${what}.`,
    'refund-withdrawn': `${who} took back the refund request for ${what}.`,
    'refund-lapsed': `There was no answer in time, so the refund of ${amount} for ${what} is granted.`,
    'refund-made': `${amount} for ${what} is on its way back to the card it was paid with.`,
    'refund-void': `Nothing could be given back for ${what}.`,
  };
  return lines[kind];
}
