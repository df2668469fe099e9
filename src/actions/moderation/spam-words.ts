import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { addSpamWord, listedSpamWords, removeSpamWord } from '../../data/moderation/spam-words.ts';
import { conflict } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { lineInput } from '../kernel/text-input.ts';

/** The words that hold or refuse a post, at the operator desk. */
export const spamWords = {
  /** The whole list, by word. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'words.read');
      return listedSpamWords(context.locals.pb);
    },
  }),

  /** Adds a word, or changes what happens to texts with it. It counts at once. */
  add: defineAction({
    accept: 'json',
    input: z
      .object({
        word: lineInput(100, 'Use at most 100 characters.').pipe(
          z.string().min(2, 'Use at least two characters.'),
        ),
        deed: z.enum(['hold', 'refuse']),
        note: lineInput(300, 'Use at most 300 characters.'),
      })
      .strict(),
    async handler(input, context) {
      const person = await requireDesk(context, 'words.change');
      const isAdded = await addSpamWord(context.locals.pb, person, input, Date.now());
      if (!isAdded) throw conflict('The list is full: remove a word first.');
      return listedSpamWords(context.locals.pb);
    },
  }),

  /** Removes a word. One that is gone already is no error. */
  remove: defineAction({
    accept: 'json',
    input: z.object({ id: recordIdInput() }).strict(),
    async handler({ id }, context) {
      const person = await requireDesk(context, 'words.change');
      await removeSpamWord(context.locals.pb, person, id, Date.now());
      return listedSpamWords(context.locals.pb);
    },
  }),
};
