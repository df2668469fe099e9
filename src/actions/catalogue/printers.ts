import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { printersOf, printNeedsOf, removePrinter, savePrinter } from '../../data/catalogue/printers.ts';
import {
  cleanPrinter,
  type MyPrinter,
  PRINTER_REFUSAL_TEXTS,
  printerRefusals,
  RESIN_CURRENCIES,
} from '../../domain/catalogue/print/my-printer.ts';
import type { PrintNeeds } from '../../domain/catalogue/print/plates.ts';
import { refusedFor } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { longText, recordIdInput } from '../kernel/plain-input.ts';

const printerId = recordIdInput('There is no such printer.');
const input = z.object({
  name: longText,
  x: z.number(),
  y: z.number(),
  z: z.number(),
  resinCents: z.number().nullable(),
  currency: z.enum(RESIN_CURRENCIES),
});
const printerOf = ({ name, x, y, z, resinCents, currency }: z.output<typeof input>) => ({
  ...{ name, volume: { x, y, z }, resinCents, currency },
});

/** Products of a cart whose needs are asked for at once. */
const PRODUCTS_MAX = 100;

export const printers = {
  /** The user's printers, oldest first. */
  list: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ printers: MyPrinter[] }> {
      const { user } = person(context);
      return { printers: await printersOf(context.locals.pb, user.id) };
    },
  }),

  /** Adds a printer (`id` null) or changes one; answers with all. */
  save: defineAction({
    accept: 'json',
    input: input
      .extend({ id: printerId.nullable() })
      .superRefine(checkedBy((sent) => printerRefusals(printerOf(sent)))),
    async handler({ id, ...sent }, context): Promise<{ printers: MyPrinter[] }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const printer = cleanPrinter(printerOf(sent));
      const refusal = await savePrinter(pb, user.id, id, printer, Date.now());
      if (refusal) throw refusedFor(refusal, PRINTER_REFUSAL_TEXTS, { unknown: 'not_found' });
      return { printers: await printersOf(pb, user.id) };
    },
  }),

  remove: defineAction({
    accept: 'json',
    input: z.object({ id: printerId }),
    async handler({ id }, context): Promise<{ printers: MyPrinter[] }> {
      const { user } = person(context);
      await removePrinter(context.locals.pb, user.id, id);
      return { printers: await printersOf(context.locals.pb, user.id) };
    },
  }),

  /** What printing these products takes: public facts of public products, for who has them in the cart. */
  needs: defineAction({
    accept: 'json',
    input: z.object({
      productIds: z.array(recordIdInput('We could not find that product.')).max(PRODUCTS_MAX),
    }),
    async handler({ productIds }, context): Promise<{ needs: (PrintNeeds & { id: string })[] }> {
      const needs = await printNeedsOf(context.locals.pb, [...new Set(productIds)]);
      return { needs: needs.map(({ id, pieces, resin }) => ({ id, pieces, resin })) };
    },
  }),
};
