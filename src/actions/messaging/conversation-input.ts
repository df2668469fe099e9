import { z } from 'astro/zod';
import { SAVED_REPLY_TITLE_MAX, savedReplyRefusals } from '../../domain/messaging/conversation.ts';
import { ATTACHMENTS_MAX, MESSAGE_KEY, MESSAGE_MAX, messageRefusal } from '../../domain/messaging/message.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

/** Input schemas of the conversation actions. */

const id = recordIdInput('There is no such conversation.');
/** Far above the domain's limits, which count the text as it is stored. */
const textInput = (max: number) => z.string().max(max * 4);
const key = z.string().regex(MESSAGE_KEY, 'This message has no valid key.');
const number = z.number().int().min(0).max(2_000_000_000);

/** A page of the inbox: conversations matching `search`, older than the conversation `before`. */
export const conversationQuery = z
  .object({
    search: z.string().max(200).default(''),
    unread: z.boolean().default(false),
    before: id.optional(),
  })
  .strict();

/** A page of messages: the newest, those before a number, or those after one (at most 200). */
export const messagePageQuery = z
  .object({ id, before: number.optional(), after: number.optional() })
  .strict()
  .refine(({ before, after }) => before === undefined || after === undefined, {
    path: ['after'],
    message: 'Set either before or after, not both.',
  });

/** A buyer names a store; a seller names their own store and an order placed there. */
export const startInput = z
  .object({ storeId: id, productId: id.optional(), orderId: id.optional() })
  .strict();

export const sendInput = z
  .object({
    id,
    key,
    text: textInput(MESSAGE_MAX),
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
        ? { attachments: 'The same file is attached twice.' }
        : ({} as { text?: string; attachments?: string });
    }),
  );

export const readInput = z.object({ id, upTo: number }).strict();
export const byId = z.object({ id }).strict();

export const replyInput = z
  .object({
    id: id.optional(),
    title: textInput(SAVED_REPLY_TITLE_MAX),
    text: textInput(MESSAGE_MAX),
  })
  .strict()
  .superRefine(checkedBy(savedReplyRefusals));

/** `lineId` is the order line to refund. */
export const refundRequestInput = z
  .object({ lineId: id, key, text: textInput(MESSAGE_MAX) })
  .strict()
  .superRefine(
    checkedBy(({ text }): { text?: string } => {
      const refusal = messageRefusal(text, 0);
      return refusal ? { text: refusal } : {};
    }),
  );

export const refundAnswerInput = z
  .object({ id, key, grant: z.boolean(), text: textInput(MESSAGE_MAX).default('') })
  .strict()
  .superRefine(
    checkedBy(({ text, grant }): { text?: string } => {
      // Declining needs a reason; granting does not.
      const refusal = grant && text.trim() === '' ? null : messageRefusal(text, 0);
      return refusal ? { text: refusal } : {};
    }),
  );

export const refundWithdrawInput = z.object({ id, key }).strict();
