import { z } from 'astro/zod';
import { SAVED_REPLY_TITLE_MAX, savedReplyRefusals } from '../../domain/messaging/conversation.ts';
import { ATTACHMENTS_MAX, MESSAGE_KEY, MESSAGE_MAX, messageRefusal } from '../../domain/messaging/message.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

/** What the verbs of conversations are asked with. */

const id = recordIdInput('There is no such conversation.');
/** Far above every limit of the rules: the shape of a text is judged as it would be kept. */
const words = (most: number) => z.string().max(most * 4);
const key = z.string().regex(MESSAGE_KEY, 'This message has no proper key.');
const number = z.number().int().min(0).max(2_000_000_000);

/** A list's page: those with these words in name or messages, older than the conversation `before`. */
export const listAsked = z
  .object({
    search: z.string().max(200).default(''),
    unread: z.boolean().default(false),
    before: id.optional(),
  })
  .strict();

/** A page of messages: the newest, those before a number, or all after one (at most 200 at a time). */
export const oneAsked = z
  .object({ id, before: number.optional(), after: number.optional() })
  .strict()
  .refine(({ before, after }) => before === undefined || after === undefined, {
    path: ['after'],
    message: 'Ask for what is before or for what is after.',
  });

/** A buyer asks with a store; a seller with his own store and an order that somebody placed there. */
export const startAsked = z
  .object({ storeId: id, productId: id.optional(), orderId: id.optional() })
  .strict();

export const sendAsked = z
  .object({
    id,
    key,
    text: words(MESSAGE_MAX),
    attachments: z
      .array(id)
      .max(ATTACHMENTS_MAX * 2)
      .default([]),
  })
  .strict()
  .superRefine(
    checkedBy(({ text, attachments }) => {
      const refusal = messageRefusal(text, attachments.length);
      if (refusal) return { text: refusal };
      return new Set(attachments).size < attachments.length
        ? { attachments: 'A file is attached once.' }
        : ({} as { text?: string; attachments?: string });
    }),
  );

export const readAsked = z.object({ id, upTo: number }).strict();
export const oneOf = z.object({ id }).strict();

export const replyAsked = z
  .object({
    id: id.optional(),
    title: words(SAVED_REPLY_TITLE_MAX),
    text: words(MESSAGE_MAX),
  })
  .strict()
  .superRefine(checkedBy(savedReplyRefusals));

/** `lineId` is the line of an order the money is asked back for. */
export const refundAsked = z
  .object({ lineId: id, key, text: words(MESSAGE_MAX) })
  .strict()
  .superRefine(
    checkedBy(({ text }): { text?: string } => {
      const refusal = messageRefusal(text, 0);
      return refusal ? { text: refusal } : {};
    }),
  );

export const refundAnswered = z
  .object({ id, key, grant: z.boolean(), text: words(MESSAGE_MAX).default('') })
  .strict()
  .superRefine(
    checkedBy(({ text, grant }): { text?: string } => {
      // A refusal is given a reason; a yes may stand alone.
      const refusal = grant && text.trim() === '' ? null : messageRefusal(text, 0);
      return refusal ? { text: refusal } : {};
    }),
  );

export const refundWithdrawn = z.object({ id, key }).strict();
