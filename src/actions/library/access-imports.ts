import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { IMPORT_ROWS_MAX, type ImportCheck, UNDO_REFUSAL_TEXTS } from '../../domain/library/access-import.ts';
import { checkList, startCheckedImport, undoGroupImport } from '../../server/library/access-groups.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { groupError, groupId, ownGroup } from './access-groups.ts';

const importId = recordIdInput(UNDO_REFUSAL_TEXTS.unknown);
const cell = z.string().max(400);
/** Line, address, name and note, as tuples so that ten thousand rows fit into one request. */
const rows = z
  .array(z.tuple([z.number().int().min(1).max(10_000_000), cell, cell, cell]))
  .min(1, 'This list is empty.')
  .max(IMPORT_ROWS_MAX, `A list may have at most ${IMPORT_ROWS_MAX} rows; split it in two.`);

export const accessImports = {
  /** Checks a list and returns a preview. Nothing is added or mailed until the import is started. */
  check: defineAction({
    accept: 'json',
    input: z.object({ groupId, fileName: z.string().max(200).transform(cleanLine), rows }),
    async handler(input, context): Promise<ImportCheck> {
      const { store, group } = await ownGroup(context, input.groupId);
      const list = {
        fileName: input.fileName,
        rows: input.rows.map(([line, email, name, note]) => ({ line, email, name, note })),
      };
      const outcome = await checkList(context.locals.pb, { store, group }, list, Date.now());
      if ('refusal' in outcome) throw groupError(outcome.refusal);
      return outcome;
    },
  }),

  /** Starts a checked import; the page polls its progress. */
  begin: defineAction({
    accept: 'json',
    input: z.object({ groupId, importId }),
    async handler(input, context) {
      const { store, group } = await ownGroup(context, input.groupId);
      const { pb, app } = context.locals;
      const refusal = await startCheckedImport(pb, { store, group }, input.importId, Date.now());
      if (refusal) throw groupError(refusal);
      void app.deliveries.wake();
      return { importId: input.importId };
    },
  }),

  /** Undoes an import: removes the people it added who have not claimed. */
  undo: defineAction({
    accept: 'json',
    input: z.object({ groupId, importId }),
    async handler(input, context) {
      const { group } = await ownGroup(context, input.groupId);
      const refusal = await undoGroupImport(context.locals.pb, group, input.importId, Date.now());
      if (refusal) throw groupError(refusal);
      return { importId: input.importId };
    },
  }),
};
