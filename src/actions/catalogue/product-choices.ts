import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { productChoices as choicesOfStore } from '../../data/catalogue/product-choices.ts';
import { CHOICES_A_PAGE, CHOSEN_MAX } from '../../domain/catalogue/product-choice.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';
import { seller } from './seller.ts';

export const productChoices = {
  /** Some of the seller's products to choose from, by name, and how many there are in all. */
  list: defineAction({
    accept: 'json',
    input: z
      .object({
        text: z.string().max(200),
        among: z.array(recordIdInput()).max(CHOSEN_MAX).nullable(),
        after: z.object({ name: longText, id: recordIdInput() }).nullable(),
      })
      .strict(),
    async handler({ after, ...filter }, context) {
      const { store } = await seller(context);
      return choicesOfStore(context.locals.pb, store.id, filter, after, CHOICES_A_PAGE);
    },
  }),
};
