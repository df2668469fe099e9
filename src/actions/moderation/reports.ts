import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { reportable } from '../../data/account/reportables.ts';
import { reportsOf } from '../../data/moderation/reports.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import {
  CASE_KINDS,
  CASE_SUBJECTS,
  type CaseKind,
  caseAppealRefusals,
} from '../../domain/moderation/case.ts';
import { counterNoticeRefusals } from '../../domain/moderation/counter-notice.ts';
import { conflict, fieldRefused, notFound } from '../../server/kernel/refusal-error.ts';
import { objectToDecision, sendCounterNotice } from '../../server/moderation/case-replies.ts';
import { makeReport } from '../../server/moderation/reports.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';
import { optionalTextInput } from '../kernel/text-input.ts';
import { throwCaseRefusal } from './cases.ts';

const KINDS = Object.keys(CASE_KINDS) as CaseKind[];

export const reports = {
  /** Makes a report. A form action, so that it works without scripts. */
  make: defineAction({
    accept: 'form',
    input: z.object({
      what: z.enum(CASE_SUBJECTS),
      id: z.string().regex(/^[a-z0-9-]{1,60}$/),
      kind: z.enum(KINDS, 'Choose what is wrong.'),
      text: optionalTextInput(100_000, 'Use at most 2000 characters.'),
    }),
    async handler(report, context): Promise<{ number: number }> {
      const { user } = person(context);
      const about = await reportable(context.locals.pb, report.what, report.id, user.id);
      const outcome = await makeReport(context.locals.app.messaging.conversations, user, report, about);
      if (outcome.is === 'made') return { number: outcome.number };
      if (outcome.is === 'unknown') throw notFound('There is nothing here that you could report.');
      if (outcome.field) throw fieldRefused(outcome.field, outcome.sentence);
      throw conflict(outcome.sentence);
    },
  }),

  /** My reports and their outcomes, newest first. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      return { reports: await reportsOf(context.locals.pb, user.id) };
    },
  }),

  /** Objects to an upheld claim of copyright by a counter-notice, which the person who made the claim receives. */
  counterNotice: defineAction({
    accept: 'json',
    input: z
      .object({
        id: recordIdInput('There is no such case.'),
        name: longText,
        address: longText,
        phone: longText,
        statement: longText,
        believesMistake: z.boolean(),
        acceptsCourt: z.boolean(),
      })
      .superRefine(checkedBy(counterNoticeRefusals)),
    async handler({ id, ...sent }, context) {
      const { user } = person(context);
      const notice = {
        name: cleanLine(sent.name),
        address: cleanText(sent.address),
        phone: cleanLine(sent.phone),
        statement: cleanText(sent.statement),
        believesMistake: sent.believesMistake,
        acceptsCourt: sent.acceptsCourt,
      };
      throwCaseRefusal(await sendCounterNotice(context.locals.pb, user, id, notice, Date.now()));
      return { appealed: true };
    },
  }),

  /** Objects to the decision of a case that went against me, once. */
  appeal: defineAction({
    accept: 'json',
    input: z
      .object({
        id: recordIdInput('There is no such case.'),
        appeal: longText,
      })
      .superRefine(checkedBy(caseAppealRefusals)),
    async handler({ id, appeal }, context) {
      const { user } = person(context);
      throwCaseRefusal(await objectToDecision(context.locals.pb, user.id, id, cleanText(appeal), Date.now()));
      return { appealed: true };
    },
  }),
};
