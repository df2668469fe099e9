import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { moveMailing, newestMailings, peopleToMail, saveMailing } from '../../data/notifications/mailings.ts';
import { queueMail } from '../../data/notifications/mails.ts';
import {
  MAILING_BODY_MAX,
  MAILING_SUBJECT_MAX,
  MAILING_WHY_MAX,
  mailingRefusals,
} from '../../domain/notifications/mailing.ts';
import { conflict, type RefusalError } from '../../server/kernel/refusal-error.ts';
import { mailingMail } from '../../server/notifications/mailings.ts';
import { requireDesk } from '../identity/desk.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { lineInput, textInput } from '../kernel/text-input.ts';

const text = z
  .object({
    subject: lineInput(MAILING_SUBJECT_MAX, `Use at most ${MAILING_SUBJECT_MAX} characters.`),
    body: textInput(MAILING_BODY_MAX, `Use at most ${MAILING_BODY_MAX} characters.`),
    why: lineInput(MAILING_WHY_MAX, `Use at most ${MAILING_WHY_MAX} characters.`),
  })
  .strict();

/** Mails to everybody, at the operator desk. */
export const mailings = {
  /** The newest mailings, and how many people the next one would reach. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'mailing.read');
      const { pb } = context.locals;
      const [mailings, people] = await Promise.all([newestMailings(pb), peopleToMail(pb)]);
      return { mailings, people };
    },
  }),

  /** Writes a draft; without an id a new one. */
  save: defineAction({
    accept: 'json',
    input: text.extend({ id: recordIdInput().nullable() }).superRefine(checkedBy(mailingRefusals)),
    async handler({ id, ...written }, context) {
      const by = await requireDesk(context, 'mailing.change');
      const saved = await saveMailing(context.locals.pb, by, id, written, context.locals.app.commerce.now());
      if (saved === null) throw conflict('This mail has been sent in the meantime.');
      return { id: saved };
    },
  }),

  /** Mails the text to the person who writes it, as everybody would get it. */
  test: defineAction({
    accept: 'json',
    input: text.superRefine(checkedBy(mailingRefusals)),
    async handler(written, context) {
      await requireDesk(context, 'mailing.change');
      const { email } = person(context).user;
      const { commerce } = context.locals.app;
      const test = { subject: `Test: ${written.subject}`, body: written.body, why: written.why };
      const key = `mailing-test/${crypto.randomUUID()}`;
      await queueMail(context.locals.pb, mailingMail(commerce, test, { to: email, key }), commerce.now());
      commerce.mailQueued();
      return { email };
    },
  }),

  /** Begins to send a draft or goes on with a stopped mailing, to as many people as were shown. */
  send: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput(), people: z.int().min(0).max(1_000_000_000) }).strict(),
    async handler({ id, people }, context) {
      const by = await requireDesk(context, 'mailing.change');
      const {
        commerce,
        jobs: { mailings: job },
      } = context.locals.app;
      if (!(await moveMailing(context.locals.pb, by, { id, to: 'sending', people }, commerce.now())))
        throw gone();
      void job.wake();
      return { id };
    },
  }),

  /** Stops a mailing: mails that are in the outbox already, a hundred at most, still leave. */
  stop: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput() }).strict(),
    async handler({ id }, context) {
      const by = await requireDesk(context, 'mailing.change');
      const now = context.locals.app.commerce.now();
      if (!(await moveMailing(context.locals.pb, by, { id, to: 'stopped', people: 0 }, now))) throw gone();
      return { id };
    },
  }),
};

function gone(): RefusalError {
  return conflict('Somebody else has sent or stopped this mail in the meantime. Reload the page.');
}
