import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { refundSum, takedownOfCase } from '../../data/commerce/takedowns.ts';
import { caseFile } from '../../data/desk/case-file.ts';
import { actingAs } from '../../data/kernel/actor.ts';
import { removeReason, savedReasons, saveReason } from '../../data/moderation/case-decisions.ts';
import { type Deed, deskRefusal } from '../../domain/identity/role.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import { CASE_GROUNDS, CASE_KINDS, type CaseGround, type CaseKind } from '../../domain/moderation/case.ts';
import {
  decisionRefusals,
  SAVED_REASONS_MOST,
  savedReasonRefusals,
} from '../../domain/moderation/case-decision.ts';
import { decide } from '../../server/desk/case-decisions.ts';
import { recordLetter } from '../../server/desk/letter-notices.ts';
import { conflict, fieldRefused, fieldsRefused, notFound } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';
import { requireStepUpFor } from '../identity/step-up.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { emailInput, longText, recordIdInput } from '../kernel/plain-input.ts';

const NO_CASE = 'There is no such case.';
const decision = {
  verdict: z.enum(['upheld', 'dismissed']),
  ground: z.enum(Object.keys(CASE_GROUNDS) as CaseGround[], 'Choose what the decision rests on.'),
  groundText: longText,
  reason: longText,
};

/** Cases at the operator desk. */
export const deskCases = {
  /** A case with both sides' history; for operators also what a refund of all buyers would give back. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput(NO_CASE) }),
    async handler({ id }, context) {
      const { role } = await requireDesk(context, 'queue.read');
      const may = (deed: Deed) => deskRefusal(role, deed) === null;
      const { pb } = context.locals;
      const file = await caseFile(pb, id, may('people.addresses'));
      if (!file) throw notFound(NO_CASE);
      const [sum, takedown] = may('orders.read')
        ? await Promise.all([
            file.productId === null ? null : refundSum(pb, file.productId),
            takedownOfCase(pb, id),
          ])
        : [null, null];
      return { file, sum, takedown };
    },
  }),

  /** Records a notice that arrived by letter or mail: it opens a case, or joins the open one. */
  record: defineAction({
    accept: 'json',
    input: z
      .object({
        letterId: recordIdInput('Open the form again.'),
        address: z
          .string()
          .trim()
          .min(1, 'Paste the address of the page.')
          .max(500, 'Paste a shorter address.'),
        kind: z.enum(Object.keys(CASE_KINDS) as CaseKind[], 'Choose what is wrong.'),
        text: longText,
        name: longText,
        email: z.union([
          z.literal(''),
          emailInput('Enter an e-mail address, such as mira@example.com, or none.'),
        ]),
        isHidden: z.boolean(),
      })
      .strict(),
    async handler(letter, context) {
      const person = await requireDesk(context, 'case.record');
      const { app } = context.locals;
      const outcome = await recordLetter(app.commerce, person, letter);
      if ('problems' in outcome) throw fieldsRefused(outcome.problems);
      return { caseId: outcome.caseId, number: outcome.number };
    },
  }),

  /** Decides a case; with `refunds` everybody who bought the product gets their money back. */
  decide: defineAction({
    accept: 'json',
    input: z
      .object({
        id: recordIdInput(NO_CASE),
        seen: z.string().max(40),
        ...decision,
        /** The sum that was shown, in cents; null without refunds. */
        refundCents: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
      })
      .superRefine(checkedBy(decisionRefusals)),
    async handler({ id, seen, verdict, ground, groundText, reason, refundCents }, context) {
      const person = await requireDesk(context, refundCents === null ? 'case.decide' : 'case.refund');
      await requireStepUpFor(context, refundCents ?? 0);
      const { pb, app } = context.locals;
      const refusal = await decide(
        pb,
        person,
        {
          id,
          seen,
          decision: { verdict, ground, groundText: cleanLine(groundText), reason: cleanText(reason) },
          refunds: refundCents === null ? null : { cents: refundCents },
        },
        app.commerce.now(),
      );
      if (refusal === 'not-found') throw notFound(NO_CASE);
      if (refusal !== null) throw conflict(refusal.sentence);
      if (refundCents !== null) void app.jobs.takedowns.wake();
      return { decided: true };
    },
  }),

  /** How far the refunds of a case are; null where there are none. */
  refunds: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput(NO_CASE) }),
    async handler({ id }, context) {
      await requireDesk(context, 'orders.read');
      return { takedown: await takedownOfCase(context.locals.pb, id) };
    },
  }),
};

/** Reasons of decisions that are written once. */
export const deskReasons = {
  list: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'queue.read');
      return { reasons: await savedReasons(context.locals.pb) };
    },
  }),

  /** Saves a reason; without an id a new one. */
  save: defineAction({
    accept: 'json',
    input: z
      .object({ id: recordIdInput('There is no such reason.').nullable(), title: longText, ...decision })
      .superRefine(checkedBy(savedReasonRefusals)),
    async handler({ id, title, verdict, ground, groundText, reason }, context) {
      const person = await requireDesk(context, 'reason.change');
      const { pb } = context.locals;
      const refusal = await saveReason(
        actingAs(pb, person),
        {
          id,
          title: cleanLine(title),
          verdict,
          ground,
          groundText: cleanLine(groundText),
          reason: cleanText(reason),
        },
        { most: SAVED_REASONS_MOST, now: Date.now() },
      );
      if (refusal === 'taken') throw fieldRefused('title', 'There is a reason with this title.');
      if (refusal === 'unknown') throw notFound('There is no such reason.');
      if (refusal === 'full')
        throw fieldRefused('title', 'There are {most} reasons already; delete one first.', {
          most: SAVED_REASONS_MOST,
        });
      return { reasons: await savedReasons(pb) };
    },
  }),

  remove: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput('There is no such reason.') }),
    async handler({ id }, context) {
      const person = await requireDesk(context, 'reason.change');
      const { pb } = context.locals;
      await removeReason(actingAs(pb, person), id, Date.now());
      return { reasons: await savedReasons(pb) };
    },
  }),
};
