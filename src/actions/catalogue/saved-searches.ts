import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { changeSearch, removeSearch, savedSearchesOf } from '../../data/catalogue/saved-searches.ts';
import {
  SAVED_SEARCH_REFUSAL_TEXTS,
  type SavedSearch,
  type SavedSearchRefusal,
  SEARCH_PACES,
  searchNameRefusal,
} from '../../domain/catalogue/search/saved-search.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { saveSearch } from '../../server/catalogue/saved-searches.ts';
import { refusedFor, tooManyRequests } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const id = recordIdInput('There is no such search.');
/** Far above the limits of the rules, so that a text that is too long gets the rule's message. */
const text = z
  .string()
  .max(20_000, 'This is far too long.')
  .nullish()
  .transform((value) => value ?? '');
const pace = z.enum(SEARCH_PACES, 'Choose how often we notify you.');
const name = text.superRefine((value, context) => {
  const message = searchNameRefusal(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});
const search = z.object({ name, query: text, pace });

/** Saves a search of the signed-in user. @throws RefusalError if it is refused. */
async function saveFor(
  context: ActionAPIContext,
  { name, query, pace }: z.output<typeof search>,
  savedAt?: number,
): Promise<void> {
  const { user } = person(context);
  const outcome = await saveSearch(context.locals.app, user, { name, query, pace }, Date.now(), savedAt);
  if (outcome && 'wait' in outcome) throw tooManyRequests(outcome.wait);
  if (outcome) throw refused(outcome.refusal);
}

const refused = (refusal: SavedSearchRefusal) =>
  refusedFor(refusal, SAVED_SEARCH_REFUSAL_TEXTS, {
    empty: 'bad_request',
    'too-long': 'bad_request',
    'too-many': 'bad_request',
    unknown: 'not_found',
  });

export const savedSearches = {
  /** The user's saved searches, the latest first. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ searches: SavedSearch[] }> {
      const { user } = person(context);
      return { searches: await savedSearchesOf(context.locals.pb, user.id) };
    },
  }),

  /** Saves a search, by a form that works without JavaScript. */
  save: defineAction({
    accept: 'form',
    input: search,
    async handler(input, context) {
      await saveFor(context, input);
      return { saved: true };
    },
  }),

  /** Restores a removed search at its former place. Returns the list. */
  putBack: defineAction({
    accept: 'json',
    input: search.extend({ savedAt: z.int().min(0) }),
    async handler({ savedAt, ...input }, context): Promise<{ searches: SavedSearch[] }> {
      await saveFor(context, input, savedAt);
      return { searches: await savedSearchesOf(context.locals.pb, person(context).user.id) };
    },
  }),

  change: defineAction({
    accept: 'json',
    input: z.object({ id, name: name.optional(), pace: pace.optional() }),
    async handler({ id, name, pace }, context) {
      const { user } = person(context);
      const change = { name: name === undefined ? undefined : cleanLine(name), pace };
      const refusal = await changeSearch(context.locals.pb, user.id, id, change, Date.now());
      if (refusal) throw refused(refusal);
      return { changed: true };
    },
  }),

  remove: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler({ id }, context) {
      const { user } = person(context);
      await removeSearch(context.locals.pb, user.id, id);
      return { removed: true };
    },
  }),
};
