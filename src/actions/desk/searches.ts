import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  RULE_TARGET_MAX,
  RULE_TEXT_MAX,
  RULE_WORD_LENGTH_MAX,
  SEARCH_RULE_KINDS,
  type SearchRuleDraft,
  type SearchRuleKind,
} from '../../domain/catalogue/search/search-rule.ts';
import type { App } from '../../server/app/app.ts';
import {
  effectOfRule,
  missesNow,
  removeRule,
  type SearchDeskParts,
  saveRule,
  tradeSets,
  withoutSite,
} from '../../server/catalogue/search-desk.ts';
import type { SearchRules } from '../../server/catalogue/search-rules.ts';
import { requireDesk } from '../identity/desk.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { lineInput } from '../kernel/text-input.ts';

const ruleInput = {
  kind: z.enum(Object.keys(SEARCH_RULE_KINDS) as [SearchRuleKind, ...SearchRuleKind[]]),
  words: lineInput(RULE_TEXT_MAX, `Use at most ${RULE_TEXT_MAX} characters.`),
  target: lineInput(RULE_TARGET_MAX, `Use at most ${RULE_TARGET_MAX} characters.`),
  replaces: recordIdInput('There is no such rule.').nullable(),
};

const ruleOf = ({ kind, words, target }: SearchRuleDraft, siteUrl: string): SearchRuleDraft => ({
  kind,
  words,
  target: withoutSite(target, siteUrl),
});

const listed = (searchRules: SearchRules) =>
  searchRules.now().map(({ id, kind, words, target, addedAt }) => ({ id, kind, words, target, addedAt }));

const partsOf = ({ pb, catalogue }: App): SearchDeskParts => {
  const { search, searchRules, listings } = catalogue;
  return { pb, search, searchRules, listings };
};

/** What people search for in vain, and what operators make of searches. A rule counts at once, on every process. */
export const deskSearches = {
  /** The missed searches of the last 90 days, the rules, and the sets that are built in. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'searches.read');
      const { app } = context.locals;
      const misses = await missesNow(partsOf(app), Date.now());
      return {
        misses: misses.map(({ words, times, days, lastDay, found, findsNow, leadsTo }) => ({
          ...{ words, times, days, lastDay, found, findsNow, leadsTo },
        })),
        rules: listed(app.catalogue.searchRules),
        trade: tradeSets(),
      };
    },
  }),

  /** What a rule would change, for the search it is made for and for its own words. Nothing is stored. */
  preview: defineAction({
    accept: 'json',
    input: z
      .object({ ...ruleInput, query: lineInput(RULE_WORD_LENGTH_MAX, 'This search is too long.') })
      .strict(),
    async handler({ query, replaces, ...sent }, context) {
      await requireDesk(context, 'searches.read');
      const { app } = context.locals;
      const rule = ruleOf(sent, app.settings.siteUrl);
      const effects = await effectOfRule(partsOf(app), { rule, replaces, query });
      return effects.map(({ query: one, before, after }) => ({ query: one, before, after }));
    },
  }),

  /** Stores a rule, in place of another one or as a new one. */
  save: defineAction({
    accept: 'json',
    input: z.object(ruleInput).strict(),
    async handler({ replaces, ...sent }, context) {
      const person = await requireDesk(context, 'searches.change');
      const { app } = context.locals;
      await saveRule(
        partsOf(app),
        person,
        { rule: ruleOf(sent, app.settings.siteUrl), replaces },
        Date.now(),
      );
      return listed(app.catalogue.searchRules);
    },
  }),

  /** Removes a rule. One that is gone already is no error. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput() }).strict(),
    async handler({ id }, context) {
      const person = await requireDesk(context, 'searches.change');
      const { app } = context.locals;
      await removeRule(partsOf(app), person, id, Date.now());
      return listed(app.catalogue.searchRules);
    },
  }),
};
