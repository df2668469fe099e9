import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { legalBody, legalVersions, publishLegalText, recordAgreement } from '../../data/site/legal-texts.ts';
import {
  LEGAL_BODY_MAX,
  LEGAL_NAMES,
  LEGAL_SUMMARY_MAX,
  legalDraftRefusals,
} from '../../domain/site/legal-text.ts';
import { conflict, fieldsRefused } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';
import { person } from '../identity/person.ts';
import { lineInput, textInput } from '../kernel/text-input.ts';

const name = z.enum(LEGAL_NAMES);
const version = z.int().min(0).max(10_000);

/** The texts of the legal pages: their versions at the operator desk, and who agreed to them. */
export const legalTexts = {
  /** Every published version, without its words. */
  versions: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'texts.read');
      return legalVersions(context.locals.pb);
    },
  }),

  /** The words of one version, to begin the next one with. */
  words: defineAction({
    accept: 'json',
    input: z.object({ name, version }).strict(),
    async handler(input, context) {
      await requireDesk(context, 'texts.read');
      return { body: (await legalBody(context.locals.pb, input.name, input.version)) ?? '' };
    },
  }),

  /** Publishes the version after `seen`. It cannot be changed afterwards, only followed by another one. */
  publish: defineAction({
    accept: 'json',
    input: z
      .object({
        name,
        seen: version,
        body: textInput(LEGAL_BODY_MAX, `Use at most ${LEGAL_BODY_MAX} characters.`),
        summary: lineInput(LEGAL_SUMMARY_MAX, `Use at most ${LEGAL_SUMMARY_MAX} characters.`),
        inForceAt: z.int().min(0).max(253_402_300_799_999),
      })
      .strict(),
    async handler({ seen, ...draft }, context) {
      const by = await requireDesk(context, 'texts.publish');
      const { pb } = context.locals;
      const now = context.locals.app.commerce.now();
      const newest = (await legalVersions(pb)).find((one) => one.name === draft.name) ?? null;
      const refusals = legalDraftRefusals(draft, newest, now);
      if (Object.keys(refusals).length > 0) throw fieldsRefused(refusals);
      if (!(await publishLegalText(pb, by, draft, seen, now)))
        throw conflict('Somebody else has published a version in the meantime. Reload the page.');
      return { version: seen + 1 };
    },
  }),

  /** Records that I agree to the texts that are in force. */
  agree: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { user } = person(context);
      await recordAgreement(context.locals.pb, user.id, 'asked', context.locals.app.commerce.now());
      return null;
    },
  }),
};
