import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { matchFile } from '../../data/desk/model-matches.ts';
import { MATCH_OUTCOMES, type MatchOutcome } from '../../domain/assets/model-match.ts';
import { matchRefusals } from '../../domain/desk/match-file.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { decideAbout } from '../../server/desk/model-matches.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';

const NO_MATCH = 'There is no such match any more.';

/** The same model in two stores, at the operator desk. */
export const deskMatches = {
  /** A match with both models. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput(NO_MATCH) }),
    async handler({ id }, context) {
      await requireDesk(context, 'queue.read');
      const match = await matchFile(context.locals.pb, id);
      if (!match) throw notFound(NO_MATCH);
      return { match };
    },
  }),

  /** Decides a match; as a case it becomes one about the product of one side. */
  decide: defineAction({
    accept: 'json',
    input: z
      .object({
        id: recordIdInput(NO_MATCH),
        outcome: z.enum(Object.keys(MATCH_OUTCOMES) as MatchOutcome[], 'Choose what it is.'),
        against: z.enum(['older', 'newer'], 'Choose whose product the case is about.'),
        claim: longText,
      })
      .superRefine(checkedBy(matchRefusals)),
    async handler({ id, outcome, against, claim }, context) {
      const staff = await requireDesk(context, 'match.decide');
      const { pb, app } = context.locals;
      const deed = { id, outcome, against, claim: cleanText(claim) };
      const refusal = await decideAbout(pb, staff, deed, app.commerce.now());
      if (refusal === 'not-found') throw notFound(NO_MATCH);
      if (refusal === 'decided') throw conflict('Somebody else has just decided this.');
      return { decided: true };
    },
  }),
};
